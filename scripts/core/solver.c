/* An exact solver of trick play with open cards: what one side can force, whatever the other does.
 *
 * Four seats play one card each to a trick. Everything particular to a game comes in as tables, through `inbox`: the
 * cards with their worth, the duties of who plays, the hands, and the goal. A goal is a table of leaves: what the game
 * is worth for the side that counts, by its thirds of a point and by what happened (called king home or lost, ultimo
 * made or not, all tricks to one side). The search asks whether the maximising seats can reach a value v; as a leaf
 * never falls with the thirds, v is a threshold of thirds for each of these ends.
 *
 * A card is a bit: eight bits for each of four suits, the lowest card lowest, the tarocks from bit 32 on. Suits need
 * not be full.
 *
 * The table remembers patterns, as in partition search: lengths, leader and the owners of the cards that the goal
 * tells apart are its key; of all others only the owners of those that mattered count, in each suit from the top,
 * ranks taken relative to what is still held.
 */

#include "search.h"

/* --- the interface --------------------------------------------------------------------------------------------- */

API(inbox) void *inbox(void) { return &io; }

/* Gives the table so many bytes, or as many fewer as make whole buckets; what was known is forgotten. */
API(table) int table(u32 bytes) {
  u32 count = bytes / sizeof(Bucket);
  if (!count) return NO_MEMORY;
#ifdef __wasm__
  static unsigned long at, size;
  unsigned long want = (unsigned long)count * sizeof(Bucket);
  if (want > size) {
    unsigned long pages = (want - size + 65535) / 65536, old = __builtin_wasm_memory_grow(0, pages);
    if (old == (unsigned long)-1) return NO_MEMORY;
    if (!at) at = old * 65536;
    size += pages * 65536;
  }
  buckets = (Bucket *)at;
#else
  free(buckets);
  buckets = calloc(count, sizeof(Bucket));
  if (!buckets) { bucket_count = 0; return NO_MEMORY; }
#endif
  bucket_count = count;
  clear(buckets, 0, (unsigned long)count * sizeof(Bucket));
  generation = 1;
  return OK;
}

/* What has been asked since the table was empty: what is in it holds for the same question only. */
typedef struct {
  int max, side, king, pagat, made, keeper, keeps, by_thirds, constant, track, threshold[ENDS];
} Question;
enum { QUESTIONS = 250 };
static Question asked[QUESTIONS];
static int asked_count;

static int same(const Question *one, const Question *two) {
  const int *first = &one->max, *second = &two->max;
  for (unsigned n = 0; n < sizeof(Question) / sizeof(int); n++)
    if (first[n] != second[n]) return 0;
  return 1;
}

/* Reads worth and law. */
API(rules) int rules(void) {
  ready = 0;
  if (io.law < 0 || io.law > 31) return BAD_WORTH;
  law = io.law;
  cards = tarocks = 0;
  int total = 0;
  for (int suit = 0; suit < SUITS; suit++) suit_mask[suit] = 0;
  for (int card = 0; card < BITS; card++) {
    if (io.worth[card] == -1) continue;
    if (io.worth[card] < -1 || io.worth[card] >= THIRDS) return BAD_WORTH;
    int suit = card < 32 ? card / 8 : TAROCK;
    if (card >= 56) return BAD_CARDS;
    suit_of[card] = (u8)suit;
    worth[card] = (u8)io.worth[card];
    total += io.worth[card];
    suit_mask[suit] |= bit(card);
  }
  if (total >= THIRDS) return BAD_WORTH;
  for (int suit = 0; suit < SUITS; suit++) cards |= suit_mask[suit];
  if (!cards) return BAD_CARDS;
  tarocks = suit_mask[TAROCK];
  set_takes(up, takes_mask);
  for (int at = 0; at < 256; at++) {
    for (int which = 0; which < 256; which++) {
      int found = 0, to = 7;
      for (int from = 7; from >= 0; from--)
        if (at >> from & 1) found |= (which >> from & 1) << to--;
      squeeze[at][which] = (u8)found;
    }
    for (int n = 0, from = 8; n < 9; n++) {
      top_up[at][n] = (u8)(255 << from);
      for (from -= from > 0; from > 0 && !(at >> from & 1); from--) {}
    }
  }
  for (int n = 0; n < 9; n++) depth_mask[n] = (u64)(0xff00 >> n & 255) * 0x100000001ull;
  for (int n = 0; n < 25; n++) {
    u64 planes = 0xffffffull & ~(0xffffffull >> n);
    trump_mask[n] = planes | planes << 24 | 0xffffull << 48;
  }
  for (int seat = 0; seat < SEATS; seat++)
    for (int suit = 0; suit < SUITS; suit++) unit[seat][suit] = suit < TAROCK ? 1ull << 4 * (4 * seat + suit) : 0;
  ready = 1;
  generation++, asked_count = 0;
  return OK;
}

