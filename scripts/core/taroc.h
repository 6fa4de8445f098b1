/* A whole game of Taroc with 78 cards, from the deal to the sheet, by a table that Python compiles from the rules.
 *
 * As in `game.h` no rule and no number of the game stands here. The Excuse lies outside the suits: the law of the suits is
 * asked about the other cards, and its own duties are looked up.
 */

enum { MAGIC = 0x7A70C, VERSION = 1 };

/* The entries of the table, in order. */
enum {
  T_ACTIONS, T_BITS, T_LAW, T_EXCUSE, T_EXCUSE_DUTIES, T_HAND, T_ORDER, T_LEADER, T_LAID, T_DISCARD, T_TOGETHER, T_ROWS,
  T_FURTHER, T_SETS, T_BONUSES, T_PRICES, T_ONCE, T_EXCHANGE, T_KINDS, T_POINTS, T_OWNER, T_PAGAT, T_REVOKE, T_SHARE, T_LONE,
  T_REASONS, ENTRIES
};

/* The reasons that are given here, by their places in `T_REASONS`. */
typedef enum {
  W_PACK, W_WHO, W_NEED, W_NEVER, W_NO_EXCUSE, W_NO_TAROCK, W_FREE, W_TIME, W_KINDS, W_NOT_HELD, W_LAID_AWAY, W_HELD, W_FOLLOW,
  W_FOLLOW_TAROCK, W_MUST_TAROCK, W_OVERTAKE, W_VOID_SUIT, W_VOID_TAROCK, W_LEADER, WHYS
} Why;

typedef enum { P_DEAL, P_DISCARD, P_HONOURS, P_PLAY, P_END } Phase;
enum { ALL_OPTIONS = 0 };

#include "grand.h"

enum { MAX_LAID = 8, MAX_HONOURS = 63, MAX_SETS = 8, SET_WIDTH = 9, PRICE_WIDTH = 3, ROLE_LINES = 2 }; /* the last: of rows */

/* Often asked, out of the table. */
static struct {
  int laid;
  Cards free, of_need, never;
} own;

/* --- the table ------------------------------------------------------------------------------------------------- */

SMALL

static const int together_rows[2][2] = {{0, 2}, {0, REASONS}};
static const int set_rows[SET_WIDTH][2] = {
  {-ANY - ANY, ANY - 1 + ANY}, {-ANY - ANY, ANY - 1 + ANY}, {-ANY - ANY, ANY - 1 + ANY}, {-ANY - ANY, ANY - 1 + ANY},
  {0, ALL_CARDS}, {0, ALL_CARDS}, {0, ALL_CARDS + MAX_HONOURS}, {0, ALL_CARDS + MAX_HONOURS}, {0, 2},
};
static const int price_rows[PRICE_WIDTH][2] = {{0, MOST}, {0, 1}, {0, REASONS}};
static const int kind_rows[3][2] = {{0, 255}, {-255, 255}, {0, 1}};
/* Says if actions of an entry are honours, or none. */
static int fits_honours(int entry, int from, int count) {
  for (int n = from; n < from + count; n++)
    if (T(entry, n) && (T(entry, n) <= lore.words || T(entry, n) >= lore.count)) return 0;
  return 1;
}

static int fits_roles(int entry, int count) {
  return size_of[entry] == count * ROLE_LINES * ROLE_WIDTH && fits_rows(entry, 0, count * ROLE_LINES, ROLE_WIDTH, role_rows);
}

