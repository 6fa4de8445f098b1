/* A whole game of Königrufen, from the deal to the sheet, played by a table that Python compiles from the rules.
 *
 * No rule and no number of the game stands here: phases and the order of questions are the engine's, everything that a
 * statement says is looked up. Actions are the numbers of the Python State. Whatever comes in is checked before it is
 * used: a wrong table, action or history gets a code below 0.
 */

enum { MAGIC = 0x7A60C, VERSION = 1 };

/* The entries of the table, in order. */
enum {
  T_ACTIONS, T_BITS, T_WORTH, T_LAW, T_PAGAT, T_HAND, T_HALF, T_ORDER, T_ORDER_KNOCKED, T_NEXT_DEALER, T_FOREHAND,
  T_LEADER, T_BIDDING, T_KINGS, T_RAISE, T_FOLD_MAX, T_RAISES_MAX, T_UPPER, T_SCAT, T_DISCARD, T_RAISES, T_FAULTS,
  T_KEPT, T_OUTCOME, T_BESIDE, T_LOST, T_PARTY, T_LOST_TO, T_HONOURS, T_LAPSE, T_GAME, T_KING, T_HONOUR_LINES,
  T_ULTIMO, T_ULTIMO_SILENT, T_VOLAT, T_VOLAT_SILENT, T_REVOKE, T_ZERO_SUM, T_REASONS, ENTRIES
};

/* The reasons that are given here, by their places in `T_REASONS`. */
typedef enum {
  W_PACK, W_PASS, W_GAMES, W_OVERBID, W_OWN_SOLO, W_OWN_DREIER, W_CALLED, W_FOLD_MAX, W_CHANGE, W_WHO, W_NEVER,
  W_TAROCK, W_TAROCK_ONLY, W_FREE, W_TIME, W_ULTIMO, W_VOLAT, W_RAISES, W_HELD, W_KEPT, W_FOLLOW, W_FOLLOW_TAROCK,
  W_MUST_TAROCK, W_OVERTAKE, W_VOID_SUIT, W_VOID_TAROCK, W_LEADER, WHYS
} Why;

typedef enum { P_DEAL, P_BIDDING, P_KING, P_PURCHASE, P_SCAT, P_WORDS, P_PLAY, P_END } Phase;
enum { CHANCE = -1, TERMINAL = -4 };
enum { NEXT_DEALS = 1, FROM_FOREHAND = 2, KNOCKED = 4, LEFT_SHOWN = 8, ALL_OPTIONS = 15 }; /* a bit each */

#include "table.h"

enum { MAX_BIDS = 64, MAX_WORDS = 64, MAX_HALF = 8, MAX_HAND = 15, MAX_FOLD = 9, PAST = 1024, WORDS = 8, CALLS = 4 };

#define STANDINGS(raises) (1 + 3 * ((raises) + 1) * 4) /* how an announcement may stand: not made, or by whom, how often raised, and what the speaker said */
#define FAULT_ROWS(raises) (2 * 3 * 2 * STANDINGS(raises)) /* of `T_FAULTS` */
enum { MAX_RAISES = 3 };

/* What is asked often, out of the table; `words` has what may be said, by the rows of `T_FAULTS`, a bit for each call. */
static struct {
  int cards, folds, pass, solo, keep, raise, nothing, count;
  int hand, half, scat, fold_max, games, raises, row, pagat;
  u64 all, kings, discardable, trumps_only, never, loose, honours[4];
  u8 bit[ALL_CARDS], card[BITS], words[FAULT_ROWS(MAX_RAISES)];
} lore;

static int why(Why which) { return T(T_REASONS, which); }
APART static u64 mask_at(int entry, int n) { return (u32)T(entry, n) | (u64)(u32)T(entry, n + 1) << 32; }

/* --- the table ------------------------------------------------------------------------------------------------- */

SMALL

enum { MOST = 1 << 22, EACH = 1 << 14 };

/* Entries of which length and numbers depend on nothing else. */
static const struct { u8 entry, count; short low, high; } plain[] = {
  {T_ACTIONS, 8, 0, 127}, {T_LAW, 1, 0, 31}, {T_PAGAT, 1, 32, ALL_CARDS - 1}, {T_HAND, 1, 1, MAX_HAND}, {T_HALF, 1, 1, MAX_HALF},
  {T_NEXT_DEALER, SEATS, 0, SEATS - 1}, {T_FOREHAND, SEATS, 0, SEATS - 1}, {T_LEADER, SEATS, 0, SEATS - 1}, {T_RAISE, 1, 1, 64},
  {T_RAISES_MAX, 1, 0, 64}, {T_RAISES, 1, 0, MAX_RAISES}, {T_KEPT, 1, 0, 1}, {T_BESIDE, 3, 0, 1}, {T_LOST, 4, 0, 1}, {T_PARTY, 1, 0, 1},
  {T_LOST_TO, 2, 0, 1}, {T_LAPSE, 9, 0, 1}, {T_ZERO_SUM, 1, 0, 1}, {T_REASONS, WHYS, 0, REASONS},
};

static const int line_rows[3][2] = {{-MOST, MOST}, {0, 7}, {0, REASONS}};
static const int bid_rows[2][2] = {{-1, BOX}, {0, REASONS}};
static const int honour_rows[4][2] = {{0, 6}, {-MOST, MOST}, {-2147483647 - 1, 2147483647}, {-2147483647 - 1, 2147483647}};
static const int game_rows[5][2] = {{-EACH / 8, EACH / 8}, {-MOST, MOST}, {0, 3}, {0, REASONS}, {0, REASONS}};
static const int revoke_row[10][2] = {{0, 1}, {0, 127}, {-MOST, MOST}, {0, 7}, {0, REASONS}, {0, 7}, {0, REASONS}, {0, 1}, {0, 1}, {0, 1}};
static const int lost_rows[2][2] = {{-MOST, MOST}, {0, REASONS}};

/* Rows of amount, seats and reason, with some numbers after them. */
static int fits_lines(int entry, int count, int more) {
  return size_of[entry] == 3 * count + more && fits_rows(entry, 0, count, 3, line_rows);
}

APART static int fits_mask(int entry, int n) { return !(mask_at(entry, n) & ~lore.all); }

