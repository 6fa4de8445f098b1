/* A whole game of Tarokhombre with 78 cards, from the deal to the sheet, by a table that Python compiles from the rules.
 *
 * As in `game.h` no rule and no number of the game stands here. The auction is an automaton; what a result comes to is
 * looked up by game, card points and what became of the vole. Which way the cards are dealt the table has settled.
 */

enum { MAGIC = 0x7A71C, VERSION = 1 };

/* The entries of the table, in order. */
enum {
  T_ACTIONS, T_BITS, T_LAW, T_EXCUSE, T_EXCUSE_DUTIES, T_HAND, T_ORDER, T_LEFT, T_TAKER, T_DISCARD, T_AUCTION, T_PURCHASE,
  T_NAMED, T_LEADER, T_VOLE, T_HONOURS, T_COUNT, T_THIRDS, T_STAKE, T_RESULTS, T_BESIDE, T_REASONS, ENTRIES
};

/* The reasons that are given here, by their places in `T_REASONS`. */
typedef enum {
  W_PACK, W_WHO, W_BOUGHT, W_FREE, W_NEVER, W_GAMES, W_GIVEN, W_NAMED, W_MATCHED, W_SPOKEN, W_HELD, W_FOLLOW, W_FOLLOW_TAROCK,
  W_MUST_TAROCK, W_OVERTAKE, W_VOID_SUIT, W_VOID_TAROCK, W_LEADER, WHYS
} Why;

typedef enum { P_DEAL, P_DISCARD, P_AUCTION, P_GIVE, P_NAME, P_MATCH, P_PLAY, P_VOLE, P_END } Phase;
enum { ALL_OPTIONS = 0, BIDS = 6, SILENT = BIDS, ANNOUNCE, GAMES = 3, VOLES = 6 };

#include "grand.h"

enum { MAX_LEFT = 8, MAX_NAMED = 8, MAX_CALLS = 64, MAX_KINDS = 8, STEPS = 3, CASE_LINES = 6, KIND_WIDTH = 6, NODE = 1 + 2 * BIDS };

/* Often asked, out of the table. */
static struct {
  int left, points, results; /* card points that are told apart; where results stand behind their cases */
  Cards discardable;
} own;

/* --- the table ------------------------------------------------------------------------------------------------- */

SMALL

static const int kind_rows[KIND_WIDTH][2] = {
  {-ANY - ANY, ANY - 1 + ANY}, {-ANY - ANY, ANY - 1 + ANY}, {-ANY - ANY, ANY - 1 + ANY}, {-ANY - ANY, ANY - 1 + ANY}, {0, ALL_CARDS}, {0, MAX_KINDS - 1},
};
static const int call_rows[2][2] = {{-1, BOX}, {0, REASONS}};
static const int case_rows[ROLE_WIDTH][2] = {{0, 15}, {0, 15}, {0, 15}, {-1, MOST}, {0, REASONS}};
static const int result_rows[2][2] = {{0, BOX}, {0, MOST}};
static const int beside_rows[3][2] = {{0, 15}, {0, MOST}, {0, REASONS}};