static int wrong_entry(void) {
  int wrong = wrong_pack();
  if (wrong < ENTRIES) return wrong;
  int honours = lore.count - lore.words - 1;
  if (lore.words != lore.cards || honours < 0 || honours > MAX_HONOURS) return T_ACTIONS;
  if (lore.excuse < 0) return T_EXCUSE;
  if (!fits(T_LAID, 1, 1, MAX_LAID)) return T_LAID;
  own.laid = T(T_LAID, 0);
  if (SEATS * lore.hand + own.laid != lore.cards) return T_LAID;
  if (!fits(T_ORDER, SEATS * lore.cards, 0, SEATS - 1)) return T_ORDER;
  for (int dealer = 0; dealer < SEATS; dealer++) {
    int dealt[SEATS] = {0};
    for (int n = 0; n < lore.cards; n++)
      if (++dealt[T(T_ORDER, dealer * lore.cards + n)] > lore.hand + (T(T_ORDER, dealer * lore.cards + n) == dealer ? own.laid : 0)) return T_ORDER;
  }
  if (!fits(T_LEADER, SEATS, 0, SEATS - 1)) return T_LEADER;
  if (size_of[T_DISCARD] != 13 || !within(T_DISCARD, 12, 1, 0, 1)) return T_DISCARD;
  own.free = mask_at(T_DISCARD, 0), own.of_need = mask_at(T_DISCARD, 4), own.never = mask_at(T_DISCARD, 8);
  if ((own.free | own.of_need | own.never) & ~lore.all) return T_DISCARD;
  int trumps = ones(tarocks);
  if (size_of[T_TOGETHER] != (trumps + 1) * 4 * 2 || !fits_rows(T_TOGETHER, 0, (trumps + 1) * 4, 2, together_rows)) return T_TOGETHER;
  if (size_of[T_ROWS] != 2 * (trumps + 2) + 1 || !within(T_ROWS, 2 * (trumps + 2), 1, 0, 1) || !fits_honours(T_ROWS, 0, 2 * (trumps + 2))) return T_ROWS;
  if (size_of[T_FURTHER] != 5 + trumps || !within(T_FURTHER, 4, 1, 0, 3) || !within(T_FURTHER, 5, trumps, TAROCKS_FROM, ALL_CARDS - 1)) return T_FURTHER;
  if (mask_at(T_FURTHER, 0) & ~lore.all) return T_FURTHER;
  int sets = size_of[T_SETS] / SET_WIDTH;
  if (size_of[T_SETS] % SET_WIDTH || sets > MAX_SETS || !fits_rows(T_SETS, 0, sets, SET_WIDTH, set_rows)) return T_SETS;
  for (int n = 0; n < sets; n++)
    if ((mask_at(T_SETS, SET_WIDTH * n) & ~lore.all) || !fits_honours(T_SETS, SET_WIDTH * n + 6, 2)) return T_SETS;
  if (!fits(T_BONUSES, honours + 1, 0, REASONS)) return T_BONUSES;
  if (size_of[T_PRICES] != 1 + honours * 4 * PRICE_WIDTH || !fits_rows(T_PRICES, 1, honours * 4, PRICE_WIDTH, price_rows)) return T_PRICES;
  if (!fits(T_ONCE, 1, 0, 1)) return T_ONCE;
  if (size_of[T_EXCHANGE] != 3 || !within(T_EXCHANGE, 0, 1, 0, MAX_HAND) || !within(T_EXCHANGE, 1, 2, 0, 1)) return T_EXCHANGE;
  if (size_of[T_KINDS] != 3 * (lore.cards + 1) || !fits_rows(T_KINDS, 0, lore.cards + 1, 3, kind_rows)) return T_KINDS;
  int least = 0, most = 0;
  for (int n = 0; n < lore.cards; n++) {
    int thirds = T(T_KINDS, 3 * n + 1);
    if (thirds < 0) least += thirds; else most += thirds;
  }
  int plain = T(T_KINDS, 3 * lore.cards + 1), moved = T(T_EXCHANGE, 0) * (plain < 0 ? -plain : plain);
  if (size_of[T_POINTS] != most - least + 2 * moved + 4 || T(T_POINTS, 0) != least - moved || !within(T_POINTS, 1, 1, 0, 1) ||
      !within(T_POINTS, 2, 1, 0, ALL_CARDS) || !within(T_POINTS, 3, size_of[T_POINTS] - 3, -MOST, MOST)) return T_POINTS;
  if (!fits(T_OWNER, 1, 0, 1)) return T_OWNER;
  if (!fits_roles(T_PAGAT, 3)) return T_PAGAT;
  if (size_of[T_REVOKE] != 2 + 3 * ROLE_LINES * ROLE_WIDTH || !within(T_REVOKE, 0, 1, 0, 31) || !within(T_REVOKE, 1, 1, 0, 1) ||
      !fits_rows(T_REVOKE, 2, 3 * ROLE_LINES, ROLE_WIDTH, role_rows)) return T_REVOKE;
  if (size_of[T_SHARE] != 4 || !within(T_SHARE, 0, 1, 0, MOST) || !within(T_SHARE, 1, 1, 0, 1) || !within(T_SHARE, 2, 1, 0, 15) || !within(T_SHARE, 3, 1, 0, REASONS)) return T_SHARE;
  if (size_of[T_LONE] != 5 || !within(T_LONE, 0, 1, 0, MOST) || !within(T_LONE, 1, 1, 0, 1) || !within(T_LONE, 2, 1, 0, ALL_CARDS) || !within(T_LONE, 3, 1, 0, 15) ||
      !within(T_LONE, 4, 1, 0, REASONS)) return T_LONE;
  return fits(T_REASONS, WHYS, 0, REASONS) ? ENTRIES : T_REASONS;
}

