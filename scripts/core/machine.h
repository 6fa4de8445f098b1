/* Machines of three levels. They are given what a seat has seen and nothing else: of all hidden cards they imagine deals.
 *
 * Level 1 plays by a few simple rules of thumb; 2 and 3 try every legal action in imagined deals, which they play out by
 * those rules, and take what pays best. What they may spend is counted in deals, never in time: the same knowledge and
 * seed give the same act. The weights below are the machine's opinions, not rules.
 */

enum { LEVELS = 3, DEALS_2 = 24, DEALS_3 = 256, TRIES = 24 };
/* Level 3 solves what is left when so few cards are: in so many deals, with so many nodes for each card. */
enum { SOLVED = 7, SOLVED_DEALS = 40, SOLVE_NODES = 1000 };

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

/* Imagines a deal that fits what was seen, with the game as far as it has gone. */
static void imagine(const View *v, Game *g) {
  int me = v->player, bought = v->first && v->phase >= P_SCAT, need[SLOTS] = {0}, kept_upper = bought ? upper_at(v->kept) : 0;
  u64 may[SLOTS], into[SLOTS], played[SEATS] = {0}, pool = lore.all & ~v->hand;
  for (int slot = 0; slot < SLOTS; slot++) may[slot] = ~0ull;
  for (int n = 0; n < v->plays; n++) played[v->play_seat[n]] |= bit(v->play[n]), pool &= ~bit(v->play[n]);
  for (int seat = 0; seat < SEATS; seat++)
    if (seat != me) need[seat] = lore.hand - ones(played[seat]);
  find_voids(v, may);
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
  for (int n = 0; n < v->bids; n++) apply(g, v->bid[n]);
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
  for (int n = 0; n < v->words; n++) g->player = (signed char)v->word_seat[n], apply(g, v->word[n]);
  g->silent = (u8)v->silent, g->player = (signed char)v->actor;
  if (v->phase == P_WORDS) return;
  g->phase = P_PLAY, g->player = g->leader = (signed char)T(T_LEADER, g->dealer);
  for (int n = 0; n < v->plays; n++) apply(g, lore.card[v->play[n]]);
}

FAST

/* --- rules of thumb -------------------------------------------------------------------------------------------- */

/* The best card of a set by worth and rank, each with a weight. */
static int pick(u64 set, int by_worth, int by_rank) {
  int found = lowest(set), most = -(1 << 30);
  for (; set; set &= set - 1) {
    int card = lowest(set), score = by_worth * worth[card] + by_rank * (suit_of[card] == TAROCK ? card - 24 : card & 7);
    if (score > most) most = score, found = card;
  }
  return found;
}

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

static int thumb_card(const Game *g, u64 may) {
  if (!(may & (may - 1))) return lowest(may);
  int seat = g->player;
  u64 fallen = fallen_of(g), hand = g->hand[seat], others = lore.all & ~fallen & ~hand;
  if (!g->on_table) {
    u64 mine = may & tarocks;
    int top = mine ? highest(mine) : -1;
    if (seat == g->declarer || seat == g->partner) {
      if (mine && !(takes_mask[top] & others) && (others & tarocks)) return top;
      if (ones(mine) > ones(others & tarocks) / 2) return pick(mine & ~bit(lore.pagat) ? mine & ~bit(lore.pagat) : mine, 0, 1);
    }
    u64 plain = may & ~tarocks;
    if (!plain) return pick(may, -8, -1);
    int best = -1, most = -(1 << 30);
    for (u64 rest = plain; rest; rest &= rest - 1) {
      int card = lowest(rest), suit = suit_of[card], length = ones(hand & suit_mask[suit]), out = ones(others & suit_mask[suit]);
      int master = !(takes_mask[card] & suit_mask[suit] & others);
      int score = master && out >= SEATS - 1 ? 100 + 4 * worth[card] - 8 * length : 8 * out - 4 * length - 4 * worth[card] - (card & 7);
      if (score > most) most = score, best = card;
    }
    return best;
  }
  u64 wins = may & takes_mask[(int)g->best], loses = may & ~takes_mask[(int)g->best];
  int last = g->on_table == SEATS - 1, ours = is_friend(g, seat, g->who, fallen);
  u64 over = takes_mask[(int)g->best] & others;
  if (ours && (last || !over || (suit_of[(int)g->best] == TAROCK && ones(over) < 3))) return loses ? pick(loses, 8, -1) : pick(may, 8, -1);
  if (ours && loses) return pick(loses, -8, -1);
  if (!wins) return pick(may, -8, -1);
  if (last) return pick(wins, 2, -1);
  u64 sure = 0;
  for (u64 rest = wins; rest; rest &= rest - 1)
    if (!(takes_mask[lowest(rest)] & others)) sure |= rest & -rest;
  if (sure) return pick(sure, 0, -1);
  u64 plain = wins & ~tarocks;
  if (plain) return loses && !(takes_mask[highest(plain)] & others & suit_mask[suit_of[highest(plain)]]) ? highest(plain) : loses ? pick(loses, -8, -1) : lowest(plain);
  u64 safe = wins & ~bit(lore.pagat);
  return safe ? pick(safe, -8, g->on_table == 2 ? 1 : -1) : loses ? pick(loses, -8, -1) : lowest(wins);
}

