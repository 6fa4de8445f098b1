/* Machines of three levels. They are given what a seat has seen and nothing else: of all hidden cards they imagine deals.
 *
 * Level 1 weighs what it may do by its hand and the trick, and plays a card in four as it comes. Levels 2 and 3 try
 * every legal action in imagined deals, which they play out by these weights, and take what gains surely against what the
 * weights say; a deal counts by how well it explains what the others did. Level 3 imagines more deals, solves the last
 * tricks, and alone announces and doubles: the others say nothing. What they may spend is counted in deals and nodes, never
 * in time: the same knowledge and seed give the same act. Weights are the machine's opinions, not rules.
 */

enum { LEVELS = 3, DEALS_2 = 32, DEALS_3 = 480, FIRST_DROP = 16, TRIES = 24, SLIP = 4 };
/* Level 3 solves what is left when so few cards are: in so many deals, with so many nodes for each card. */
enum { SOLVED = 5, SOLVED_DEALS = 64, SOLVE_NODES = 4000 };
#define CAUTION 1.0 /* what chance may have added counts so many times */
#define HOPE 3.0 /* and so many times more where an action is dropped before all deals are played */
#define SURE 0.7f /* how far deals are told apart by what the others did; by games of these machines */

/* --- rules of thumb -------------------------------------------------------------------------------------------- */

static u64 fallen_of(const Game *g) {
  u64 found = g->won[0] | g->won[1] | g->won[2] | g->won[3];
  for (int n = g->plays - g->on_table; n < g->plays; n++) found |= bit(g->play[n]);
  return found;
}

/* Whether a seat takes another for its friend, by what it knows. */
static int is_friend(const Game *g, int seat, int other, u64 fallen) {
  if (seat == other) return 1;
  int partner = (fallen & bit(g->king)) || seat == g->partner ? g->partner : -1;
  if (seat == g->declarer) return other == partner;
  if (seat == g->partner) return other == g->declarer;
  return other != g->declarer && other != partner;
}

/* What is weighed: of a card by who plays it and how the trick stands, of other acts by what the hand is like. */
enum { FEATURES = 16, FEW = 8, LEADS = 4, PLAYS = 12, BIDS = 5 };
enum { OF_PLAYS = 0, OF_BIDS = PLAYS * FEATURES, OF_KING = OF_BIDS + BIDS * FEW, OF_SCAT = OF_KING + FEW, OF_RAISE = OF_SCAT + FEW, OF_WORDS = OF_RAISE + FEW, WEIGHTS = OF_WORDS + WORDS * FEW };