FAST

/* --- the game -------------------------------------------------------------------------------------------------- */

typedef struct {
  Cards hand[SEATS], won[SEATS], deck, laid;
  u64 held[SEATS], said[SEATS]; /* honours, a bit each from the first */
  signed char player, led, best, who, excuse_by, receiver, pagat_by, pagat_to, last_taker;
  u8 phase, dealer, options, dealt_count, laid_count, on_table, tricks, given, pagat_last, with_excuse; /* the last: seats that hold it after the discard */
  u8 taken[SEATS], plain[SEATS];
  u8 revokes, revoked[WHOLE_HAND]; /* seat, whether he took the trick (4), whose Pagat he took (8 more than the seat, at 8) */
  u8 plays, play[WHOLE_HAND], play_seat[WHOLE_HAND], fault[WHOLE_HAND];
} Game;

#include "excuse.h"

APART static void start_deal(Game *g, int dealer, int options) {
  clear(g, 0, sizeof *g);
  g->dealer = (u8)dealer, g->options = (u8)options;
  g->deck = lore.all;
  g->player = CHANCE;
  g->led = g->best = g->who = g->excuse_by = g->receiver = g->pagat_by = g->pagat_to = g->last_taker = -1;
}

/* The trumps of a hand that may be discarded together; the row of the table has the reason. */
static const int *together_row(Cards whole) {
  int excuse = (whole & lore.excuse_bit) != 0, pagat = (whole & bit(lore.pagat)) != 0;
  return &T(T_TOGETHER, ((ones(whole & tarocks) * 2 + excuse) * 2 + pagat) * 2);
}

static Cards together(Cards whole) {
  int which = together_row(whole)[0];
  return which ? whole & (which == 2 ? tarocks | lore.excuse_bit : tarocks) : 0;
}

/* The cards out of which all that is discarded may be, and contains what is laid away; 0 if there are none. */
static Cards fitting(Cards whole, Cards laid) {
  Cards group[2] = {whole & own.free, together(whole)}, found = 0;
  for (int n = 0; n < 2; n++)
    if (ones(group[n]) >= own.laid && !(laid & ~group[n])) found |= group[n];
  return found;
}

static int is_due_of_need(Cards whole) { return ones(whole & own.free) < own.laid && ones(together(whole)) < own.laid; }

static Cards discardable(const Game *g) {
  Cards hand = g->hand[(int)g->player], found = fitting(hand | g->laid, g->laid);
  if (found) return found & ~g->laid;
  return hand & own.free ? hand & own.free : hand & own.of_need;
}

static u64 honour(int action) { return action ? 1ull << (action - lore.words - 1) : 0; }

/* How many further trumps a hand has that count beside those of the row. */
static int count_further(Cards hand) {
  int mode = T(T_FURTHER, 4), trumps = ones(tarocks);
  Cards found = 0;
  if (mode == 3) found = hand & tarocks;
  for (int n = 0; (mode == 1 || mode == 2) && n < trumps && (hand & bit(T(T_FURTHER, 5 + n))); n++) found |= bit(T(T_FURTHER, 5 + n));
  for (int n = trumps; mode == 2 && n-- && (hand & bit(T(T_FURTHER, 5 + n)));) found |= bit(T(T_FURTHER, 5 + n));
  return ones(found & ~mask_at(T_FURTHER, 0));
}