/* Whether hands, leader, table, banked thirds and state can be. */
static int check_position(void) {
  if (io.leader < 0 || io.leader >= SEATS) return BAD_SEAT;
  if (io.on_table < 0 || io.on_table >= SEATS) return BAD_TABLE;
  u64 all = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    if ((io.hands[seat] & ~cards) || (io.hands[seat] & all)) return BAD_HANDS;
    all |= io.hands[seat];
  }
  int size = ones(io.hands[io.leader]) + (io.on_table > 0);
  if (size < 1 || size > 15) return BAD_HANDS;
  for (int n = 0; n < SEATS; n++)
    if (ones(io.hands[(io.leader + n) & 3]) + (n < io.on_table) != size) return BAD_HANDS;
  int sum = 0;
  for (int n = 0; n < io.on_table; n++) {
    int card = io.table[n];
    if (card < 0 || card >= BITS || !(cards & ~all & bit(card))) return BAD_TABLE;
    all |= bit(card);
  }
  for (u64 rest = all; rest; rest &= rest - 1) sum += worth[lowest(rest)];
  if (io.banked < 0 || io.banked + sum >= THIRDS) return BAD_STATE;
  if (io.state < 0 || io.state >= STATES) return BAD_STATE;
  return OK;
}

/* Whether the goal can be: who wants what, and what the ends are worth. */
static int check_goal(void) {
  if (io.side < 0 || io.side > 15 || io.max < 0 || io.max > 15 || io.made < 0 || io.made > 15) return BAD_GOAL;
  if (io.keeper < -1 || io.keeper >= SEATS) return BAD_SEAT;
  int special[3] = {io.king, io.pagat, io.keeps};
  for (int n = 0; n < 3; n++)
    if (special[n] < -1 || special[n] >= BITS || (special[n] >= 0 && !(cards & bit(special[n])))) return BAD_GOAL;
  if (io.keeper >= 0 && (io.keeps < 0 || suit_of[io.keeps] != TAROCK)) return BAD_GOAL;
  for (int end = 0; end < ENDS; end++)
    for (int n = 0; n < THIRDS; n++) {
      if (io.leaf[end][n] <= -NEVER || io.leaf[end][n] >= NEVER) return BAD_GOAL;
      if (n && io.leaf[end][n] < io.leaf[end][n - 1]) return BAD_GOAL;
    }
  return OK;
}



static int differ(int one, int two) {
  for (int n = 0; n < THIRDS; n++)
    if (io.leaf[one][n] != io.leaf[two][n]) return 1;
  return 0;
}

/* What can still happen from a state on, of the ends that the goal tells apart. */
static int can_end(int state, int end) {
  int king = state / KING_HOME, pagat = state % KING_HOME / PAGAT_GONE, tricks = state % PAGAT_GONE;
  if ((aim.king < 0 || king) && (king == 2) != end / 6) return 0;
  if ((aim.pagat < 0 || pagat) && (pagat == 2) != end / 3 % 2) return 0;
  int none = tricks == SHARED || !aim.track;
  if (end % 3 == 1) return (tricks == SIDE_ALL) || (!tricks && !none);
  if (end % 3 == 2) return (tricks == OTHERS_ALL) || (!tricks && !none);
  return aim.track || tricks == SHARED || !tricks;
}