static int wrong_entry(void) {
  int wrong = wrong_pack();
  if (wrong < ENTRIES) return wrong;
  if (lore.words != lore.cards || lore.count != lore.words + ANNOUNCE + 1) return T_ACTIONS;
  if (!fits(T_LEFT, 1, 1, MAX_LEFT)) return T_LEFT;
  own.left = T(T_LEFT, 0);
  if (SEATS * lore.hand + own.left != lore.cards) return T_LEFT;
  if (!fits(T_ORDER, SEATS * lore.cards, 0, SEATS)) return T_ORDER;
  for (int dealer = 0; dealer < SEATS; dealer++) {
    int dealt[SEATS + 1] = {0};
    for (int n = 0; n < lore.cards; n++) {
      int place = T(T_ORDER, dealer * lore.cards + n);
      if (++dealt[place] > (place == SEATS ? own.left : lore.hand)) return T_ORDER;
    }
  }
  if (!fits(T_TAKER, 1, 0, 1)) return T_TAKER;
  if (size_of[T_DISCARD] != 5 || !within(T_DISCARD, 4, 1, 0, 1)) return T_DISCARD;
  own.discardable = mask_at(T_DISCARD, 0);
  if (own.discardable & ~lore.all) return T_DISCARD;
  int nodes = size_of[T_AUCTION] / NODE;
  if (size_of[T_AUCTION] % NODE || !nodes) return T_AUCTION;
  for (int n = 0; n < nodes; n++) {
    const int *row = &T(T_AUCTION, n * NODE);
    if (row[0] < -1 || row[0] >= SEATS) return T_AUCTION;
    if (row[0] < 0 && (row[1] < -1 || row[1] >= SEATS || row[2] < 0 || row[2] >= GAMES)) return T_AUCTION;
    if (row[0] < 0) continue;
    if (!fits_rows(T_AUCTION, n * NODE + 1, BIDS, 2, call_rows)) return T_AUCTION;
    for (int word = 0; word < BIDS; word++)
      if (row[1 + 2 * word] >= nodes || (row[1 + 2 * word] >= 0 && row[1 + 2 * word] <= n)) return T_AUCTION;
  }
  if (size_of[T_PURCHASE] != GAMES * (1 + STEPS) || !within(T_PURCHASE, 0, GAMES * (1 + STEPS), 0, MAX_NAMED)) return T_PURCHASE;
  for (int game = 0; game < GAMES; game++) {
    int named = 0, given = 0, taken = 0, wanted = T(T_PURCHASE, game * (1 + STEPS));
    for (int n = 1; n <= STEPS; n++) {
      int step = T(T_PURCHASE, game * (1 + STEPS) + n);
      if (step && step != P_DISCARD && step != P_GIVE && step != P_NAME) return T_PURCHASE;
      named += step == P_NAME, given += step == P_GIVE;
      taken += step == P_DISCARD;
    }
    if (named != (wanted > 0) || given != (wanted > 0) || wanted > lore.hand || taken > !T(T_TAKER, 0)) return T_PURCHASE;
  }
  if (!fits(T_NAMED, 2, 0, 1)) return T_NAMED;
  if (!fits(T_LEADER, SEATS * SEATS, 0, SEATS - 1)) return T_LEADER;
  if (size_of[T_VOLE] != 2 || !within(T_VOLE, 0, 1, 0, MAX_HAND) || !within(T_VOLE, 1, 1, 0, 1)) return T_VOLE;
  int rows = size_of[T_HONOURS] / KIND_WIDTH;
  if (size_of[T_HONOURS] % KIND_WIDTH || rows > 2 * MAX_KINDS || !fits_rows(T_HONOURS, 0, rows, KIND_WIDTH, kind_rows)) return T_HONOURS;
  int kinds = size_of[T_BESIDE] / 3;
  if (size_of[T_BESIDE] % 3 || kinds > MAX_KINDS || !fits_rows(T_BESIDE, 0, kinds, 3, beside_rows)) return T_BESIDE;
  for (int n = 0; n < rows; n++)
    if ((mask_at(T_HONOURS, KIND_WIDTH * n) & ~lore.all) || T(T_HONOURS, KIND_WIDTH * n + 5) >= kinds - 1) return T_HONOURS;
  if (size_of[T_COUNT] != 4 || !within(T_COUNT, 0, 2, -MOST, MOST) || !within(T_COUNT, 2, 1, 1, ALL_CARDS) || !within(T_COUNT, 3, 1, 0, 2)) return T_COUNT;
  if (!fits(T_THIRDS, lore.cards, 0, 255)) return T_THIRDS;
  if (size_of[T_STAKE] != 3 || !within(T_STAKE, 0, 1, 0, 15) || !within(T_STAKE, 1, 1, 0, MOST) || !within(T_STAKE, 2, 1, 0, REASONS)) return T_STAKE;
  int cases = T(T_RESULTS, 0), lines = cases * CASE_LINES, left = size_of[T_RESULTS] - 1 - lines * ROLE_WIDTH;
  if (cases < 1 || cases > BOX / ROLE_WIDTH / CASE_LINES || left < 1 || left % (2 * GAMES * VOLES) || !fits_rows(T_RESULTS, 1, lines, ROLE_WIDTH, case_rows) ||
      !fits_rows(T_RESULTS, size_of[T_RESULTS] - left, left / 2, 2, result_rows)) return T_RESULTS;
  own.results = size_of[T_RESULTS] - left, own.points = left / (2 * GAMES * VOLES);
  for (int n = own.results; n < size_of[T_RESULTS]; n += 2)
    if (T(T_RESULTS, n) >= cases) return T_RESULTS;
  return fits(T_REASONS, WHYS, 0, REASONS) ? ENTRIES : T_REASONS;
}