/* The first entry that cannot be, or ENTRIES. */
static int wrong_entry(void) {
  for (unsigned n = 0; n < sizeof plain / sizeof *plain; n++)
    if (!fits(plain[n].entry, plain[n].count, plain[n].low, plain[n].high)) return plain[n].entry;
  int *told = &lore.cards;
  for (int n = 0; n < 8; n++) told[n] = T(T_ACTIONS, n);
  if (lore.cards < 1 || lore.cards > ALL_CARDS || lore.folds < 1 || lore.folds >= MAX_FOLD || lore.pass != lore.cards ||
      lore.solo != lore.pass + lore.folds + 1 || lore.keep != lore.solo + 1 || lore.raise != lore.solo + 2 ||
      lore.nothing != lore.solo + 3 || lore.count != lore.nothing + 1 + WORDS)
    return T_ACTIONS;
  if (!fits(T_BITS, lore.cards, 0, ALL_CARDS - 1)) return T_BITS;
  lore.all = 0;
  for (int n = 0; n < lore.cards; n++) {
    int place = T(T_BITS, n);
    if (lore.all & bit(place)) return T_BITS;
    lore.all |= bit(place), lore.bit[n] = (u8)place, lore.card[place] = (u8)n;
  }
  if (!fits(T_WORTH, lore.cards, 0, THIRDS - 1)) return T_WORTH;
  for (int n = 0; n < BITS; n++) io.worth[n] = -1;
  int total = 0;
  for (int n = 0; n < lore.cards; n++) io.worth[lore.bit[n]] = T(T_WORTH, n), total += T(T_WORTH, n);
  io.law = T(T_LAW, 0);
  if (rules() < 0) return T_WORTH;
  lore.pagat = T(T_PAGAT, 0), lore.hand = T(T_HAND, 0), lore.half = T(T_HALF, 0), lore.raises = T(T_RAISES, 0);
  if (!(lore.all & bit(lore.pagat))) return T_PAGAT;
  if (SEATS * lore.hand + 2 * lore.half != lore.cards) return T_HALF;
  for (int entry = T_ORDER; entry <= T_ORDER_KNOCKED; entry++) {
    int dealt[SEATS] = {0};
    if (!fits(entry, SEATS * lore.hand, 0, SEATS - 1)) return entry;
    for (int n = 0; n < SEATS * lore.hand; n++)
      if (++dealt[T(entry, n)] > lore.hand) return entry;
  }
  lore.games = size_of[T_UPPER];
  if (lore.games < 2 || lore.games > 2 * MAX_FOLD || lore.games <= lore.folds || !fits(T_UPPER, lore.games, 0, 1)) return T_UPPER;
  if (!fits(T_FOLD_MAX, 1, 0, lore.games - 1)) return T_FOLD_MAX;
  lore.fold_max = T(T_FOLD_MAX, 0);
  lore.row = 2 + 2 * (lore.folds + 2);
  int known = size_of[T_BIDDING] / lore.row;
  if (!known || size_of[T_BIDDING] % lore.row) return T_BIDDING;
  for (int n = 0; n < known; n++) {
    const int *row = &T(T_BIDDING, n * lore.row);
    int over = row[0] == -1;
    if (row[0] < -1 || row[0] >= SEATS) return T_BIDDING;
    if (over && (row[1] < -1 || row[1] >= SEATS || row[2] < -1 || row[2] >= lore.games || (row[1] >= 0 && row[2] < 0))) return T_BIDDING;
    if (over) continue;
    if (!fits_rows(T_BIDDING, n * lore.row + 2, lore.folds + 2, 2, bid_rows)) return T_BIDDING;
    for (int bid = 0; bid < lore.folds + 2; bid++)
      if (row[2 + 2 * bid] >= known) return T_BIDDING;
  }
  if (size_of[T_KINGS] != 4 || !fits_mask(T_KINGS, 0) || !within(T_KINGS, 2, 2, 0, 2)) return T_KINGS;
  lore.kings = mask_at(T_KINGS, 0);
  if (!fits(T_SCAT, 1, lore.half, lore.half)) return T_SCAT;
  lore.scat = T(T_SCAT, 0);
  if (size_of[T_DISCARD] != 11 || !within(T_DISCARD, 8, 3, 0, 1)) return T_DISCARD;
  u64 *masks = &lore.discardable;
  for (int n = 0; n < 4; n++) {
    masks[n] = mask_at(T_DISCARD, 2 * n);
    if (masks[n] & ~lore.all) return T_DISCARD;
  }
  if (!fits(T_FAULTS, FAULT_ROWS(lore.raises) * CALLS, 0, REASONS)) return T_FAULTS;
  clear(lore.words, 0, sizeof lore.words);
  for (int n = 0; n < size_of[T_FAULTS]; n++) lore.words[n / CALLS] |= (u8)(!T(T_FAULTS, n) << n % CALLS);
  if (!fits(T_OUTCOME, 3 * (total + 1), 0, EACH)) return T_OUTCOME;
  int kinds = size_of[T_HONOURS] / 4;
  if (size_of[T_HONOURS] % 4 != 1 || kinds > 4 || !within(T_HONOURS, 0, 1, 0, 1) || !fits_rows(T_HONOURS, 1, kinds, 4, honour_rows)) return T_HONOURS;
  for (int n = 0; n < kinds; n++) {
    lore.honours[n] = mask_at(T_HONOURS, 3 + 4 * n);
    if (lore.honours[n] & ~lore.all) return T_HONOURS;
  }
  if (size_of[T_GAME] != lore.games * 9 * 5 || !fits_rows(T_GAME, 0, lore.games * 9, 5, game_rows)) return T_GAME;
  if (!fits_lines(T_KING, lore.games * 3, 0)) return T_KING;
  if (!fits_lines(T_HONOUR_LINES, kinds * lore.games * 6, 0)) return T_HONOUR_LINES;
  if (!fits_lines(T_ULTIMO, lore.games * 3 * (lore.raises + 1) * 2, 0)) return T_ULTIMO;
  if (!fits_lines(T_ULTIMO_SILENT, lore.games * 3 * 4, 0)) return T_ULTIMO_SILENT;
  if (!fits_lines(T_VOLAT, lore.games * (lore.raises + 1) * 2, 0)) return T_VOLAT;
  if (!fits_lines(T_VOLAT_SILENT, lore.games * 2, 1) || !within(T_VOLAT_SILENT, lore.games * 6, 1, 0, 1)) return T_VOLAT_SILENT;
  if (size_of[T_REVOKE] != 11 + 2 * lore.games || !fits_rows(T_REVOKE, 0, 1, 10, revoke_row) ||
      !fits_rows(T_REVOKE, 10, lore.games, 2, lost_rows) || !within(T_REVOKE, 10 + 2 * lore.games, 1, 0, 1)) return T_REVOKE;
  return ENTRIES;
}