/* Of the weights. They were found by playing, those of announcing ultimo by how often it is made (`scripts/lab/train_machine.c`). */
enum { UNIT = 16 };
#ifndef TRAINED /* by that program they are altered */
const
#endif
static signed char weights[WEIGHTS] = {
  -123, 72, 16, 8, -127, 25, -1, 65, -11, 4, -66, -3, 54, -8, 2, 0, /* the declarer leads */
  -22, -12, 7, 2, -127, 55, 0, -17, 1, 3, -116, 80, -9, -9, 127, -2, /* his partner leads */
  -127, -85, 5, 10, -127, 51, -6, 48, -23, 2, 57, -3, 15, -17, 104, -1, /* an opponent leads who does not know the partner */
  -127, -68, 4, 0, -127, 29, -1, 27, -22, 1, 104, 46, 26, 24, 87, 9, /* an opponent leads who knows the partner */
  120, 25, 20, 22, 5, -24, -36, 0, 60, -12, -3, 0, -2, 17, 5, -127, /* the declarer follows, the trick is with others */
  55, 62, 7, -5, 1, -12, 24, 0, -44, -6, -3, 12, -18, 21, -17, -78, /* the declarer follows, the trick is with friends */
  82, 67, 10, 9, 34, -7, -55, 0, -107, -7, -4, -14, 80, 107, 19, -14, /* his partner follows, the trick is with others */
  19, -75, 1, -20, 25, -17, 46, 0, 17, -4, 4, -18, 9, 83, 30, -84, /* his partner follows, the trick is with friends */
  96, 52, 25, 16, 5, -7, -46, 0, 94, -11, -1, -17, 77, -26, 11, -84, /* an opponent follows who does not know the partner, the trick is with others */
  66, 75, 21, 3, 4, -9, 15, 0, -92, -9, -1, -2, 2, -51, -8, -119, /* an opponent follows who does not know the partner, the trick is with friends */
  100, 37, 25, 19, 3, -12, -41, 0, 47, -10, -1, -26, 85, 10, 13, -92, /* an opponent follows who knows the partner, the trick is with others */
  61, 28, 9, 0, -1, -9, 30, 0, 5, -7, 1, -14, 5, -18, -18, -127, /* an opponent follows who knows the partner, the trick is with friends */
  -58, -5, -4, -21, -15, -18, -76, 0, /* a Solo */
  17, 40, 20, 48, 55, 73, 0, 0, /* the first bid */
  -25, 38, 18, -42, -16, 53, 46, 0, /* the second */
  -41, 41, 17, -65, -55, 58, -10, 0, /* the third */
  -43, 8, 3, 10, 5, 0, 0, 0, /* a higher one */
  -23, -85, -127, -16, 60, 0, 0, 0, /* which king */
  -37, 116, -35, 15, 0, -127, 3, 118, /* what to lay away */
  -4, 16, 6, 5, 6, 33, -110, -127, /* raising the purchase */
  -114, 61, 5, 11, 6, -28, -127, 0, /* announcing ultimo */
  6, 16, 11, 47, 43, 0, 1, 0, /* contra ultimo */
  16, 0, 0, 0, 0, 0, 0, 0, /* re ultimo */
  -16, 0, 0, 0, 0, 0, 0, 0, /* supra ultimo */
  -48, -18, -10, -40, -35, -29, -78, 0, /* announcing Volat */
  11, 18, 12, 50, 49, 33, 20, 0, /* contra Volat */
  -35, -12, -5, -27, -16, -13, -38, 0, /* re Volat */
  -11, 4, 3, 5, 14, 7, 7, 0, /* supra Volat */
};

/* What somebody to act has before him. */
typedef struct {
  int seat, role, ours, sure, last, foes, mine, out;
  int inside, ultimo;
  u64 hand, others, fallen;
} Spot;

static void look_around(const Game *g, Spot *s) {
  int seat = s->seat = g->player;
  s->fallen = fallen_of(g), s->hand = g->hand[seat], s->others = lore.all & ~s->fallen & ~s->hand;
  s->role = role(g, seat) + (g->phase == P_PLAY && role(g, seat) == 2 && (s->fallen & bit(g->king))), s->mine = ones(s->hand & tarocks), s->out = ones(s->others & tarocks);
  s->ultimo = g->by[0] < 0 ? 0 : is_friend(g, seat, g->by[0], s->fallen) ? 1 : -1;
  if (g->phase != P_PLAY || !g->on_table) return;
  s->ours = is_friend(g, seat, g->who, s->fallen), s->last = g->on_table == SEATS - 1;
  s->sure = s->last || !(takes_mask[(int)g->best] & s->others);
  s->inside = s->foes = 0;
  for (int n = g->plays - g->on_table; n < g->plays; n++) s->inside += worth[g->play[n]];
  for (int n = g->on_table + 1; n < SEATS; n++) s->foes += !is_friend(g, seat, (seat + n - g->on_table) & 3, s->fallen);
}