/* Sets up the hands, and what of the goal does not depend on the value that is asked for. */
static int prepare(void) {
  u64 all = 0, table_cards = 0;
  for (int n = 0; n < io.on_table; n++) table_cards |= bit(io.table[n]);
  now.lengths = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    now.hand[seat] = io.hands[seat];
    all |= io.hands[seat];
    for (u64 rest = io.hands[seat]; rest; rest &= rest - 1) now.lengths += unit[seat][suit_of[lowest(rest)]];
  }
  now.left = ones(io.hands[io.leader]) + (io.on_table > 0);
  now.banked = io.banked;
  now.rest = 0;
  for (u64 rest = all | table_cards; rest; rest &= rest - 1) now.rest += worth[lowest(rest)];
  now.state = io.state;
  now.all = all;
  int by_king = 0, by_pagat = 0, by_tricks = 0, by_thirds = 0;
  for (int end = 0; end < ENDS; end++) {
    by_king |= differ(end, end % 6);
    by_pagat |= differ(end, end - end / 3 % 2 * 3);
    by_tricks |= differ(end, end - end % 3);
    by_thirds |= io.leaf[end][0] != io.leaf[end][THIRDS - 1];
  }
  aim.max = io.max, aim.side = io.side, aim.made = io.made;
  u64 here = all | table_cards;
  aim.king = by_king && io.king >= 0 && (here & bit(io.king)) && io.state / KING_HOME == 0 ? io.king : -1;
  aim.pagat = by_pagat && io.pagat >= 0 && (here & bit(io.pagat)) && io.state % KING_HOME / PAGAT_GONE == 0 ? io.pagat : -1;
  aim.keeper = io.keeper >= 0 && (io.hands[io.keeper] & bit(io.keeps)) ? io.keeper : -1;
  aim.keeps = aim.keeper >= 0 ? io.keeps : -1;
  aim.track = by_tricks && io.state % PAGAT_GONE != SHARED;
  if (!by_king) now.state %= KING_HOME;
  if (!by_pagat) now.state -= now.state % KING_HOME / PAGAT_GONE * PAGAT_GONE;
  if (!by_tricks) now.state -= now.state % PAGAT_GONE;
  aim.by_thirds = by_thirds;
  /* the cards that the goal tells apart; between them one run of each suit may stay unknown */
  int common = THIRDS;
  for (u64 rest = cards; rest; rest &= rest - 1)
    if (worth[lowest(rest)] < common) common = worth[lowest(rest)];
  aim.named = 0;
  if (aim.king >= 0) aim.named |= bit(aim.king);
  if (aim.pagat >= 0) aim.named |= bit(aim.pagat);
  if (aim.keeps >= 0) aim.named |= bit(aim.keeps);
  u64 known = aim.named;
  if (by_thirds)
    for (u64 rest = cards; rest; rest &= rest - 1)
      if (worth[lowest(rest)] != common) known |= bit(lowest(rest));
  int count = 0;
  for (int suit = 0; suit < SUITS; suit++) {
    if (!(known & suit_mask[suit])) continue;
    u64 longest = 0, run = 0;
    for (u64 rest = suit_mask[suit]; rest; rest &= rest - 1) {
      run = known & (rest & -rest) ? 0 : run | (rest & -rest);
      if (ones(run) > ones(longest)) longest = run;
    }
    known |= suit_mask[suit] & ~longest;
  }
  now.known = 0;
  for (int card = 0; card < BITS; card++) {
    place[card] = NO_PLACE;
    if (!(known & bit(card))) continue;
    if (count == KNOWN) return TOO_MANY;
    place[card] = (u8)(3 * count++);
    for (int seat = 0; seat < SEATS; seat++)
      if (io.hands[seat] & bit(card)) now.known |= (u64)(seat + 1) << place[card];
  }
  return OK;
}

/* Sets up the question whether the value v is reached. */
static void aim_at(int v) {
  for (int end = 0; end < ENDS; end++) {
    int need = 0;
    while (need < THIRDS && io.leaf[end][need] < v) need++;
    aim.threshold[end] = need < THIRDS ? need : NEVER;
  }
  aim.constant = 1;
  int some = -1;
  for (int end = 0; end < ENDS; end++)
    if (can_end(now.state, end)) {
      if (some >= 0 && aim.threshold[end] != aim.threshold[some]) aim.constant = 0;
      some = end;
    }
  for (int state = 0; state < STATES; state++) {
    aim.least[state] = NEVER, aim.most[state] = -1;
    for (int end = 0; end < ENDS; end++)
      if (can_end(state, end)) {
        if (aim.threshold[end] < aim.least[state]) aim.least[state] = aim.threshold[end];
        if (aim.threshold[end] > aim.most[state]) aim.most[state] = aim.threshold[end];
      }
  }
  aim.base = aim.constant ? aim.threshold[some] : 1000;
  if (aim.base > 1000) aim.base = 1000;
  Question found = {aim.max, aim.side, aim.king, aim.pagat, aim.made, aim.keeper, aim.keeps, aim.by_thirds,
                    aim.constant, aim.track, {0}};
  for (int end = 0; !aim.constant && end < ENDS; end++) found.threshold[end] = aim.threshold[end];
  int number = 0;
  while (number < asked_count && !same(asked + number, &found)) number++;
  if (number == QUESTIONS) generation++, asked_count = number = 0;
  if (number == asked_count) asked[asked_count++] = found;
  question = (u8)number;
}

/* Whether a question can be answered; every question begins with it, for the inbox may have changed. */
static int check(void) {
  if (!ready) return NO_RULES;
  if (!bucket_count) return NO_MEMORY;
  int error = check_position();
  if (!error) error = check_goal();
  return error ? error : prepare();
}