FAST

/* --- the game -------------------------------------------------------------------------------------------------- */

typedef struct {
  u64 hand[SEATS], dealt[SEATS], won[SEATS], deck, scat, bought, kept_back; /* the last two: of the talon, what the declarer has bought and what not */
  int node;
  int thirds[SEATS];
  signed char player, declarer, partner, king, keeper, leader, led, best, who, last_pagat, last_taker, by[2], contra[2];
  u8 phase, dealer, options, dealt_count, bid_made, first, kept, silent, on_table, tricks, lapsed;
  u8 raised[2], taken[SEATS], revoked[SEATS], revokes, early;
  u8 bids, words, scats, plays;
  u8 talon[2 * MAX_HALF], scat_list[MAX_HALF];
  u8 bid_seat[MAX_BIDS], bid[MAX_BIDS], word_seat[MAX_WORDS], word[MAX_WORDS], play[SEATS * MAX_HAND], play_seat[SEATS * MAX_HAND];
} Game;

static int of_cards(const Game *g, int place) { return (T(T_FOREHAND, g->dealer) + place) & 3; }

APART static void start_deal(Game *g, int dealer, int options) {
  clear(g, 0, sizeof *g);
  g->dealer = (u8)dealer, g->options = (u8)options;
  g->deck = lore.all;
  g->player = CHANCE;
  g->declarer = g->partner = g->king = g->keeper = g->led = g->best = g->last_pagat = g->last_taker = -1;
  g->by[0] = g->by[1] = g->contra[0] = g->contra[1] = -1;
}

static const int *node_of(const Game *g) { return &T(T_BIDDING, g->node * lore.row); }

APART static void deal_card(Game *g, int card) {
  int entry = g->options & KNOCKED ? T_ORDER_KNOCKED : T_ORDER;
  g->deck ^= bit(card);
  if (g->dealt_count < SEATS * lore.hand) g->hand[of_cards(g, T(entry, g->dealt_count))] |= bit(card);
  else g->talon[g->dealt_count - SEATS * lore.hand] = (u8)card;
  g->dealt_count++;
}

static void end_deal(Game *g) {
  for (int seat = 0; seat < SEATS; seat++) g->dealt[seat] = g->hand[seat];
  g->phase = P_BIDDING;
  g->player = (signed char)(node_of(g)[0] < 0 ? TERMINAL : of_cards(g, node_of(g)[0]));
  if (g->player < 0) g->phase = P_END;
}

APART static u64 half_of(const Game *g, int upper) {
  u64 found = 0;
  for (int n = 0; n < lore.half; n++) found |= bit(g->talon[n + (upper ? 0 : lore.half)]);
  return found;
}

static int upper_at(int fold) { return T(T_UPPER, fold); }

static u64 callable(u64 hand, int solo) {
  int right = T(T_KINGS, solo ? 2 : 3); /* may, must, may not call one's own */
  return right == 0 ? lore.kings : right == 1 ? lore.kings & hand : lore.kings & ~hand;
}

static int role(const Game *g, int seat) { return seat == g->declarer ? 0 : seat == g->partner ? 1 : 2; }

static void start_words(Game *g) {
  for (int seat = 0; seat < SEATS; seat++)
    if (seat != g->declarer && (g->hand[seat] & bit(g->king))) g->partner = (signed char)seat;
  g->phase = P_WORDS, g->player = g->declarer;
}

INLINE int announcer_after(const Game *g, int seat) {
  int first = g->options & FROM_FOREHAND ? T(T_FOREHAND, g->dealer) : g->declarer;
  if (first == g->declarer) first = (first + 1) & 3;
  if (seat == g->declarer) return first;
  int after = (seat + 1) & 3;
  if (after == g->declarer) after = (after + 1) & 3;
  return after == first ? g->declarer : after;
}

/* The row of `T_FAULTS` for the words of a feat: why each may not be said; 0 if it may. */
static inline int fault_row(const Game *g, int seat, int of) {
  int other = 1 - of, mine = role(g, seat), standing = 0;
  int stranger = g->by[other] >= 0 && role(g, g->by[other]) != mine;
  if (g->by[of] >= 0)
    standing = 1 + ((role(g, g->by[of]) * (lore.raises + 1) + g->raised[of]) * 2 + (g->by[of] == seat)) * 2 + (g->contra[of] == seat);
  return ((of * 3 + mine) * 2 + stranger) * STANDINGS(lore.raises) + standing;
}

INLINE int must_keep(const Game *g, int seat) {
  return seat == g->keeper && g->tricks < lore.hand - 1 && (g->hand[seat] & tarocks & ~bit(lore.pagat));
}

/* What the duties of a trick leave of a hand. */
INLINE u64 by_duty(const Game *g) {
  return by_law(g->hand[(int)g->player], g->on_table ? g->led : -1, g->best);
}

/* The cards that may be played: what the duties leave, but for a Pagat that must be kept. */
static u64 legal_cards(const Game *g) {
  u64 may = by_duty(g);
  return must_keep(g, g->player) ? may & ~bit(lore.pagat) : may;
}

/* The legal actions: cards by their bits, the others from that of passing on. */
typedef struct { u64 cards; u32 others; } Set;

static Set legal_set(const Game *g) {
  Set found = {0, 0};
  u64 hand = g->player >= 0 ? g->hand[(int)g->player] : 0;
  switch ((Phase)g->phase) {
  case P_DEAL: found.cards = g->deck; break;
  case P_BIDDING: {
    const int *node = node_of(g);
    for (int n = 0; n < lore.folds + 2; n++) {
      if (node[2 + 2 * n] < 0) continue;
      if (n && !callable(hand, n == lore.folds + 1)) continue;
      found.others |= 1u << n;
    }
    break;
  }
  case P_KING: found.cards = callable(hand, !g->kept); break;
  case P_PURCHASE: {
    int most = g->first + T(T_RAISES_MAX, 0) * T(T_RAISE, 0);
    if (most > lore.fold_max) most = lore.fold_max;
    found.others = 1u << (lore.keep - lore.pass);
    if (g->kept + T(T_RAISE, 0) <= most) found.others |= 1u << (lore.raise - lore.pass);
    break;
  }
  case P_SCAT: found.cards = hand & lore.discardable ? hand & lore.discardable : hand & lore.trumps_only; break;
  case P_WORDS:
    found.others = 1u << (lore.nothing - lore.pass);
    for (int of = 0; of < WORDS / CALLS; of++)
      found.others |= (u32)lore.words[fault_row(g, g->player, of)] << (lore.nothing + 1 + CALLS * of - lore.pass);
    break;
  case P_PLAY: found.cards = legal_cards(g); break;
  case P_END: break;
  }
  return found;
}