/* Which weights a card is weighed by, and what by. */
static int weigh_card(const Game *g, const Spot *s, int card, int *f) {
  int suit = suit_of[card], tarock = suit == TAROCK, length = ones(s->hand & suit_mask[suit]);
  u64 over = takes_mask[card] & s->others;
  if (!g->on_table) {
    int out = ones(s->others & suit_mask[suit]), top = !(over & suit_mask[suit]);
    int lead[FEATURES] = {0};
    if (tarock) {
      int more = 3 * s->mine - s->out;
      lead[0] = 1, lead[1] = top, lead[2] = ones(over) < 12 ? ones(over) : 12, lead[3] = more < -10 ? -10 : more > 10 ? 10 : more;
      lead[4] = card == lore.pagat, lead[13] = (s->hand & bit(lore.pagat)) != 0, lead[14] = s->ultimo;
    } else {
      int w = worth[card];
      lead[5] = top, lead[6] = w, lead[7] = length, lead[8] = out, lead[9] = top ? w : 0, lead[10] = suit == suit_of[(int)g->king] && !(s->fallen & bit(g->king));
      lead[11] = length == 1, lead[12] = out < 3 ? w : 0, lead[15] = card & 7;
    }
    for (int n = 0; n < FEATURES; n++) f[n] = lead[n];
    return s->role;
  }
  int wins = takes_mask[(int)g->best] >> card & 1, sure = s->last || !over, w = worth[card], rank = tarock ? card - 32 : 0, risk = ones(over);
  int follow[FEATURES] = {
    wins, wins & sure, wins ? s->inside : 0, wins && !sure ? risk < 15 ? risk : 15 : 0, wins ? w : 0, wins ? 0 : w, !wins && s->sure ? w : 0, tarock,
    card == lore.pagat, rank, wins ? rank : 0, tarock ? 0 : length, !tarock && length == 1 && suit != suit_of[(int)g->led], wins ? s->foes : 0,
    wins && !sure ? w : 0, tarock && w > 1 && card != lore.pagat};
  for (int n = 0; n < FEATURES; n++) f[n] = follow[n];
  return LEADS + 2 * s->role + s->ours;
}

/* What an act is weighed by that is no card of a trick: from which weight on, in `f` by what. */
static int weigh_act(const Game *g, const Spot *s, int action, int *f) {
  u64 hand = s->hand;
  for (int n = 0; n < FEW; n++) f[n] = 0;
  if (g->phase == P_KING || g->phase == P_SCAT) {
    int card = lore.bit[action], suit = suit_of[card];
    u64 held = hand & suit_mask[suit];
    f[0] = ones(held), f[1] = ones(held) == (g->phase == P_SCAT), f[2] = (held & lore.kings) != 0;
    if (g->phase == P_KING) {
      f[3] = held ? worth[highest(held)] : 0, f[4] = ones(held) == 1;
      return OF_KING;
    }
    f[3] = worth[card], f[4] = suit == TAROCK, f[5] = suit == suit_of[(int)g->king], f[6] = card & 7, f[7] = ones(held) == 2;
    return OF_SCAT;
  }
  int tops = 0, high = highest(tarocks), voids = 0;
  for (int n = 0; n < 4; n++) tops += hand & bit(high - n) ? 5 - n : 0;
  for (int suit = 0; suit < TAROCK; suit++) voids += !(hand & suit_mask[suit]);
  f[0] = 4, f[1] = s->mine, f[2] = tops, f[3] = ones(hand & lore.kings), f[4] = voids;
  f[5] = (hand & bit(lore.pagat)) != 0;
  if (g->phase == P_BIDDING) {
    int bid = action - lore.pass;
    f[6] = g->bid_made;
    return OF_BIDS + FEW * (bid > lore.folds ? 0 : bid < BIDS ? bid : BIDS - 1);
  }
  if (g->phase == P_PURCHASE) {
    u64 half = half_of(g, upper_at(g->kept));
    f[6] = ones(half & tarocks), f[7] = ones(half & lore.kings) + ((half & bit(g->king)) != 0);
    return OF_RAISE;
  }
  f[6] = s->role == 2, f[7] = s->role == 1;
  return OF_WORDS + FEW * (action - lore.nothing - 1);
}

enum { MAX_ACTIONS = 96 };