FAST

/* --- the game -------------------------------------------------------------------------------------------------- */

typedef struct {
  Cards hand[SEATS], deck, left, scat, discard, given, handed, named; /* the cards left over as they were dealt; what lies there of them, and of the discard */
  u64 honours; /* who holds which before the first lead: a bit for each row of the table and seat */
  int node;
  signed char player, led, best, who, last_taker, declarer, leader, discarder, declared_after, excuse_by;
  u8 phase, dealer, options, dealt_count, discarded, on_table, tricks, game, next_step, wanted, calls, scat_lies, given_count, named_count, handed_count;
  u8 taken[SEATS];
  u8 given_list[MAX_NAMED], named_list[MAX_NAMED], handed_list[MAX_NAMED];
  u8 plays, play[WHOLE_HAND], play_seat[WHOLE_HAND];
  int thirds;
} Game;

#include "excuse.h"

static int of_cards(const Game *g, int place) { return next_seat(g->dealer, 1 + place); }
static const int *node_of(const Game *g) { return &T(T_AUCTION, g->node * NODE); }
static int step_of(const Game *g, int n) { return n < STEPS ? T(T_PURCHASE, g->game * (1 + STEPS) + 1 + n) : 0; }

APART static void start_deal(Game *g, int dealer, int options) {
  clear(g, 0, sizeof *g);
  g->dealer = (u8)dealer, g->options = (u8)options;
  g->deck = lore.all;
  g->player = CHANCE;
  g->led = g->best = g->who = g->last_taker = g->declarer = g->leader = g->discarder = g->declared_after = g->excuse_by = -1;
}

static void take_scat(Game *g, int seat) {
  g->scat_lies = 0, g->discarder = (signed char)seat;
  g->hand[seat] |= g->scat;
  g->phase = P_DISCARD, g->player = (signed char)seat;
}

static void start_auction(Game *g) { g->phase = P_AUCTION, g->player = (signed char)of_cards(g, node_of(g)[0]); }

/* Begins what is next: a step of the exchange, or the tricks. */
static void go_on(Game *g) {
  int step = step_of(g, g->next_step);
  if (step) {
    g->next_step++;
    g->phase = (u8)step, g->player = g->declarer;
    if (step == P_DISCARD) take_scat(g, g->declarer);
    return;
  }
  g->phase = P_PLAY, g->player = (signed char)T(T_LEADER, g->dealer * SEATS + g->declarer);
  for (int seat = 0; seat < SEATS; seat++)
    for (int n = 0; n < size_of[T_HONOURS] / KIND_WIDTH; n++)
      if (ones(g->hand[seat] & mask_at(T_HONOURS, KIND_WIDTH * n)) >= T(T_HONOURS, KIND_WIDTH * n + 4)) g->honours |= 1ull << (n * SEATS + seat);
  pass_lead(g);
}

/* Who gives a named card: a seat, SEATS for what lies there, -1 where it is out of reach. */
static int giver_of(const Game *g, int card) {
  for (int seat = 0; seat < SEATS; seat++)
    if (g->hand[seat] & bit(card)) return seat;
  return T(T_NAMED, 0) ? SEATS : -1;
}