/* The honours of a hand from which cards were laid away. */
static u64 honours_of(Cards hand, Cards laid) {
  int trumps = ones(tarocks), excuse = (hand & lore.excuse_bit) != 0, sets = size_of[T_SETS] / SET_WIDTH;
  Cards three = mask_at(T_FURTHER, 0);
  u64 found = honour(T(T_ROWS, trumps + 2 + ones(hand & tarocks) + (excuse && T(T_ROWS, 2 * (trumps + 2)))));
  if (!(three & ~hand)) {
    int count = ones(three) + count_further(hand);
    if (count < trumps + 2) found |= honour(T(T_ROWS, count));
  }
  for (int n = 0; n < sets; n++) {
    const int *row = &T(T_SETS, SET_WIDTH * n);
    Cards set = mask_at(T_SETS, SET_WIDTH * n);
    int held = ones(set & hand);
    if (held >= row[4]) found |= honour(row[6]);
    else if (excuse && held >= row[5] && !(row[8] == 1 && (set & laid))) found |= honour(row[7]);
  }
  return found;
}

static Cards laid_by(const Game *g, int seat) { return seat == g->dealer ? g->laid : 0; }

APART static Set legal_set(const Game *g) {
  Set found = {0, 0};
  switch ((Phase)g->phase) {
  case P_DEAL: found.cards = g->deck; break;
  case P_DISCARD: found.cards = discardable(g); break;
  case P_HONOURS: found.others = 1 | (g->held[(int)g->player] & ~g->said[(int)g->player]) << 1; break;
  case P_PLAY: found.cards = legal_cards(g); break;
  case P_END: break;
  }
  return found;
}

static int kind_of(int place, int column) { return T(T_KINDS, 3 * lore.card[place] + column); }

/* Notes what a trick brings: whose it is, what is given for the Excuse, what becomes of the Pagat, who revoked. */
static void take_trick(Game *g) {
  int taker = g->who, laid = 0, first = g->plays - SEATS, returned = -1;
  for (int n = first; n < g->plays; n++) {
    int seat = g->play_seat[n];
    if (!g->fault[n] || !(T(T_REVOKE, 0) & g->fault[n])) continue;
    int pagat_of = -1;
    for (int k = first; k < g->plays; k++)
      if (g->play[k] == lore.pagat && g->play_seat[k] != seat && seat == taker && T(T_REVOKE, 1)) pagat_of = g->play_seat[k];
    g->revoked[g->revokes++] = (u8)(seat | (seat == taker ? 4 : 0) | (pagat_of >= 0 ? 8 * (pagat_of + 1) : 0));
    if (pagat_of >= 0) returned = pagat_of;
  }
  for (int n = first; n < g->plays; n++) {
    int card = g->play[n], seat = g->play_seat[n], keeps = card == lore.excuse || (card == lore.pagat && seat == returned);
    g->won[keeps ? seat : taker] |= bit(card);
    g->plain[taker] = (u8)(g->plain[taker] + !kind_of(card, 2));
    if (card == lore.excuse) laid = 1, g->excuse_by = (signed char)seat, g->receiver = (signed char)(T(T_EXCHANGE, 1) ? g->dealer : taker);
    if (card == lore.pagat && seat != returned) g->pagat_by = (signed char)seat, g->pagat_to = (signed char)taker, g->pagat_last = g->tricks + 1 == lore.hand;
  }
  if (g->excuse_by >= 0 && (laid || T(T_EXCHANGE, 2))) {
    int most = T(T_EXCHANGE, 0), plain = g->plain[(int)g->excuse_by];
    if (plain < most) most = plain;
    if (most > g->given) g->given = (u8)most;
  }
  g->taken[taker]++, g->last_taker = (signed char)taker;
  g->tricks++, g->on_table = 0;
  if (g->tricks == lore.hand) {
    g->phase = P_END, g->player = TERMINAL;
    return;
  }
  g->player = (signed char)taker;
  pass_lead(g);
}