/* Weighs legal actions; how many. */
static int weigh(const Game *g, const Set *set, int *action, int *score) {
  Spot s;
  int count = 0, f[FEATURES];
  look_around(g, &s);
  for (u64 rest = set->cards; rest; rest &= rest - 1) {
    int card = lowest(rest), plays = g->phase == P_PLAY;
    int from = plays ? FEATURES * weigh_card(g, &s, card, f) : weigh_act(g, &s, lore.card[card], f);
    int sum = 0;
    for (int n = 0; n < (plays ? FEATURES : FEW); n++) sum += weights[from + n] * f[n];
    action[count] = lore.card[card], score[count++] = sum;
  }
  for (u32 rest = set->others; rest; rest &= rest - 1) {
    int each = lore.pass + __builtin_ctz(rest);
    int sum = 0;
    if (each != lore.pass && each != lore.keep && each != lore.nothing) {
      int from = weigh_act(g, &s, each, f);
      for (int n = 0; n < FEW; n++) sum += weights[from + n] * f[n];
      if (each == lore.nothing + 1 && !f[5]) sum = -NEVER;
    }
    action[count] = each, score[count++] = sum;
  }
  return count;
}

static int thumb_among(const Game *g, Set set) {
  if (!set.cards && !set.others) return -1;
  if (!set.others && !(set.cards & (set.cards - 1))) return lore.card[lowest(set.cards)];
  int action[MAX_ACTIONS], best = 0;
  int score[MAX_ACTIONS];
  int count = weigh(g, &set, action, score);
  for (int n = 1; n < count; n++)
    if (score[n] > score[best]) best = n;
  return action[best];
}

static int thumb_act(const Game *g) { return thumb_among(g, g->phase == P_PLAY ? (Set){legal_cards(g), 0} : legal_set(g)); }

/* --- imagined deals -------------------------------------------------------------------------------------------- */

SMALL

enum { SCAT_SLOT = SEATS, UPPER_SLOT, LOWER_SLOT, SLOTS };

/* Which cards each seat can still hold, by what it played when it did not follow. */
static void find_voids(const View *v, u64 *may) {
  for (int n = 0; n < v->plays; n++) {
    int led = v->play[n - n % SEATS], card = v->play[n], suit = suit_of[led];
    if (suit_of[card] == suit) continue;
    if (law & (suit == TAROCK ? FOLLOW_TAROCK : FOLLOW_SUIT)) may[v->play_seat[n]] &= ~suit_mask[suit];
    if (suit_of[card] != TAROCK && suit != TAROCK && (law & MUST_TAROCK)) may[v->play_seat[n]] &= ~tarocks;
  }
}

/* Puts the cards of a pool into slots, those first that fit least; whether all found a place. */
static int fill(u64 pool, const int *need, const u64 *may, u64 *into) {
  int left[SLOTS];
  for (int slot = 0; slot < SLOTS; slot++) into[slot] = 0, left[slot] = need[slot];
  for (int least = 1; least <= SLOTS && pool; least++) {
    u64 now_placed = 0;
    for (u64 rest = pool; rest;) {
      int card = random_of(rest), places = 0, room = 0;
      rest ^= bit(card);
      for (int slot = 0; slot < SLOTS; slot++)
        if (need[slot] && (may[slot] & bit(card))) places++, room += left[slot];
      if (places > least) continue;
      if (!room) return 0;
      int pick = (int)next((u32)room), slot = 0;
      for (;; slot++) {
        if (!need[slot] || !(may[slot] & bit(card))) continue;
        if (pick < left[slot]) break;
        pick -= left[slot];
      }
      left[slot]--, into[slot] |= bit(card), now_placed |= bit(card);
    }
    pool &= ~now_placed;
  }
  return !pool;
}

static void put_half(Game *g, int upper, u64 half) {
  for (int n = 0; n < lore.half; n++, half &= half - 1) g->talon[n + (upper ? 0 : lore.half)] = (u8)lowest(half);
}

/* How well a deal explains what the others did: the logarithm of how likely they would have done it, while it is asked for. */
static float fit;
static int listening;
#define LEAST -80.0f

/* Roughly, by the bits of a float: nearer than what is known of how others play. */
static float logarithm(float x) {
  union { float number; u32 bits; } of = {x};
  return ((float)of.bits * (1.0f / (1 << 23)) - 126.94f) * 0.6931472f;
}

static float exponential(float x) {
  union { u32 bits; float number; } of = {(u32)(((x < LEAST ? LEAST : x) * 1.442695f + 126.94f) * (1 << 23))};
  return of.number;
}