static int holds(const Set *set, int action) {
  return action < lore.cards ? (int)(set->cards >> lore.bit[action] & 1) : (int)(set->others >> (action - lore.pass) & 1);
}

static void end_bidding(Game *g, const int *node) {
  if (node[1] < 0) {
    if (g->options & NEXT_DEALS) start_deal(g, T(T_NEXT_DEALER, g->dealer), g->options);
    else g->phase = P_END, g->player = TERMINAL;
    return;
  }
  g->player = g->declarer = (signed char)of_cards(g, node[1]);
  g->first = g->kept = (u8)node[2];
  g->phase = P_KING;
}

INLINE void take_trick(Game *g) {
  int taker = g->who;
  u64 cards_in = 0;
  int sum = 0;
  g->last_pagat = -1;
  for (int n = g->plays - SEATS; n < g->plays; n++) {
    cards_in |= bit(g->play[n]);
    sum += worth[g->play[n]];
    if (g->play[n] == lore.pagat) g->last_pagat = (signed char)g->play_seat[n];
  }
  g->won[taker] |= cards_in, g->thirds[taker] += sum, g->taken[taker]++;
  g->last_taker = (signed char)taker;
  g->tricks++, g->on_table = 0;
  if (g->tricks == lore.hand) g->phase = P_END, g->player = TERMINAL;
  else g->player = g->leader = (signed char)taker;
}

/* Whether the scat breaks a rule, judged when it is whole. */
static int scat_fault(const Game *g) {
  u64 before = g->hand[(int)g->declarer] | g->scat;
  if (g->scat & lore.never) return 1;
  int suits_left = (before & lore.loose & ~g->scat) != 0;
  return (g->scat & tarocks & ~lore.never) && !T(T_DISCARD, suits_left ? 8 : 9);
}

static void add_revoke(Game *g, int seat) {
  for (int n = 0; n < g->revokes; n++)
    if (g->revoked[n] == seat) return;
  g->revoked[g->revokes++] = (u8)seat;
}

/* Plays a card to the trick. */
static inline void put_card(Game *g, int card) {
  int seat = g->player;
  g->hand[seat] ^= bit(card);
  if (!g->on_table) g->led = (signed char)card;
  if (!g->on_table || (takes_mask[(int)g->best] & bit(card))) g->best = (signed char)card, g->who = (signed char)seat;
  g->play_seat[g->plays] = (u8)seat, g->play[g->plays++] = (u8)card;
  if (++g->on_table == SEATS) take_trick(g);
  else g->player = (signed char)((seat + 1) & 3);
}

/* Does what is done; the action is one that the phase has, whether it is legal or not. */
static void apply(Game *g, int action) {
  int seat = g->player, card = action < lore.cards ? lore.bit[action] : -1;
  switch ((Phase)g->phase) {
  case P_DEAL:
    deal_card(g, card);
    if (!g->deck) end_deal(g);
    break;
  case P_BIDDING: {
    int bid = action - lore.pass, place = (seat - T(T_FOREHAND, g->dealer)) & 3;
    g->bid_seat[g->bids] = (u8)seat, g->bid[g->bids++] = (u8)action;
    if (bid) g->bid_made = 1;
    else if (T(T_LAPSE, 2 * place + (g->bid_made != 0))) g->lapsed |= (u8)(1 << seat);
    g->node = node_of(g)[2 + 2 * bid];
    const int *node = node_of(g);
    if (node[0] >= 0) g->player = (signed char)of_cards(g, node[0]);
    else end_bidding(g, node);
    break;
  }
  case P_KING:
    g->king = (signed char)card;
    g->phase = P_PURCHASE;
    if (!g->kept) {
      g->kept_back = half_of(g, 0) | half_of(g, 1);
      start_words(g);
    }
    break;
  case P_PURCHASE:
    if (action == lore.raise) {
      g->kept = (u8)(g->kept + T(T_RAISE, 0));
      break;
    }
    g->phase = P_SCAT;
    g->bought = half_of(g, upper_at(g->kept));
    g->hand[seat] |= g->bought;
    g->kept_back = half_of(g, !upper_at(g->kept));
    break;
  case P_SCAT:
    g->scat_list[g->scats++] = (u8)card;
    g->scat |= bit(card), g->hand[seat] ^= bit(card);
    if (g->scats == lore.scat) {
      if (scat_fault(g) && T(T_REVOKE, 10 + 2 * lore.games)) add_revoke(g, seat);
      start_words(g);
    }
    break;
  case P_WORDS: {
    if (action == lore.nothing) {
      if (++g->silent == SEATS) g->phase = P_PLAY, g->player = g->leader = (signed char)T(T_LEADER, g->dealer);
      else g->player = (signed char)announcer_after(g, seat);
      break;
    }
    int word = action - lore.nothing - 1, of = word / CALLS;
    g->word_seat[g->words] = (u8)seat, g->word[g->words++] = (u8)action;
    if (g->by[of] < 0) {
      g->by[of] = (signed char)seat;
    } else {
      if (!g->raised[of]) g->contra[of] = (signed char)seat;
      g->raised[of]++;
    }
    g->silent = 0;
    if (word == 0 && T(T_KEPT, 0)) g->keeper = (signed char)seat;
    break;
  }
  case P_PLAY: put_card(g, card); break;
  case P_END: break;
  }
}

/* Plays an action, whether legal or not, and keeps what was wrong with it. */
static void apply_anyway(Game *g, int action) {
  if (g->phase == P_PLAY) {
    int card = lore.bit[action];
    if (!(by_duty(g) & bit(card))) add_revoke(g, g->player);
    if (card == lore.pagat && must_keep(g, g->player)) g->early = 1;
  }
  apply(g, action);
}

static int is_full(const Game *g) { return g->bids == MAX_BIDS || g->words == MAX_WORDS; }

/* --- why ------------------------------------------------------------------------------------------------------- */

SMALL

static int bid_why(const Game *g, int action, int is_legal) {
  const int *node = node_of(g);
  int bid = action - lore.pass;
  if (bid >= 0 && bid <= lore.folds + 1 && node[2 + 2 * bid] < 0) return node[3 + 2 * bid];
  if (action == lore.pass) return why(W_PASS);
  if (bid < 0 || bid > lore.folds + 1) return why(W_GAMES);
  if (!is_legal) return why(action == lore.solo ? W_OWN_SOLO : W_OWN_DREIER);
  return why(node[1] ? W_OVERBID : W_GAMES);
}