/* Whether v is reached; `stopped` when the nodes are used up. */
static int ask(int v) {
  Trick trick = {0, -1, -1, io.leader, 0, 0};
  aim_at(v);
  if (!io.on_table) return lead(io.leader);
  for (int n = 0; n < io.on_table; n++) trick = with(&trick, (io.leader + n) & 3, io.table[n]);
  return turn((io.leader + io.on_table) & 3, &trick, -1);
}

/* The nearest value of a leaf that the position can still come to: the least from v up, or the greatest below it. */
static int leaf_near(int v, int upwards) {
  int sum = 0, found = upwards ? NEVER : -NEVER;
  for (int seat = 0; seat < SEATS; seat++)
    for (u64 rest = io.hands[seat]; rest; rest &= rest - 1) sum += worth[lowest(rest)];
  for (int n = 0; n < io.on_table; n++) sum += worth[io.table[n]];
  for (int end = 0; end < ENDS; end++) {
    if (!can_end(now.state, end)) continue;
    for (int n = io.banked; n <= io.banked + sum; n++) {
      int leaf = io.leaf[end][n];
      if (upwards ? leaf >= v && leaf < found : leaf < v && leaf > found) found = leaf;
    }
  }
  return found;
}

/* The value by halving between proven bounds; an interval when `most` nodes are not enough. */
static int solve(int most, int *low, int *high) {
  int error = prepare();
  if (error) return error;
  *low = leaf_near(-NEVER, 1);
  *high = leaf_near(NEVER, 0);
  cap = most > 0 ? nodes + (u64)most : ~0ull;
  stopped = 0;
  while (*low < *high) {
    int v = leaf_near(*low + (*high - *low + 1) / 2, 1), reached = ask(v);
    if (stopped) break;
    if (reached) *low = v; else *high = leaf_near(v, 0);
  }
  return OK;
}

API(reaches) int reaches(int v, int most) {
  int error = check();
  if (error) return error;
  nodes = 0, cap = most > 0 ? (u64)most : ~0ull, stopped = 0;
  int reached = ask(v);
  return stopped ? 2 : reached;
}

/* The value of the position, between `low` and `high`; `most` limits the nodes, 0 does not. */
API(value) int value(int most) {
  int error = check();
  if (error) return error;
  nodes = 0;
  return solve(most, &io.low, &io.high);
}

static u64 legal_now(void) {
  Trick trick = {0, -1, -1, io.leader, 0, 0};
  int seat = (io.leader + io.on_table) & 3;
  for (int n = 0; n < io.on_table; n++) trick = with(&trick, (io.leader + n) & 3, io.table[n]);
  aim.keeper = io.keeper, aim.keeps = io.keeps;
  return legal(io.hands[seat], seat, trick.led, trick.best, ones(io.hands[io.leader]) + (io.on_table > 0));
}

/* Lists the legal cards; returns how many. */
API(moves) int moves(void) {
  int count = 0, error = check();
  if (error) return error;
  for (u64 may = legal_now(); may; may &= may - 1) io.card[count++] = lowest(may);
  return count;
}

/* The values of all legal cards, each with so many nodes; returns how many. */
API(values) int values(int most) {
  int count = moves();
  if (count < 0) return count;
  nodes = 0;
  int leader = io.leader, on_table = io.on_table, banked = io.banked, state = io.state;
  int seat = (leader + on_table) & 3;
  for (int n = 0; n < count; n++) {
    int card = io.card[n], error;
    Trick trick = {0, -1, -1, leader, 0, 0};
    for (int k = 0; k < on_table; k++) trick = with(&trick, (leader + k) & 3, io.table[k]);
    trick = with(&trick, seat, card);
    io.hands[seat] ^= bit(card);
    if (trick.played < SEATS) {
      io.table[io.on_table++] = card;
    } else {
      int king = state / KING_HOME ? -1 : io.king, pagat = state % KING_HOME / PAGAT_GONE ? -1 : io.pagat;
      io.on_table = 0, io.leader = trick.who;
      if (io.side >> trick.who & 1) io.banked += trick.inside;
      io.state = after_trick(state, trick.who, trick.cards, !io.hands[trick.who], king, pagat, 1);
    }
    error = solve(most, io.lows + n, io.highs + n);
    io.hands[seat] ^= bit(card);
    io.leader = leader, io.on_table = on_table, io.banked = banked, io.state = state;
    if (error) return error;
  }
  return count;
}

/* How many nodes the last question took. */
API(visited) int visited(void) { return nodes > 0x7fffffff ? 0x7fffffff : (int)nodes; }