/* Does what was seen; half the time others weigh as is weighed here, half the time they do anything. */
static void apply_seen(Game *g, int action, int me) {
  Set set = legal_set(g);
  int count = ones(set.cards) + ones(set.others);
  if (listening && g->player != me && count > 1 && holds(&set, action)) {
    int acts[MAX_ACTIONS], scores[MAX_ACTIONS], which = 0, most = 0;
    float sum = 0;
    weigh(g, &set, acts, scores);
    for (int n = 0; n < count; n++) {
      if (acts[n] == action) which = n;
      if (scores[n] > scores[most]) most = n;
    }
    for (int n = 0; n < count; n++) sum += exponential((float)(scores[n] - scores[most]) / (2 * UNIT));
    fit += SURE * logarithm(0.5f * exponential((float)(scores[which] - scores[most]) / (2 * UNIT)) / sum + 0.5f / (float)count);
  }
  apply(g, action);
}

/* Imagines a deal that fits what was seen, with the game as far as it has gone. */
static void imagine(const View *v, Game *g) {
  int me = v->player, bought = v->first && v->phase >= P_SCAT, need[SLOTS] = {0}, kept_upper = bought ? upper_at(v->kept) : 0;
  u64 may[SLOTS], into[SLOTS], played[SEATS] = {0}, pool = lore.all & ~v->hand;
  for (int slot = 0; slot < SLOTS; slot++) may[slot] = ~0ull;
  for (int n = 0; n < v->plays; n++) played[v->play_seat[n]] |= bit(v->play[n]), pool &= ~bit(v->play[n]);
  for (int seat = 0; seat < SEATS; seat++)
    if (seat != me) need[seat] = lore.hand - ones(played[seat]);
  find_voids(v, may);
  for (int n = 0; n < v->words; n++)
    if (v->word[n] == lore.nothing + 1)
      for (int slot = 0; slot < SLOTS; slot++)
        if (slot != v->word_seat[n]) may[slot] &= ~bit(lore.pagat);
  if (bought && me != v->declarer) {
    need[SCAT_SLOT] = lore.scat - v->scats;
    may[SCAT_SLOT] = ~lore.never & (T(T_DISCARD, 10) ? ~tarocks : ~0ull);
    need[kept_upper ? LOWER_SLOT : UPPER_SLOT] = v->left ? 0 : lore.half;
  } else {
    for (int upper = 0; upper < 2; upper++)
      if (!v->seen_half[upper]) need[upper ? UPPER_SLOT : LOWER_SLOT] = lore.half;
  }
  pool &= ~(v->discard | v->left | v->half[0] | v->half[1]);
  int tries = 0;
  while (!fill(pool, need, may, into) && tries++ < TRIES)
    if (tries == TRIES)
      for (int slot = 0; slot < SLOTS; slot++) may[slot] = ~0ull;
  into[me] = v->hand;
  u64 half[2] = {v->seen_half[0] ? v->half[0] : into[LOWER_SLOT], v->seen_half[1] ? v->half[1] : into[UPPER_SLOT]}, scat = into[SCAT_SLOT] | v->discard;
  if (v->left) half[!kept_upper] = v->left;
  start_deal(g, v->dealer, v->options & ~NEXT_DEALS);
  for (int seat = 0; seat < SEATS; seat++) g->hand[seat] = into[seat] | played[seat];
  g->hand[me] = v->dealt;
  if (bought && me != v->declarer) {
    /* what he bought is among what he has had: any, but for a king that he called and could not have had */
    u64 had = g->hand[v->declarer] | scat, from_talon = T(T_KINGS, 3) == 2 ? had & bit(v->king) : 0;
    while (ones(from_talon) < lore.half && (had & ~from_talon)) from_talon |= bit(random_of(had & ~from_talon));
    half[kept_upper] = from_talon, g->hand[v->declarer] = had & ~from_talon;
  }
  for (int seat = 0; seat < SEATS; seat++) g->dealt[seat] = g->hand[seat];
  put_half(g, 1, half[1]), put_half(g, 0, half[0]);
  g->deck = 0, g->dealt_count = (u8)lore.cards, g->phase = P_BIDDING;
  g->player = (signed char)of_cards(g, node_of(g)[0]);
  for (int n = 0; n < v->bids; n++) apply_seen(g, v->bid[n], me);
  if (v->king < 0) return;
  apply(g, lore.card[v->king]);
  for (int n = 0; n < v->raises; n++) apply(g, lore.raise);
  if (v->phase == P_PURCHASE) return;
  if (g->kept) {
    apply(g, lore.keep);
    if (me == v->declarer)
      for (int n = 0; n < v->scats; n++) apply(g, lore.card[v->scat_list[n]]);
    else
      for (; scat; scat &= scat - 1) apply(g, lore.card[lowest(scat)]);
  }
  if (v->phase == P_SCAT) return;
  g->revokes = 0; /* an imagined scat is no fault of anybody */
  for (int n = 0; n < v->words; n++) g->player = (signed char)v->word_seat[n], apply_seen(g, v->word[n], me);
  g->silent = (u8)v->silent, g->player = (signed char)v->actor;
  if (v->phase == P_WORDS) return;
  g->phase = P_PLAY, g->player = g->leader = (signed char)T(T_LEADER, g->dealer);
  for (int n = 0; n < v->plays; n++) apply_seen(g, lore.card[v->play[n]], me);
}