/* Does what is done; the action is one that the phase has, whether it is legal or not. */
APART static void apply(Game *g, int action) {
  int seat = g->player, card = action < lore.cards ? lore.bit[action] : -1;
  switch ((Phase)g->phase) {
  case P_DEAL:
    g->deck ^= bit(card);
    g->hand[T(T_ORDER, g->dealer * lore.cards + g->dealt_count++)] |= bit(card);
    if (!g->deck) g->phase = P_DISCARD, g->player = (signed char)g->dealer;
    break;
  case P_DISCARD:
    g->hand[seat] ^= bit(card), g->laid |= bit(card);
    if (++g->laid_count < own.laid) break;
    g->phase = P_HONOURS;
    for (int n = 0; n < SEATS; n++) {
      g->held[n] = honours_of(g->hand[n], laid_by(g, n));
      if (g->hand[n] & lore.excuse_bit) g->with_excuse |= (u8)(1 << n);
    }
    break;
  case P_HONOURS:
    if (action != lore.words) {
      g->said[seat] |= honour(action);
      break;
    }
    g->player = (signed char)next_seat(seat, 1);
    if (g->player != g->dealer) break;
    g->phase = P_PLAY, g->player = (signed char)T(T_LEADER, g->dealer);
    pass_lead(g);
    break;
  case P_PLAY:
    if (lay(g, card)) take_trick(g);
    break;
  case P_END: break;
  }
}

/* Plays a card, whether legal or not, and keeps which duty it breaks: a bit of `law`, none for those of the Excuse. */
static void apply_anyway(Game *g, int action) {
  int card = lore.bit[action], led = of_suits(g);
  Cards hand = g->hand[(int)g->player], rest = hand & ~lore.excuse_bit;
  if (card != lore.excuse && led >= 0 && !(rest != hand && excuse_row(rest, led)[0]) && !(by_law(rest, led, g->best) & bit(card))) {
    int asked = rest & suit_mask[suit_of[led]] ? suit_of[led] : TAROCK;
    int duty = suit_of[card] == asked ? MUST_OVERTAKE : asked != TAROCK ? FOLLOW_SUIT : suit_of[led] == TAROCK ? FOLLOW_TAROCK : MUST_TAROCK;
    g->fault[g->plays] = (u8)duty;
  }
  apply(g, action);
}

static int is_full(const Game *g) {
  (void)g;
  return 0;
}

static int may_be_told(const Game *g) { return g->phase == P_PLAY; }

/* --- why ------------------------------------------------------------------------------------------------------- */

SMALL

static int discard_why(const Game *g, int action, int is_legal) {
  Cards card = action < lore.cards ? bit(lore.bit[action]) : 0, whole = g->hand[(int)g->player] | g->laid;
  if (!(card & g->hand[(int)g->player])) return why(W_WHO);
  if (is_legal && (card & own.of_need & ~own.free) && is_due_of_need(whole)) return why(W_NEED);
  if (card & own.never) return why(W_NEVER);
  if ((card & tarocks) || (card == lore.excuse_bit && !T(T_DISCARD, 12))) {
    if (card & together(whole)) return together_row(whole)[1];
    return why(card == lore.excuse_bit ? W_NO_EXCUSE : W_NO_TAROCK);
  }
  return why(W_FREE);
}

/* Says if a set that a hand lacks was there with the cards laid away. */
static int is_laid_away(const Game *g, int action) {
  Cards laid = laid_by(g, g->player), dealt = g->hand[(int)g->player] | laid;
  for (int n = 0; n < size_of[T_SETS] / SET_WIDTH; n++) {
    const int *row = &T(T_SETS, SET_WIDTH * n);
    if (row[8] == 2 || (row[6] != action && row[7] != action)) continue;
    Cards set = mask_at(T_SETS, SET_WIDTH * n), excuse = row[7] == action ? lore.excuse_bit : 0;
    return ones(set & dealt) >= (excuse ? row[5] : ones(set)) && !(excuse & ~dealt) && ((set | excuse) & laid) != 0;
  }
  return 0;
}

