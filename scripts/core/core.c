/* The core of page and program: the solver, the game, and the machines, as one module. */

#include "solver.c"

#include "game.h"

#include "machine.h"