FAST

/* --- levels ---------------------------------------------------------------------------------------------------- */

/* Plays a game out by the rules of thumb; the payment of a seat. */
static int play_out(Game *g, int seat) {
  static Sheet made;
  while (g->phase != P_END) {
    if (is_full(g)) return 0;
    int action = thumb_act(g);
    if (action < 0) return 0;
    apply(g, action);
  }
  if (g->declarer < 0) return 0;
  settle(g, 1, &made);
  return made.pay[seat];
}

/* What was tried: beside the first action, which the rules of thumb would do, by how much more the others were paid. */
typedef struct { int action; double sum, squares, weights, evenly; } Trial; /* the last by the squares of the weights */
static struct { int count, left; double weight; Trial trial[MAX_ACTIONS]; } tried;

SMALL

/* For which deals the leaves of the solver were made. */
static struct { int side, holder, held; } leaves_of;

/* What the end of a game is worth for the declarer's side, by its thirds and by what happens: its sheet less the others'. */
static void make_leaves(const Game *g, const Sheet *facts, int holder, int held) {
  if (leaves_of.side == facts->side && leaves_of.holder == holder && leaves_of.held == held) return;
  leaves_of.side = facts->side, leaves_of.holder = holder, leaves_of.held = held;
  static Sheet made;
  int other = lowest((u64)(15 & ~facts->side)), most = size_of[T_OUTCOME] / 3;
  for (int end = 0; end < ENDS; end++)
    for (int thirds = 0; thirds < THIRDS; thirds++) {
      made.side = facts->side, made.thirds = thirds < most ? thirds : most - 1, made.volat = end % 3;
      made.king_lost = held ? end / 6 && T(T_LOST, 2) : facts->king_lost;
      made.ultimo = end / 3 % 2 ? holder : -1;
      write_lines(g, &made, 0, 0);
      io.leaf[end][thirds] = made.total[(int)g->declarer] - made.total[other];
    }
}

/* Adds what the actions that are still tried were paid in an imagined deal. */
static void add_paid(const int *paid) {
  double weight = tried.weight;
  for (int n = 0; n < tried.left; n++) {
    double more = paid[n] - paid[0];
    Trial *trial = tried.trial + n;
    trial->sum += weight * more, trial->squares += weight * more * more, trial->weights += weight, trial->evenly += weight * weight;
  }
}