static int honour_why(const Game *g, int action, int is_legal) {
  if (action <= lore.words) return why(action == lore.words ? W_TIME : W_KINDS);
  if (g->said[(int)g->player] & honour(action)) return 0;
  if (!is_legal) return why(is_laid_away(g, action) ? W_LAID_AWAY : W_NOT_HELD);
  return T(T_BONUSES, action - lore.words);
}

/* By which reason an action is legal here, or is not. */
APART static int reason_of(const Game *g, int action) {
  Set set = legal_set(g);
  int is_legal = holds(&set, action);
  switch ((Phase)g->phase) {
  case P_DEAL: return why(W_PACK);
  case P_DISCARD: return discard_why(g, action, is_legal);
  case P_HONOURS: return honour_why(g, action, is_legal);
  case P_PLAY: return play_why(g, action);
  case P_END: break;
  }
  return 0;
}

FAST

/* --- the sheet ------------------------------------------------------------------------------------------------- */

typedef struct {
  Lines paid;
  int points[SEATS], lone;
} Sheet;

/* The lines of a case of the table, in which the seats have roles: the first, the second, and who is left. */
static void pay_roles(Lines *sheet, int entry, int from, int first, int second) {
  for (int n = 0; n < ROLE_LINES; n++) {
    const int *row = &T(entry, from + n * ROLE_WIDTH);
    int to[2] = {0, 0};
    for (int side = 0; side < 2; side++) {
      if (row[1 + side] & 1) to[side] |= 1 << first;
      if (row[1 + side] & 2) to[side] |= 1 << second;
      if (row[1 + side] & 4) to[side] |= EVERYONE & ~(1 << first | 1 << second);
    }
    pay(sheet, row[0], to[0], to[1], row[3], row[4]);
  }
}

static const int *price_row(const Game *g, int seat, int n) {
  int forgotten = !(g->said[seat] >> n & 1);
  return &T(T_PRICES, 1 + ((n * 2 + (g->with_excuse >> seat & 1)) * 2 + forgotten) * PRICE_WIDTH);
}

/* Pays for honours, from the dealer on; where the Excuse serves once, for the best with it alone. */
static void pay_honours(const Game *g, Lines *sheet) {
  for (int place = 0; place < SEATS; place++) {
    int seat = next_seat(g->dealer, place), best = 0, used = 0;
    for (u64 rest = g->held[seat]; rest; rest &= rest - 1) {
      const int *row = price_row(g, seat, __builtin_ctzll(rest));
      if (row[1] && row[0] > best) best = row[0];
    }
    for (u64 rest = g->held[seat]; rest; rest &= rest - 1) {
      const int *row = price_row(g, seat, __builtin_ctzll(rest));
      if (row[1] && T(T_ONCE, 0)) {
        if (used || row[0] < best) continue;
        used = 1;
      }
      pay(sheet, T(T_PRICES, 0), EVERYONE & ~(1 << seat), 1 << seat, row[0], row[2]);
    }
  }
}

static int points_of(const Game *g, int seat, int owner, int without) {
  Cards pile = (g->won[seat] | (seat == owner ? g->laid : 0)) & ~(without ? lore.excuse_bit : 0);
  int face = 0, thirds = 0, counting = 0, plain = 0, moved = 0;
  if (g->given && g->receiver != g->excuse_by) moved = seat == g->excuse_by ? -g->given : seat == g->receiver ? g->given : 0;
  for (; pile; pile &= pile - 1) {
    int card = lowest(pile);
    face += kind_of(card, 0), thirds += kind_of(card, 1);
    if (kind_of(card, 2)) counting++; else plain++;
  }
  plain += moved, thirds += moved * T(T_KINDS, 3 * lore.cards + 1);
  if (T(T_POINTS, 1) && plain < T(T_POINTS, 2) * counting) return face;
  int row = 3 + thirds - T(T_POINTS, 0);
  return row < 3 || row >= size_of[T_POINTS] ? 0 : T(T_POINTS, row);
}