/* Lets each named card be given for one that was laid down. */
static void exchange(Game *g) {
  for (int n = 0; n < g->wanted; n++) {
    int card = g->named_list[n], given = g->handed_list[n], giver = giver_of(g, card);
    Cards *from = giver >= 0 && giver < SEATS ? &g->hand[giver] : g->scat_lies ? &g->scat : &g->discard;
    *from = (*from & ~bit(card)) | bit(given);
    g->hand[(int)g->declarer] |= bit(card);
  }
  go_on(g);
}

/* Goes on when cards are laid down, or named; when both is done, exchanges them. */
static void finish_exchange(Game *g) {
  if (g->given_count != g->wanted || g->named_count != g->wanted) {
    go_on(g);
    return;
  }
  int givers = 0;
  for (int n = 0; n < g->wanted; n++) givers |= 1 << (giver_of(g, g->named_list[n]) + 1);
  if (T(T_NAMED, 1) && (givers & (givers - 1))) {
    g->phase = P_MATCH;
    return;
  }
  for (int n = 0; n < g->wanted; n++) g->handed_list[n] = g->given_list[n];
  exchange(g);
}

APART static Set legal_set(const Game *g) {
  Set found = {0, 0};
  Cards hand = g->player >= 0 ? g->hand[(int)g->player] : 0;
  switch ((Phase)g->phase) {
  case P_DEAL: found.cards = g->deck; break;
  case P_DISCARD:
    found.cards = hand & own.discardable;
    if (g->declarer >= 0 && !T(T_DISCARD, 4)) found.cards &= ~g->scat;
    break;
  case P_AUCTION:
    for (int word = 0; word < BIDS; word++)
      if (node_of(g)[1 + 2 * word] >= 0) found.others |= 1ull << word;
    break;
  case P_GIVE: found.cards = hand; break;
  case P_NAME:
    found.cards = lore.all & ~(hand | g->given | g->named);
    if (!T(T_NAMED, 0) && g->discarder == g->player) found.cards &= ~g->discard;
    break;
  case P_MATCH: found.cards = g->given & ~g->handed; break;
  case P_PLAY: found.cards = legal_cards(g); break;
  case P_VOLE: found.others = 1ull << SILENT | 1ull << ANNOUNCE; break;
  case P_END: break;
  }
  return found;
}

/* Counts a trick, and asks the declarer for the vole where it is time. */
static void take_trick(Game *g) {
  int taker = g->who, ours = taker == g->declarer;
  for (int n = g->plays - SEATS; n < g->plays; n++) {
    if (ours) g->thirds += T(T_THIRDS, lore.card[g->play[n]]);
    if (g->play[n] == lore.excuse && (g->play_seat[n] == g->declarer) != ours) g->excuse_by = (signed char)g->play_seat[n];
  }
  g->taken[taker]++, g->last_taker = (signed char)taker;
  g->tricks++, g->on_table = 0;
  if (g->tricks == lore.hand) {
    g->phase = P_END, g->player = TERMINAL;
    return;
  }
  g->player = (signed char)taker;
  pass_lead(g);
  int due = T(T_VOLE, 1) ? g->tricks >= T(T_VOLE, 0) : g->tricks == T(T_VOLE, 0);
  if (due && g->declared_after < 0 && g->taken[(int)g->declarer] == g->tricks) g->leader = g->player, g->phase = P_VOLE, g->player = g->declarer;
}

