/* The core of page and program as one module: with the pack of 54 cards the solver, the game, and the machines, with that of
   78 cards (`PACK`) the game of an era (`ERA`). */

#if PACK != 78

#include "solver.c"

#include "game.h"

#include "machine.h"

#else

#if ERA == 1863
#include "tarokhombre.h"
#else
#include "taroc.h"
#endif

#include "random.h"

#endif