/* How strong a hand is for who would play alone with one other. */
static int strength_of(u64 hand) {
  int count = ones(hand & tarocks), score = 4 * count;
  for (int place = 0, top = highest(tarocks); place < 4; place++, top--)
    if (hand & bit(top)) score += 8 - place;
  score += 5 * ones(hand & lore.kings);
  for (int suit = 0; suit < TAROCK; suit++) score += ones(hand & suit_mask[suit]) ? 0 : 3;
  return score;
}

enum { PLAYS = 44, SOLO_PLAYS = 72 };

static int thumb_act(const Game *g) {
  Set set = legal_set(g);
  u64 hand = g->player >= 0 ? g->hand[(int)g->player] : 0;
  if (!set.cards && !set.others) return -1;
  switch ((Phase)g->phase) {
  case P_BIDDING: {
    int strong = strength_of(hand);
    u32 passing = set.others & 1, bids = set.others & ~1u;
    if (bids && strong >= SOLO_PLAYS && (bids >> (lore.folds + 1) & 1)) return lore.solo;
    bids &= ~(1u << (lore.folds + 1));
    if (bids && (strong >= PLAYS + 8 * __builtin_ctz(bids) - 8 || !passing)) return lore.pass + __builtin_ctz(bids);
    return passing ? lore.pass : lore.pass + __builtin_ctz(set.others);
  }
  case P_KING: {
    int best = lowest(set.cards), least = 99;
    for (u64 rest = set.cards; rest; rest &= rest - 1) {
      int card = lowest(rest), length = ones(hand & suit_mask[suit_of[card]]), score = length ? length : 9;
      if (hand & bit(card)) score += 20;
      if (score < least) least = score, best = card;
    }
    return lore.card[best];
  }
  case P_PURCHASE: return lore.keep;
  case P_SCAT: {
    int best = lowest(set.cards), most = -(1 << 30);
    for (u64 rest = set.cards; rest; rest &= rest - 1) {
      int card = lowest(rest), suit = suit_of[card], left = ones(hand & suit_mask[suit]);
      int score = worth[card] - 6 * left - (hand & suit_mask[suit] & lore.kings ? 8 : 0) - (suit == TAROCK ? 100 : 0);
      if (score > most) most = score, best = card;
    }
    return lore.card[best];
  }
  case P_WORDS: return lore.nothing;
  case P_PLAY: return lore.card[thumb_card(g, set.cards)];
  default: return -1;
  }
}

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

enum { MAX_ACTIONS = 96 };
static struct { int count, deals, action[MAX_ACTIONS]; int sum[MAX_ACTIONS]; double squares[MAX_ACTIONS]; } tried;

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
  for (int n = 0; n < count; n++)
    for (int k = 0; k < tried.count; k++)
      if (tried.action[k] == lore.card[io.card[n]]) {
        int paid = weight * (io.lows[n] + io.highs[n]) / 2 * (ours ? 1 : -1);
        tried.sum[k] += paid, tried.squares[k] += (double)paid * paid;
      }
  return 1;
}