static int scat_why(const Game *g, int action, int is_legal) {
  u64 card = action < lore.cards ? bit(lore.bit[action]) : 0;
  if (!(card & g->hand[(int)g->declarer])) return why(W_WHO);
  if (card & lore.never) return why(W_NEVER);
  if (card & tarocks) return why(is_legal ? W_TAROCK_ONLY : W_TAROCK);
  return why(W_FREE);
}

static int word_why(const Game *g, int action) {
  if (action <= lore.nothing) return why(W_TIME);
  int word = action - lore.nothing - 1, fault = T(T_FAULTS, fault_row(g, g->player, word / CALLS) * CALLS + word % CALLS);
  if (fault) return fault;
  return why(word % CALLS ? W_RAISES : word / CALLS ? W_VOLAT : W_ULTIMO);
}

static int play_why(const Game *g, int action) {
  u64 hand = g->hand[(int)g->player];
  int card = action < lore.cards ? lore.bit[action] : -1;
  if (card < 0 || !(hand & bit(card))) return why(W_HELD);
  if (card == lore.pagat && must_keep(g, g->player)) return why(W_KEPT);
  if (!g->on_table) return g->tricks ? 0 : why(W_LEADER);
  return why_played(hand, g->led, g->best);
}

/* By which reason an action is legal here, or is not. */
APART static int reason_of(const Game *g, int action) {
  Set set = legal_set(g);
  int is_legal = holds(&set, action);
  switch ((Phase)g->phase) {
  case P_DEAL: return why(W_PACK);
  case P_BIDDING: return bid_why(g, action, is_legal);
  case P_KING:
    if (action < lore.cards && (lore.kings & bit(lore.bit[action]))) return why(g->kept ? W_OWN_DREIER : W_OWN_SOLO);
    return why(W_CALLED);
  case P_PURCHASE: return why(action == lore.raise && !is_legal ? W_FOLD_MAX : W_CHANGE);
  case P_SCAT: return scat_why(g, action, is_legal);
  case P_WORDS: return word_why(g, action);
  case P_PLAY: return play_why(g, action);
  case P_END: break;
  }
  return 0;
}

FAST

/* --- the sheet ------------------------------------------------------------------------------------------------- */

enum { L_GAME, L_KING, L_ALL_THREE, L_ALL_FOUR, L_ULTIMO, L_VOLAT, L_REVOKE, MAX_LINES = 32 };

typedef struct { int reason, seats, points, why; } Line;

typedef struct {
  int count, total[SEATS], pay[SEATS];
  int side, thirds, won, remis, points, volat, king_lost, ultimo; /* volat: 0 none, 1 the declarer's side, 2 the others */
  Line line[MAX_LINES];
} Sheet;

static void write_line(Sheet *sheet, int reason, int seats, int points, int because) {
  if (!points || !seats || sheet->count == MAX_LINES) return;
  sheet->line[sheet->count++] = (Line){reason, seats, points, because};
}

static int side_of(const Sheet *sheet, int seat) { return sheet->side >> seat & 1 ? sheet->side : 15 & ~sheet->side; }

/* A row of the table: for `own` (1) or the `other` (2) seats. */
APART static void write_row(Sheet *sheet, int reason, int entry, int row, int own, int other) {
  int to = T(entry, 3 * row + 1);
  write_line(sheet, reason, (to & 1 ? own : 0) | (to & 2 ? other : 0), T(entry, 3 * row), T(entry, 3 * row + 2));
}

/* Who holds honours of a kind, of these hands; -1 if nobody does. */
static int holder_of(const Game *g, const u64 *hands, int kind, int side) {
  (void)g;
  for (int seat = 0; seat < SEATS; seat++) {
    u64 held = hands[seat];
    if (!T(T_HONOURS, 0))
      for (int other = 0; other < SEATS; other++)
        if ((side >> other & 1) == (side >> seat & 1)) held |= hands[other];
    if (ones(held & lore.honours[kind]) >= T(T_HONOURS, 2 + 4 * kind)) return seat;
  }
  return -1;
}

static void write_honours(const Game *g, Sheet *sheet, const u64 *hands) {
  int kinds = size_of[T_HONOURS] / 4;
  for (int kind = 0; kind < kinds; kind++) {
    int seat = holder_of(g, hands, kind, sheet->side);
    if (seat < 0) continue;
    int lapsed = g->lapsed >> seat & 1;
    if (lapsed && seat == g->declarer && !T(T_LAPSE, 8)) lapsed = 0;
    if (lapsed && holder_of(g, g->dealt, kind, sheet->side) != seat) lapsed = 0;
    int row = ((kind * lore.games + g->kept) * 3 + sheet->volat) * 2 + lapsed, side = side_of(sheet, seat);
    int to = T(T_HONOUR_LINES, 3 * row + 1);
    int seats = (to & 1 ? 1 << seat : 0) | (to & 2 ? side & ~(1 << seat) : 0) | (to & 4 ? 15 & ~side : 0);
    write_line(sheet, T(T_HONOURS, 1 + 4 * kind), seats, T(T_HONOUR_LINES, 3 * row), T(T_HONOUR_LINES, 3 * row + 2));
  }
}

static void write_ultimo(const Game *g, Sheet *sheet) {
  int by = g->by[0], maker = sheet->ultimo, at_volat = g->kept * 3 + sheet->volat;
  if (by >= 0) {
    int own = side_of(sheet, by), made = by == maker;
    write_row(sheet, L_ULTIMO, T_ULTIMO, (at_volat * (lore.raises + 1) + g->raised[0]) * 2 + made, own, 15 & ~own);
    if (maker >= 0 && !made) write_row(sheet, L_ULTIMO, T_ULTIMO_SILENT, at_volat * 4 + 3, side_of(sheet, maker), 15 & ~side_of(sheet, maker));
  } else if (maker >= 0) {
    int own = side_of(sheet, maker);
    write_row(sheet, L_ULTIMO, T_ULTIMO_SILENT, at_volat * 4 + role(g, maker), own, 15 & ~own);
  }
}