/* Does what is done; the action is one that the phase has, and legal. */
APART static void apply(Game *g, int action) {
  int seat = g->player, card = action < lore.cards ? lore.bit[action] : -1;
  switch ((Phase)g->phase) {
  case P_DEAL: {
    int place = T(T_ORDER, g->dealer * lore.cards + g->dealt_count++);
    g->deck ^= bit(card);
    if (place == SEATS) g->left |= bit(card);
    else g->hand[place] |= bit(card);
    if (g->deck) break;
    g->scat = g->left, g->scat_lies = 1;
    if (T(T_TAKER, 0)) take_scat(g, g->dealer);
    else start_auction(g);
    break;
  }
  case P_DISCARD:
    g->hand[seat] ^= bit(card), g->discard |= bit(card);
    if (++g->discarded < own.left) break;
    if (g->declarer < 0) start_auction(g);
    else go_on(g);
    break;
  case P_AUCTION: {
    g->node = node_of(g)[1 + 2 * (action - lore.words)];
    const int *node = node_of(g);
    if (node[0] >= 0) {
      g->player = (signed char)of_cards(g, node[0]);
    } else if (node[1] < 0) {
      g->phase = P_END, g->player = TERMINAL;
    } else {
      g->declarer = (signed char)of_cards(g, node[1]), g->game = (u8)node[2];
      g->wanted = (u8)T(T_PURCHASE, g->game * (1 + STEPS));
      go_on(g);
    }
    break;
  }
  case P_GIVE:
    g->hand[seat] ^= bit(card), g->given |= bit(card);
    g->given_list[g->given_count++] = (u8)card;
    if (g->given_count == g->wanted) finish_exchange(g);
    break;
  case P_NAME:
    if (giver_of(g, card) < 0) break;
    g->named |= bit(card);
    g->named_list[g->named_count++] = (u8)card;
    if (g->named_count == g->wanted) finish_exchange(g);
    break;
  case P_MATCH:
    g->handed |= bit(card), g->handed_list[g->handed_count++] = (u8)card;
    if (g->handed_count + 1 < g->wanted) break;
    for (int n = 0; n < g->wanted; n++)
      if (!(g->handed & bit(g->given_list[n]))) g->handed_list[g->handed_count] = g->given_list[n];
    exchange(g);
    break;
  case P_PLAY:
    if (lay(g, card)) take_trick(g);
    break;
  case P_VOLE:
    if (action == lore.words + ANNOUNCE) g->declared_after = (signed char)g->tricks;
    g->phase = P_PLAY, g->player = g->leader;
    break;
  case P_END: break;
  }
}

static void apply_anyway(Game *g, int action) { apply(g, action); }

static int is_full(const Game *g) {
  (void)g;
  return 0;
}

static int may_be_told(const Game *g) {
  (void)g;
  return 0;
}

/* --- why ------------------------------------------------------------------------------------------------------- */

SMALL

/* By which reason an action is legal here, or is not. */
APART static int reason_of(const Game *g, int action) {
  Cards card = action < lore.cards ? bit(lore.bit[action]) : 0;
  switch ((Phase)g->phase) {
  case P_DEAL: return why(W_PACK);
  case P_DISCARD:
    if (!(card & g->hand[(int)g->player])) return why(W_WHO);
    if (g->declarer >= 0 && (card & g->scat)) return why(W_BOUGHT);
    return why(card & own.discardable ? W_FREE : W_NEVER);
  case P_AUCTION:
    if (action < lore.words || action >= lore.words + BIDS) return why(W_GAMES);
    return node_of(g)[2 + 2 * (action - lore.words)];
  case P_GIVE: return why(card & g->hand[(int)g->player] ? W_GIVEN : W_HELD);
  case P_NAME: return why(W_NAMED);
  case P_MATCH: return why(W_MATCHED);
  case P_PLAY: return play_why(g, action);
  case P_VOLE: return why(W_SPOKEN);
  case P_END: break;
  }
  return 0;
}

FAST

/* --- the sheet ------------------------------------------------------------------------------------------------- */

typedef struct {
  Lines paid;
  int thirds, points, vole; /* the last: its row in the table of results */
} Sheet;

/* Counts the declarer in thirds of a point: his tricks, with the Excuse and what is discarded. */
static int count_thirds(const Game *g) {
  int thirds = g->thirds, ours = g->taken[(int)g->declarer];
  if (g->excuse_by >= 0 && T(T_COUNT, 0)) {
    int by_us = g->excuse_by == g->declarer, own_tricks = by_us ? ours : g->tricks - ours, moved = T(T_COUNT, own_tricks ? 0 : 1);
    thirds += by_us ? moved : -moved;
  }
  if (T(T_COUNT, 3) == 1 || (!T(T_COUNT, 3) && g->dealer == g->declarer))
    for (Cards rest = g->discard; rest; rest &= rest - 1) thirds += T(T_THIRDS, lore.card[lowest(rest)]);
  return thirds;
}