/* The values of all legal cards of an imagined deal, with open cards, added to what was tried; whether it can be solved. */
static int solve_deal(const Game *g, int seat) {
  static Sheet facts;
  int takers = count_facts(g, &facts), lies = find_king(g, &facts), ours = facts.side >> seat & 1, holder = -1;
  if (T(T_LOST, 3) || !T(T_PARTY, 0) || !(15 & ~facts.side)) return 0;
  u64 all = 0, fallen = fallen_of(g);
  for (int n = 0; n < SEATS; n++) {
    io.hands[n] = g->hand[n], all |= g->hand[n];
    if (g->hand[n] & bit(lore.pagat)) holder = n;
  }
  for (int n = 0; n < g->on_table; n++) {
    io.table[n] = g->play[g->plays - g->on_table + n], all |= bit(io.table[n]);
    if (io.table[n] == lore.pagat) holder = g->play_seat[g->plays - g->on_table + n];
  }
  int held = (all & bit(g->king)) != 0, friends = holder < 0 ? 0 : facts.side >> holder & 1 ? facts.side : 15 & ~facts.side;
  facts.king_lost = lies >= 0 && T(T_LOST, lies);
  make_leaves(g, &facts, holder, held);
  io.leader = (seat - g->on_table) & 3, io.on_table = g->on_table, io.banked = facts.thirds;
  io.state = (held ? 0 : (fallen & bit(g->king)) && lies == 2 ? KING_LOST : KING_HOME) + (holder < 0 ? PAGAT_GONE : 0) +
             (takers & facts.side ? SIDE_ALL : 0) + (takers & ~facts.side ? OTHERS_ALL : 0);
  io.side = io.max = facts.side, io.king = held ? g->king : -1, io.pagat = holder < 0 ? -1 : lore.pagat, io.keeps = lore.pagat;
  io.made = holder < 0 ? 0 : 1 << holder | (T(T_LOST_TO, 0) ? 0 : friends) | (T(T_LOST_TO, 1) ? 0 : 15 & ~friends);
  io.keeper = g->keeper;
  int count = values(SOLVE_NODES), weight = T(T_ZERO_SUM, 0) ? ones((u64)(ours ? 15 & ~facts.side : facts.side)) : 1;
  if (count < 0) return 0;
  int paid[MAX_ACTIONS] = {0};
  for (int n = 0; n < count; n++) {
    if (io.lows[n] < io.highs[n]) return 0; /* the middle of such bounds is no value */
    for (int k = 0; k < tried.count; k++)
      if (tried.trial[k].action == lore.card[io.card[n]]) paid[k] = weight * io.lows[n] * (ours ? 1 : -1);
  }
  add_paid(paid);
  return 1;
}

/* How far chance may have moved the mean of what an action gains: deals of more weight count as fewer. */
static double doubt_of(const Trial *trial) {
  double mean = trial->sum / trial->weights, spread = trial->squares / trial->weights - mean * mean;
  return __builtin_sqrt(spread > 0 ? spread * trial->evenly : 0) / trial->weights;
}

/* By how much an action surely gains. */
static double gain_of(const Trial *trial) { return trial->sum / trial->weights - CAUTION * doubt_of(trial); }

/* Puts the best after the first action, of those that are still tried. */
static void sort_tried(void) {
  for (int n = 2; n < tried.left; n++)
    for (int k = n; k > 1 && gain_of(tried.trial + k) > gain_of(tried.trial + k - 1); k--) {
      Trial kept = tried.trial[k];
      tried.trial[k] = tried.trial[k - 1], tried.trial[k - 1] = kept;
    }
}

/* Imagines a deal, which counts by how well it explains what the others did. */
static void imagine_heard(const View *v, Game *g) {
  fit = -LEAST / 2, listening = 1; /* so that it stays within what a float can hold */
  imagine(v, g);
  listening = 0, tried.weight = exponential(fit);
}

/* Drops what surely gains less than the best or than the first action; with `halve` the worse half of what is left too. */
static void drop_worse(int halve) {
  sort_tried();
  double most = 0;
  int kept = 1;
  for (int n = 1; n < tried.left; n++) {
    Trial one = tried.trial[n];
    double gain = gain_of(&one);
    if (gain + HOPE * doubt_of(&one) <= most) continue;
    if (gain > most) most = gain;
    tried.trial[n] = tried.trial[kept], tried.trial[kept++] = one;
  }
  tried.left = halve && kept > 2 ? (kept + 2) / 2 : kept;
}