static void write_volat(const Game *g, Sheet *sheet) {
  int by = g->by[1], side = sheet->volat == 1 ? sheet->side : sheet->volat == 2 ? 15 & ~sheet->side : 0;
  if (by >= 0) {
    int own = side_of(sheet, by), made = side == own;
    write_row(sheet, L_VOLAT, T_VOLAT, (g->kept * (lore.raises + 1) + g->raised[1]) * 2 + made, own, 15 & ~own);
    if (side && !made) {
      write_row(sheet, L_VOLAT, T_VOLAT_SILENT, 2 * g->kept + 1, side, 15 & ~side);
    } else if (!made && T(T_VOLAT_SILENT, 6 * lore.games)) {
      int left = 0;
      for (int n = 0; n < sheet->count; n++)
        if (sheet->line[n].reason != L_GAME) sheet->line[left++] = sheet->line[n];
      sheet->count = left;
    }
  } else if (side) {
    write_row(sheet, L_VOLAT, T_VOLAT_SILENT, 2 * g->kept, side, 15 & ~side);
  }
}

static void write_fine(Sheet *sheet, int seat, int won) {
  int to = T(T_REVOKE, won ? 3 : 5), friends = side_of(sheet, seat) & ~(1 << seat), seats = 0;
  if (to & 1) seats |= 15 & ~(1 << seat);
  if (to & 2) seats |= friends;
  if ((to & 4) && ones((u64)friends) == 1) seats |= friends;
  if (seats && sheet->count < MAX_LINES) sheet->line[sheet->count++] = (Line){L_REVOKE, seats, T(T_REVOKE, 2), T(T_REVOKE, won ? 4 : 6)};
}

/* What a revoke changes: lines of its side are struck, and the seat is fined. */
static void write_revokes(const Game *g, Sheet *sheet, int king_home) {
  int sides[2], count = 0;
  for (int n = 0; n < g->revokes; n++) {
    int side = side_of(sheet, g->revoked[n]);
    if (!count || (count == 1 && sides[0] != side)) sides[count++] = side;
  }
  if (count > 1 && T(T_REVOKE, 0)) return;
  for (int n = 0; n < count; n++) {
    int left = 0, struck = 0, ours = sides[n] == sheet->side;
    for (int k = 0; k < sheet->count; k++) {
      Line *line = sheet->line + k;
      if (!(line->seats & ~sides[n]) && (T(T_REVOKE, 1) >> line->reason & 1)) struck |= 1 << line->reason;
      else sheet->line[left++] = *line;
    }
    sheet->count = left;
    if (T(T_REVOKE, 8) && king_home && ours == !T(T_REVOKE, 9))
      write_line(sheet, L_KING, 15 & ~sides[n], T(T_REVOKE, 10 + 2 * g->kept), T(T_REVOKE, 11 + 2 * g->kept));
    int won = sheet->won == ours || (struck >> L_ULTIMO & 1);
    int against = !won && (struck >> L_VOLAT & 1);
    for (int k = 0; k < g->revokes; k++)
      if (side_of(sheet, g->revoked[k]) == sides[n]) write_fine(sheet, g->revoked[k], won || (against && T(T_REVOKE, 7)));
  }
}

static int worth_of(u64 set) {
  int sum = 0;
  for (; set; set &= set - 1) sum += worth[lowest(set)];
  return sum;
}

/* What has happened in a game so far: sides, thirds, who has all tricks. */
static int count_facts(const Game *g, Sheet *sheet) {
  sheet->side = 1 << g->declarer | (g->partner >= 0 ? 1 << g->partner : 0);
  sheet->thirds = 0;
  int takers = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    if (sheet->side >> seat & 1) sheet->thirds += g->thirds[seat];
    if (g->taken[seat]) takers |= 1 << seat;
  }
  if (g->kept && T(T_BESIDE, 0)) sheet->thirds += worth_of(g->scat);
  if (T(T_BESIDE, g->kept ? 2 : 1)) sheet->thirds += worth_of(g->kept_back);
  return takers;
}

/* Where the called king was lost: in the talon unseen (0) or seen (1), in the tricks of those with whom he is not at
   home (2), or nowhere (-1). */
static int find_king(const Game *g, const Sheet *sheet) {
  u64 king = bit(g->king), home = 0, fallen = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    fallen |= g->won[seat];
    if ((sheet->side >> seat & 1) != T(T_LOST, 3)) home |= g->won[seat];
  }
  return g->kept_back & king ? g->kept > g->first : (fallen & king) && !(home & king) ? 2 : -1;
}

/* Writes the lines that follow from what happened, and sums them. */
APART static void write_lines(const Game *g, Sheet *sheet, int revokes, int king_home) {
  sheet->count = 0;
  sheet->won = T(T_OUTCOME, 3 * sheet->thirds), sheet->remis = T(T_OUTCOME, 3 * sheet->thirds + 1), sheet->points = T(T_OUTCOME, 3 * sheet->thirds + 2);
  if (sheet->volat) sheet->won = sheet->volat == 1, sheet->remis = 0;
  int end = sheet->won ? 0 : sheet->remis ? 1 : 2;
  const int *row = &T(T_GAME, 5 * ((g->kept * 3 + sheet->volat) * 3 + end));
  int to = sheet->won ? sheet->side : 15 & ~sheet->side, points = row[0] ? sheet->points : 0;
  write_line(sheet, L_GAME, to, points * row[0] + row[1], points ? row[4] : row[3]);
  if (sheet->king_lost) write_row(sheet, L_KING, T_KING, g->kept * 3 + sheet->volat, sheet->side, 15 & ~sheet->side);
  u64 hands[SEATS];
  for (int seat = 0; seat < SEATS; seat++) hands[seat] = g->dealt[seat];
  if (g->kept) hands[(int)g->declarer] = (g->dealt[(int)g->declarer] | g->bought) & ~g->scat;
  write_honours(g, sheet, hands);
  write_ultimo(g, sheet);
  write_volat(g, sheet);
  if (revokes && g->revokes) write_revokes(g, sheet, king_home);
  int sum = 0;
  for (int seat = 0; seat < SEATS; seat++) {
    sheet->total[seat] = 0;
    for (int n = 0; n < sheet->count; n++)
      if (sheet->line[n].seats >> seat & 1) sheet->total[seat] += sheet->line[n].points;
    sum += sheet->total[seat];
  }
  for (int seat = 0; seat < SEATS; seat++) sheet->pay[seat] = T(T_ZERO_SUM, 0) ? SEATS * sheet->total[seat] - sum : sheet->total[seat];
}