static int by_roles(const Game *g, int roles) {
  int mine = 1 << g->declarer;
  return (roles & 1 ? mine : 0) | (roles & 2 ? EVERYONE & ~mine : 0) | (roles & 4 ? 1 << POT : 0);
}

/* The lines of the result: those of the vole, or the others. */
static void pay_result(const Game *g, Lines *sheet, const int *result, int of_vole) {
  for (int n = 0; n < CASE_LINES; n++) {
    const int *row = &T(T_RESULTS, 1 + (result[0] * CASE_LINES + n) * ROLE_WIDTH);
    if ((row[1] >> 3 & 1) != of_vole) continue;
    pay(sheet, row[0], by_roles(g, row[1]), by_roles(g, row[2]), row[3] < 0 ? result[1] : row[3], row[4]);
  }
}

/* Settles a finished game. */
static void settle(const Game *g, Sheet *sheet) {
  clear(sheet, 0, sizeof *sheet);
  pay(&sheet->paid, T(T_STAKE, 0), 1 << g->dealer, 1 << POT, T(T_STAKE, 1), T(T_STAKE, 2));
  if (g->declarer < 0) return;
  int made = g->taken[(int)g->declarer] == lore.hand, after = g->declared_after, kinds = size_of[T_BESIDE] / 3;
  sheet->vole = after < 0 ? made : (after > T(T_VOLE, 0) ? 4 : 2) + !made;
  sheet->thirds = count_thirds(g);
  sheet->points = sheet->thirds / T(T_COUNT, 2) - (sheet->thirds % T(T_COUNT, 2) < 0);
  int points = sheet->points < 0 ? 0 : sheet->points < own.points ? sheet->points : own.points - 1;
  const int *result = &T(T_RESULTS, own.results + 2 * ((sheet->vole * GAMES + g->game) * own.points + points));
  pay_result(g, &sheet->paid, result, 0);
  for (int seat = 0; seat < SEATS; seat++)
    for (int n = 0; n < size_of[T_HONOURS] / KIND_WIDTH; n++) {
      const int *row = &T(T_BESIDE, 3 * T(T_HONOURS, KIND_WIDTH * n + 5));
      if (g->honours >> (n * SEATS + seat) & 1) pay(&sheet->paid, row[0], EVERYONE & ~(1 << seat), 1 << seat, row[1], row[2]);
    }
  for (int n = g->plays - SEATS; n < g->plays; n++) {
    const int *row = &T(T_BESIDE, 3 * (kinds - 1));
    int seat = g->play_seat[n];
    if (g->play[n] == lore.pagat && seat == g->last_taker) pay(&sheet->paid, row[0], EVERYONE & ~(1 << seat), 1 << seat, row[1], row[2]);
  }
  pay_result(g, &sheet->paid, result, 1);
}

#include "frame.h"

SMALL

/* Writes where the game stands: phase, who is to act, dealer, declarer, his game, who takes the trick, tricks so far. */
API(look) int look(void) {
  if (!begun) return NO_TABLE;
  int told[] = {game.phase, game.player, game.dealer, game.declarer, game.game, game.on_table ? game.who : game.last_taker, game.tricks};
  for (unsigned n = 0; n < sizeof told / sizeof *told; n++) box[n] = told[n];
  return (int)(sizeof told / sizeof *told);
}

/* Settles the finished game into the box; how many numbers. */
API(sheet) int write_sheet(void) {
  if (!begun) return NO_TABLE;
  if (game.phase != P_END) return NOT_THERE;
  static Sheet made;
  settle(&game, &made);
  int count = 0;
  for (int seat = 0; seat <= POT; seat++) box[count++] = made.paid.total[seat];
  for (int seat = 0; seat < SEATS; seat++) box[count++] = game.taken[seat];
  box[count++] = made.thirds, box[count++] = made.points;
  return write_lines(&made.paid, count);
}

FAST
