/* The table that a game is played by, and the box by which numbers come in and go out. A game says before this what its
   entries are (`ENTRIES`), and after it which entry cannot be (`wrong_entry`). */

#include "law.h"

enum { BOX = 1 << 14, REASONS = 4096 };

/* What is wrong; below these the number of an entry of the table that cannot be. */
enum { BAD_ACTION = -20, IS_OVER = -21, NO_TABLE = -22, BAD_OPTION = -23, IS_FULL = -24, BAD_SHAPE = -25, NOT_THERE = -26, BAD_ENTRY = -100 };

/* What is asked once for a table or an action is compiled small; what plays games is compiled fast. */
#define SMALL _Pragma("clang attribute push(__attribute__((minsize)), apply_to = function)")
#define FAST _Pragma("clang attribute pop")
#define APART __attribute__((noinline)) /* once in the module, however often it is called */
#define FLAT __attribute__((flatten)) /* a loop with a copy of all that it calls, but for what stands apart */

static int box[BOX];  /* what comes in and goes out */
static int tab[BOX];
static int at[ENTRIES], size_of[ENTRIES];
static int learnt;

#define T(entry, n) tab[at[entry] + (n)]

static int wrong_entry(void); /* the first entry that cannot be, or ENTRIES */
static void forget(void);

SMALL

APART static int within(int entry, int from, int count, int low, int high) {
  for (int n = from; n < from + count; n++)
    if (T(entry, n) < low || T(entry, n) > high) return 0;
  return 1;
}

/* Whether an entry is as long as it must be, and its numbers are between two. */
APART static int fits(int entry, int count, int low, int high) {
  return size_of[entry] == count && within(entry, 0, count, low, high);
}

/* Whether rows from a place on have numbers between two, by column. */
APART static int fits_rows(int entry, int from, int count, int width, const int (*between)[2]) {
  for (int n = 0; n < count * width; n++)
    if (T(entry, from + n) < between[n % width][0] || T(entry, from + n) > between[n % width][1]) return 0;
  return 1;
}

API(box) int *get_box(void) { return box; }

/* Reads `count` numbers of a table out of the box. */
API(learn) int learn(int count) {
  learnt = 0;
  forget();
  if (count < 3 || count > BOX || box[0] != MAGIC || box[1] != VERSION || box[2] != ENTRIES) return BAD_SHAPE;
  for (int n = 0; n < count; n++) tab[n] = box[n];
  int from = 3;
  for (int entry = 0; entry < ENTRIES; entry++) {
    if (from >= count || tab[from] < 1 || tab[from] > count - from - 1) return BAD_ENTRY - entry;
    at[entry] = from + 1, size_of[entry] = tab[from];
    from += 1 + tab[from];
  }
  if (from != count) return BAD_SHAPE;
  int wrong = wrong_entry();
  if (wrong < ENTRIES) return BAD_ENTRY - wrong;
  learnt = 1;
  return OK;
}

/* The reason that decides what may be played from a hand to a card led. */
static int why_played(Cards hand, int led, int best) {
  int duty = duty_of(hand, led, best);
  if (!duty) return T(T_REASONS, suit_of[led] == TAROCK ? W_VOID_TAROCK : W_VOID_SUIT);
  return T(T_REASONS, duty == MUST_OVERTAKE ? W_OVERTAKE : duty == MUST_TAROCK ? W_MUST_TAROCK : duty == FOLLOW_TAROCK ? W_FOLLOW_TAROCK : W_FOLLOW);
}

FAST