/* Settles a finished game that somebody has played. */
APART static void settle(const Game *g, int revokes, Sheet *sheet) {
  int takers = count_facts(g, sheet);
  sheet->volat = 0;
  if (T(T_PARTY, 0) ? !(takers & sheet->side) || !(takers & ~sheet->side) : ones((u64)takers) == 1)
    sheet->volat = takers & sheet->side ? 1 : 2;
  int lies = find_king(g, sheet);
  sheet->king_lost = lies >= 0 && T(T_LOST, lies);
  sheet->ultimo = g->last_pagat;
  if (g->last_pagat >= 0 && g->last_taker != g->last_pagat) {
    int friends = (sheet->side >> g->last_pagat & 1) == (sheet->side >> g->last_taker & 1);
    if (T(T_LOST_TO, friends ? 0 : 1)) sheet->ultimo = -1;
  }
  write_lines(g, sheet, revokes, lies < 0);
}

static int may_be_told(const Game *g) { return g->phase == P_PLAY || g->phase == P_SCAT; }

#include "frame.h"

SMALL

/* Writes where the game stands: phase, who is to act, dealer, declarer, partner, king, who takes the trick. */
API(look) int look(void) {
  if (!begun) return NO_TABLE;
  int told[] = {game.phase, game.player, game.dealer, game.declarer, game.partner,
                game.king < 0 ? -1 : lore.card[(int)game.king], game.on_table ? game.who : game.phase == P_END ? game.last_taker : -1, game.revokes};
  for (unsigned n = 0; n < sizeof told / sizeof *told; n++) box[n] = told[n];
  return (int)(sizeof told / sizeof *told);
}

/* Poses a question about one hand, of which `legal`, `reason` and `look` can be asked then: in the box stand the phase, the
   tricks before, whether its holder has announced ultimo, his folds, the cards on the table and how many, and the hand. */
API(pose) int pose(int count) {
  enum { HEAD = 5 };
  int phase = box[0], on_table = box[4];
  if (!learnt) return NO_TABLE;
  begun = 0;
  if (phase < P_KING || phase > P_PLAY || box[1] < 0 || box[1] >= lore.hand || box[3] < 0 || box[3] > lore.fold_max ||
      on_table < 0 || on_table > SEATS || count < HEAD + on_table || count > BOX) return BAD_SHAPE;
  start_deal(&game, 0, 0);
  game.phase = (u8)phase, game.tricks = (u8)box[1], game.kept = (u8)box[3], game.player = game.declarer = 0;
  for (int n = HEAD; n < count; n++) {
    int lies = n < HEAD + on_table, seat = (lies ? n - HEAD : on_table) & 3;
    if (box[n] < 0 || box[n] >= lore.cards) return BAD_ACTION;
    game.hand[seat] |= bit(lore.bit[box[n]]);
    if (lies && phase == P_PLAY) apply(&game, box[n]);
  }
  if (box[2]) game.keeper = game.player;
  past_count = 0, begun = 2;
  return OK;
}

/* Settles the finished game into the box; how many numbers, 0 where all have passed. */
API(sheet) int write_sheet(int revokes) {
  if (!begun) return NO_TABLE;
  if (game.phase != P_END) return NOT_THERE;
  if (game.declarer < 0) return 0;
  static Sheet made;
  settle(&game, revokes, &made);
  int count = 0;
  for (int seat = 0; seat < SEATS; seat++) box[count++] = made.total[seat];
  for (int seat = 0; seat < SEATS; seat++) box[count++] = made.pay[seat];
  int told[] = {made.side, made.thirds, made.won, made.remis, made.points, made.volat, made.king_lost, made.ultimo};
  for (unsigned n = 0; n < sizeof told / sizeof *told; n++) box[count++] = told[n];
  box[count++] = game.early;
  box[count++] = game.revokes;
  for (int n = 0; n < SEATS; n++) box[count++] = n < game.revokes ? game.revoked[n] : -1;
  box[count++] = made.count;
  for (int n = 0; n < made.count; n++) {
    int line[] = {made.line[n].reason, made.line[n].seats, made.line[n].points, made.line[n].why};
    for (int k = 0; k < 4; k++) box[count++] = line[k];
  }
  return count;
}

FAST

/* --- what one seat sees ---------------------------------------------------------------------------------------- */

SMALL

/* All that a player has seen and heard; machines are given this and nothing else. */
typedef struct {
  int player, dealer, options, declarer, king, first, kept, raises, left_upper, actor, silent;
  Phase phase;
  u64 hand, dealt, discard, left; /* of the scat what he has seen; of the talon what all have */
  u64 half[2];                    /* the halves that he has seen, the lower first */
  u8 seen_half[2], half_list[2][MAX_HALF], scats, scat_list[MAX_HALF];
  u8 bids, words, plays;
  u8 bid_seat[MAX_BIDS], bid[MAX_BIDS], word_seat[MAX_WORDS], word[MAX_WORDS], play[SEATS * MAX_HAND], play_seat[SEATS * MAX_HAND];
  Set legal;
} View;

static void see_half(const Game *g, View *v, int fold) {
  int upper = upper_at(fold);
  v->seen_half[upper] = 1, v->half[upper] = half_of(g, upper);
  for (int n = 0; n < lore.half; n++) v->half_list[upper][n] = g->talon[n + (upper ? 0 : lore.half)];
}

static void see(const Game *g, int player, View *v) {
  clear(v, 0, sizeof *v);
  v->player = player, v->dealer = g->dealer, v->options = g->options, v->declarer = g->declarer, v->phase = g->phase;
  v->king = g->king, v->actor = g->player, v->silent = g->silent;
  v->hand = g->hand[player], v->dealt = g->phase == P_DEAL ? g->hand[player] : g->dealt[player];
  if (g->first && g->phase != P_KING) {
    v->first = g->first, v->kept = g->kept;
    v->raises = (g->kept - g->first) / T(T_RAISE, 0);
    if (player == g->declarer) {
      for (int fold = g->first; fold <= g->kept; fold += T(T_RAISE, 0)) see_half(g, v, fold);
      v->discard = g->scat;
    } else if (g->scats == lore.scat && T(T_DISCARD, 10)) {
      v->discard = g->scat & tarocks;
    }
    for (int n = 0; n < g->scats; n++)
      if (v->discard & bit(g->scat_list[n])) v->scat_list[v->scats++] = g->scat_list[n];
    if ((g->options & LEFT_SHOWN) && g->kept > g->first && g->phase != P_PURCHASE) {
      v->left_upper = upper_at(g->kept - T(T_RAISE, 0));
      v->left = half_of(g, v->left_upper);
      for (int n = 0; n < lore.half; n++) v->half_list[v->left_upper][n] = g->talon[n + (v->left_upper ? 0 : lore.half)];
    }
  }
  v->bids = g->bids, v->words = g->words, v->plays = g->plays;
  for (int n = 0; n < g->bids; n++) v->bid_seat[n] = g->bid_seat[n], v->bid[n] = g->bid[n];
  for (int n = 0; n < g->words; n++) v->word_seat[n] = g->word_seat[n], v->word[n] = g->word[n];
  for (int n = 0; n < g->plays; n++) v->play_seat[n] = g->play_seat[n], v->play[n] = g->play[n];
  if (g->player == player) v->legal = legal_set(g);
}