/* Who has the Excuse and has made no trick; -1 if nobody. */
static int lone_holder(const Game *g, int owner) {
  int holder = g->laid & lore.excuse_bit ? owner : g->excuse_by;
  if (holder < 0 || g->taken[holder]) return -1;
  int moved = g->given && g->receiver != g->excuse_by ? holder == g->receiver ? g->given : -g->given : 0;
  int over = ones(g->won[holder] | (holder == owner ? g->laid : 0)) + moved - (holder == owner ? T(T_LONE, 2) : 0);
  return over ? holder : -1;
}

static void pay_shares(const Game *g, Sheet *sheet) {
  int owner = T(T_OWNER, 0) ? g->last_taker : g->dealer, left[SEATS];
  sheet->lone = lone_holder(g, owner);
  for (int seat = 0; seat < SEATS; seat++) {
    sheet->points[seat] = points_of(g, seat, owner, 0);
    left[seat] = (seat == sheet->lone ? points_of(g, seat, owner, 1) + T(T_LONE, 0) : sheet->points[seat]) - T(T_SHARE, 0);
  }
  for (int seat = 0; seat < SEATS && T(T_SHARE, 1); seat++) {
    int others = EVERYONE & ~(1 << seat), own = 1 << seat, won = left[seat] > 0;
    pay(&sheet->paid, T(T_SHARE, 2), won ? others : own, won ? own : others, won ? left[seat] : -left[seat], T(T_SHARE, 3));
  }
  for (int loser = 0; loser < SEATS && !T(T_SHARE, 1); loser++)
    for (int winner = 0; winner < SEATS && left[loser] < 0; winner++) {
      if (left[winner] <= 0) continue;
      int points = -left[loser] < left[winner] ? -left[loser] : left[winner];
      pay(&sheet->paid, T(T_SHARE, 2), 1 << loser, 1 << winner, points, T(T_SHARE, 3));
      left[loser] += points, left[winner] -= points;
    }
  if (sheet->lone >= 0 && T(T_LONE, 1)) pay(&sheet->paid, T(T_LONE, 3), EVERYONE & ~(1 << sheet->lone), 1 << sheet->lone, T(T_LONE, 0), T(T_LONE, 4));
}

/* Settles a finished game. */
static void settle(const Game *g, Sheet *sheet) {
  enum { CASE = ROLE_LINES * ROLE_WIDTH };
  clear(sheet, 0, sizeof *sheet);
  pay_honours(g, &sheet->paid);
  if (g->pagat_by >= 0 && (g->pagat_last || g->pagat_to != g->pagat_by)) {
    int won = g->pagat_to == g->pagat_by, second = won ? next_seat(g->pagat_by, 1) : g->pagat_to;
    pay_roles(&sheet->paid, T_PAGAT, (won ? 2 : g->pagat_last) * CASE, g->pagat_by, second);
  }
  for (int n = 0; n < g->revokes; n++) {
    int seat = g->revoked[n] & 3, took = g->revoked[n] >> 2 & 1, owner = (g->revoked[n] >> 3) - 1;
    pay_roles(&sheet->paid, T_REVOKE, 2 + (owner >= 0 ? 2 : took) * CASE, seat, owner >= 0 ? owner : next_seat(seat, 1));
  }
  pay_shares(g, sheet);
}

#include "frame.h"

SMALL

/* Writes where the game stands: phase, who is to act, dealer, who takes the trick, tricks so far, revokes. */
API(look) int look(void) {
  if (!begun) return NO_TABLE;
  int told[] = {game.phase, game.player, game.dealer, game.on_table ? game.who : game.last_taker, game.tricks, game.revokes};
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
  for (int seat = 0; seat < SEATS; seat++) box[count++] = made.paid.total[seat];
  for (int seat = 0; seat < SEATS; seat++) box[count++] = made.points[seat];
  for (int seat = 0; seat < SEATS; seat++) box[count++] = game.taken[seat];
  box[count++] = made.lone;
  return write_lines(&made.paid, count);
}

FAST