/* Tries every legal action in so many imagined deals; with `exact` the last tricks are solved. */
static void try_all(const View *v, int deals, int exact) {
  static Game base, one;
  exact = exact && v->phase == P_PLAY && ones(v->hand) <= SOLVED;
  if (exact) deals = SOLVED_DEALS;
  leaves_of.side = -1, generation++, asked_count = 0; /* what was found for others would change what so many nodes find */
  tried.count = list_set(&v->legal, tried.action), tried.deals = deals;
  for (int n = 0; n < tried.count; n++) tried.sum[n] = 0, tried.squares[n] = 0;
  for (int n = 0; n < deals; n++) {
    imagine(v, &base);
    if (exact && solve_deal(&base, v->player)) continue;
    for (int k = 0; k < tried.count; k++) {
      one = base;
      apply(&one, tried.action[k]);
      int paid = play_out(&one, v->player);
      tried.sum[k] += paid, tried.squares[k] += (double)paid * paid;
    }
  }
}

/* What a machine does that knows so much. */
static int choose(const View *v, int level) {
  static Game guess;
  Set set = v->legal;
  if (ones(set.cards) + ones(set.others) == 1) return set.cards ? lore.card[lowest(set.cards)] : lore.pass + __builtin_ctz(set.others);
  if (level == 1) {
    imagine(v, &guess);
    return thumb_act(&guess);
  }
  try_all(v, level == 2 ? DEALS_2 : DEALS_3, level == 3);
  int best = 0;
  for (int n = 1; n < tried.count; n++)
    if (tried.sum[n] > tried.sum[best]) best = n;
  return tried.action[best];
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

/* Every legal action with its mean payment in imagined deals and how far that is sure, in sixteenths; how many. */
API(hint) int hint(int level, int low, int high) {
  static View view;
  int fault = ready_to_think(level);
  if (fault) return fault;
  throw(low, high);
  see(&game, game.player, &view);
  try_all(&view, level == 3 ? DEALS_3 : DEALS_2, level == 3);
  for (int n = 0; n < tried.count; n++) {
    double mean = (double)tried.sum[n] / tried.deals, spread = tried.squares[n] / tried.deals - mean * mean;
    box[4 * n] = tried.action[n], box[4 * n + 1] = (int)(16 * mean);
    box[4 * n + 2] = (int)(16 * __builtin_sqrt((spread > 0 ? spread : 0) / tried.deals)), box[4 * n + 3] = tried.deals;
  }
  return tried.count;
}

/* Plays so many whole games with a machine of one level at each seat (a digit of `levels` each, from seat 0); their
   payments by seat in the box. */
API(contest) int contest(int games, int levels, int low, int high) {
  static View view;
  if (!learnt) return NO_TABLE;
  if (games < 0) return BAD_SHAPE;
  int at_seat[SEATS];
  for (int seat = SEATS; seat--; levels /= 10) {
    at_seat[seat] = levels % 10;
    if (at_seat[seat] < 1 || at_seat[seat] > LEVELS) return BAD_OPTION;
  }
  static Game one;
  static Sheet made;
  int paid[SEATS] = {0}, played = 0;
  for (int n = 0; n < games; n++) {
    throw((int)((u32)low + (u32)n), high);
    start_deal(&one, (int)((u32)low + (u32)n) & 3, 0);
    deal_all(&one);
    while (one.phase != P_END && !is_full(&one)) {
      see(&one, one.player, &view);
      if (!view.legal.cards && !view.legal.others) break;
      throw((int)((u32)low + (u32)n), (int)((u32)high + 1 + one.plays + one.bids));
      apply(&one, choose(&view, at_seat[(int)one.player]));
    }
    if (one.phase != P_END || one.declarer < 0) continue;
    settle(&one, 1, &made);
    for (int seat = 0; seat < SEATS; seat++) paid[seat] += made.pay[seat];
    played++;
  }
  for (int seat = 0; seat < SEATS; seat++) box[seat] = paid[seat];
  return played;
}

FAST