static int list_cards(u64 cards_in, int *to) {
  int count = 0;
  for (int action = 0; action < lore.cards; action++)
    if (cards_in >> lore.bit[action] & 1) to[1 + count++] = action;
  to[0] = count;
  return 1 + count;
}

/* Writes a row of cards as they lie. */
static int list_row(const u8 *row, int count, int *to) {
  to[0] = count;
  for (int n = 0; n < count; n++) to[1 + n] = lore.card[row[n]];
  return 1 + count;
}

static int list_pairs(const u8 *who, const u8 *what, int count, int are_cards, int *to) {
  to[0] = count;
  for (int n = 0; n < count; n++) to[1 + 2 * n] = who[n], to[2 + 2 * n] = are_cards ? lore.card[what[n]] : what[n];
  return 1 + 2 * count;
}

/* Writes all that a seat knows into the box; how many numbers. */
API(seen) int seen(int seat) {
  static View view;
  if (!begun) return NO_TABLE;
  if (seat < 0 || seat >= SEATS) return BAD_SEAT;
  see(&game, seat, &view);
  int told[] = {view.player, view.dealer, view.declarer, view.phase, view.king < 0 ? -1 : lore.card[view.king], view.first, view.kept}, count = 0;
  for (unsigned n = 0; n < sizeof told / sizeof *told; n++) box[count++] = told[n];
  count += list_cards(view.hand, box + count);
  count += list_cards(view.dealt, box + count);
  count += list_pairs(view.bid_seat, view.bid, view.bids, 0, box + count);
  int halves = seat == game.declarer && view.first ? 1 + view.raises : 0;
  box[count++] = halves;
  for (int n = 0; n < halves; n++) count += list_row(view.half_list[upper_at(view.first + n * T(T_RAISE, 0))], lore.half, box + count);
  count += list_row(view.scat_list, view.scats, box + count);
  count += list_row(view.half_list[view.left_upper], view.left ? lore.half : 0, box + count);
  count += list_pairs(view.word_seat, view.word, view.words, 0, box + count);
  count += list_pairs(view.play_seat, view.play, view.plays, 1, box + count);
  box[count] = list_set(&view.legal, box + count + 1);
  return count + 1 + box[count];
}

/* Turns hands by seat and the talon, in the box, into the order of dealing of the game that has begun. */
API(arrange) int arrange(int count) {
  if (!begun) return NO_TABLE;
  if (count != lore.cards) return BAD_SHAPE;
  int from[SEATS], entry = game.options & KNOCKED ? T_ORDER_KNOCKED : T_ORDER;
  static int order[ALL_CARDS];
  for (int seat = 0; seat < SEATS; seat++) from[seat] = seat * lore.hand;
  for (int n = 0; n < SEATS * lore.hand; n++) order[n] = box[from[of_cards(&game, T(entry, n))]++];
  for (int n = SEATS * lore.hand; n < count; n++) order[n] = box[n];
  for (int n = 0; n < count; n++) box[n] = order[n];
  return count;
}

FAST

/* --- chance ---------------------------------------------------------------------------------------------------- */

/* The n-th bit of a set from below: first its byte, by sums over the bytes before, and no branch that nobody foresees. */
INLINE int bit_number(u64 set, int n) {
  const u64 bytes = 0x0101010101010101ull;
  u64 sums = set - (set >> 1 & 0x5555555555555555ull);
  sums = (sums & 0x3333333333333333ull) + (sums >> 2 & 0x3333333333333333ull);
  sums = ((sums + (sums >> 4)) & 0x0F0F0F0F0F0F0F0Full) * bytes;
  int place = 8 * ones((((u64)n * bytes | 128 * bytes) - sums) & 128 * bytes);
  int byte = (int)(set >> place & 255), from_top = ones((u64)byte) - (n - (int)(sums << 8 >> place & 255));
  return place + lowest(top_up[byte][from_top]);
}

static int random_of(u64 set) { return bit_number(set, (int)next((u32)ones(set))); }

/* Deals a whole pack at random. */
static void deal_all(Game *g) {
  u8 order[ALL_CARDS];
  int entry = g->options & KNOCKED ? T_ORDER_KNOCKED : T_ORDER, dealt = SEATS * lore.hand, forehand = of_cards(g, 0);
  shuffle(g->deck, order);
  for (int n = 0; n < dealt; n++) g->hand[(forehand + T(entry, n)) & 3] |= bit(order[n]);
  for (int n = dealt; n < lore.cards; n++) g->talon[n - dealt] = order[n];
  g->deck = 0, g->dealt_count = (u8)lore.cards;
  end_deal(g);
}

/* Plays all cards at random; how many. */
FLAT static int play_cards(Game *g) {
  int count = 0;
  for (u64 may; g->phase == P_PLAY && (may = legal_cards(g)); count++) put_card(g, random_of(may));
  return count;
}

/* Plays so many games at random, from the deal to the sheet; the actions of the players, by which games are counted
   alike everywhere, with a sum over their sheets in the box. */
API(simulate) FLAT int simulate(int games, int low, int high) {
  if (!learnt) return NO_TABLE;
  static Game one;
  static Sheet made;
  u32 sum = 0;
  int actions = 0, dead = 0, passed = 0;
  throw(low, high);
  for (int n = 0; n < games; n++) {
    start_deal(&one, n & 3, n >> 2 & 15 & ~NEXT_DEALS);
    deal_all(&one);
    while (one.phase != P_END && !is_full(&one)) {
      if (one.phase == P_PLAY) {
        actions += play_cards(&one);
        break;
      }
      Set set = legal_set(&one);
      u64 either = set.cards ? set.cards : set.others; /* no phase has both */
      if (!either) break;
      int pick = random_of(either);
      apply(&one, set.cards ? lore.card[pick] : lore.pass + pick);
      actions++;
    }
    if (one.phase != P_END) { dead++; continue; }
    if (one.declarer < 0) { passed++; continue; }
    settle(&one, 0, &made);
    for (int seat = 0; seat < SEATS; seat++) sum = sum * 31 + (u32)made.pay[seat];
  }
  box[0] = (int)sum, box[1] = dead, box[2] = passed;
  return actions;
}