/* Tries every legal action in so many imagined deals; as often as these are doubled it drops what lags behind, near the end
   the worse half too. The action that gains most. */
static int try_all(const View *v, int level) {
  static Game base, one;
  int exact = level == 3 && v->phase == P_PLAY && ones(v->hand) <= SOLVED, deals = exact ? SOLVED_DEALS : level == 3 ? DEALS_3 : DEALS_2, acts[MAX_ACTIONS], paid[MAX_ACTIONS];
  leaves_of.side = -1, generation++, asked_count = 0; /* what was found for others would change what so many nodes find */
  clear(&tried, 0, sizeof tried);
  tried.count = tried.left = list_set(&v->legal, acts);
  imagine(v, &base);
  int first = thumb_among(&base, v->legal);
  for (int n = 0, to = 1; n < tried.count; n++) tried.trial[acts[n] == first ? 0 : to++].action = acts[n];
  for (int n = 1; n <= deals && (n == 1 || tried.left > 1); n++) {
    imagine_heard(v, &base);
    if (!exact || !solve_deal(&base, v->player)) {
      for (int k = 0; k < tried.left; k++) {
        one = base;
        apply(&one, tried.trial[k].action);
        paid[k] = play_out(&one, v->player);
      }
      add_paid(paid);
    }
    if (n >= FIRST_DROP && !(deals % n) && !(deals / n & (deals / n - 1))) drop_worse(!exact && 8 * n >= deals);
  }
  return tried.trial[tried.left > 1 && gain_of(tried.trial + 1) > 0].action;
}

/* What a machine does that knows so much. */
static int choose(const View *v, int level) {
  static Game guess;
  Set set = v->legal;
  if (ones(set.cards) + ones(set.others) == 1) return set.cards ? lore.card[lowest(set.cards)] : lore.pass + __builtin_ctz(set.others);
  if (level < LEVELS && v->phase == P_WORDS) return lore.nothing;
  if (level > 1) return try_all(v, level);
  if (v->phase == P_PLAY && !next(SLIP)) return lore.card[random_of(set.cards)];
  imagine(v, &guess);
  return thumb_among(&guess, set);
}

static int ready_to_think(int level) {
  if (begun != 1) return NO_TABLE;
  if (level < 1 || level > LEVELS) return BAD_OPTION;
  if (game.player < 0) return NOT_THERE;
  Set set = legal_set(&game);
  return set.cards || set.others ? OK : NOT_THERE;
}

/* What a machine of a level does for who is to act. */
API(think) int think(int level, int low, int high) {
  static View view;
  int fault = ready_to_think(level);
  if (fault) return fault;
  throw(low, high);
  see(&game, game.player, &view);
  return choose(&view, level);
}

/* What a seat that is to act may be told: in the box how often, of a thousand deals that fit what it knows, it is paid something
   when it does what is advised and all play on; how often each seat is the declarer's partner; then every legal action, the
   advised one first, with what it gains on average beside what the rules of thumb would do, and how far that is sure, in sixteenths.
   How many actions. */
API(hint) int hint(int level, int low, int high) {
  static View view;
  static Game one;
  int fault = ready_to_think(level);
  if (fault) return fault;
  throw(low, high);
  see(&game, game.player, &view);
  int best = try_all(&view, level), *to = box + 1 + SEATS;
  for (int first = 1; first >= 0; first--)
    for (int n = 0; n < tried.count; n++) {
      const Trial *trial = tried.trial + n;
      if ((trial->action == best) != first) continue;
      *to++ = trial->action, *to++ = (int)(16 * trial->sum / trial->weights), *to++ = (int)(16 * doubt_of(trial));
    }
  double all = 0, told[1 + SEATS] = {0};
  for (int n = 0; n < DEALS_3; n++) {
    imagine_heard(&view, &one);
    apply(&one, best);
    if (play_out(&one, view.player) > 0) told[0] += tried.weight;
    if (one.partner >= 0) told[1 + one.partner] += tried.weight;
    all += tried.weight;
  }
  for (int n = 0; n <= SEATS; n++) box[n] = (int)(1000 * told[n] / all);
  return tried.count;
}

FAST
