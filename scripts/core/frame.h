/* The game that is played: its history, forwards and back, what may be done and why, and chance. A game says before this
   what it is (`Game`), how it begins, what is legal (`legal_set`), what an action does (`apply`, and `apply_anyway` against
   the law where it `may_be_told`), and why (`reason_of`). */

SMALL

static Game game;
static u16 past[PAST]; /* all actions, with the bit `ANYWAY` on those that were played nevertheless */
static int past_count, first_dealer, begun; /* 1: a game; 2: what was posed, which is only asked about */
enum { ANYWAY = 256 };

static void forget(void) { begun = past_count = 0; }

/* Begins a game: who deals, and the options. */
API(begin) int begin(int dealer, int options) {
  if (!learnt) return NO_TABLE;
  if (dealer < 0 || dealer >= SEATS) return BAD_SEAT;
  if (options < 0 || options > ALL_OPTIONS) return BAD_OPTION;
  start_deal(&game, dealer, options);
  first_dealer = dealer, past_count = 0, begun = 1;
  return OK;
}

static int act_with(int action, int anyway) {
  if (begun != 1) return NO_TABLE;
  if (action < 0 || action >= lore.count) return BAD_ACTION;
  if (game.phase == P_END) return IS_OVER;
  if (past_count == PAST || is_full(&game)) return IS_FULL;
  Set set = legal_set(&game);
  if (!holds(&set, action)) {
    int held = action < lore.cards && game.player >= 0 && (game.hand[(int)game.player] & bit(lore.bit[action]));
    if (!anyway || !held || !may_be_told(&game)) return 1 + reason_of(&game, action);
    past[past_count++] = (u16)(action | ANYWAY);
    apply_anyway(&game, action);
    return OK;
  }
  past[past_count++] = (u16)action;
  apply(&game, action);
  return OK;
}

/* Plays an action: 0, or one more than the reason why it is not legal. */
API(act) int act(int action) { return act_with(action, 0); }

/* Plays a card that is held, or lays it away, against the law too. */
API(insist) int insist(int action) { return act_with(action, 1); }

/* Plays `count` actions out of the box from where the game is; how many were not played, the fault of the first in the
   box, or a code. */
API(follow) int follow(int count) {
  if (count < 0 || count > BOX) return BAD_SHAPE;
  for (int n = 0; n < count; n++) {
    int action = box[n], fault = action < 0 ? BAD_ACTION : act_with(action & (ANYWAY - 1), action >> 8 == 1);
    if (action >> 9) fault = BAD_ACTION;
    if (fault) {
      box[0] = fault;
      return count - n;
    }
  }
  return OK;
}

static void replay_to(int count, int options) {
  start_deal(&game, first_dealer, options);
  for (int n = 0; n < count; n++) {
    if (past[n] & ANYWAY) apply_anyway(&game, past[n] & (ANYWAY - 1));
    else apply(&game, past[n]);
  }
  past_count = count;
}

/* Takes back so many actions of the players, or as many as there are; how many actions, with those of chance between. */
API(undo) int undo(int count) {
  if (begun != 1) return NO_TABLE;
  if (count < 0) return BAD_SHAPE;
  int options = game.options, all = past_count, stop = -1, left = 0;
  static u8 chance[PAST];
  start_deal(&game, first_dealer, options);
  for (int n = 0; n < all; n++) {
    chance[n] = game.phase == P_DEAL;
    if (past[n] & ANYWAY) apply_anyway(&game, past[n] & (ANYWAY - 1));
    else apply(&game, past[n]);
  }
  for (int n = all; n-- && left < count;)
    if (!chance[n]) stop = n, left++;
  replay_to(stop < 0 ? all : stop, options);
  return all - past_count;
}

/* Writes the history into the box; how many actions. */
API(history) int history(void) {
  if (!begun) return NO_TABLE;
  for (int n = 0; n < past_count; n++) box[n] = past[n];
  return past_count;
}

static int list_set(const Set *set, int *to) {
  int count = 0;
  for (int action = 0; action < lore.count; action++)
    if (holds(set, action)) to[count++] = action;
  return count;
}

/* Lists the legal actions in the box, in ascending order. */
API(legal) int list_legal(void) {
  if (!begun) return NO_TABLE;
  Set set = legal_set(&game);
  return list_set(&set, box);
}

/* The reason by which an action is legal or not: its place in the table, 0 for none. */
API(reason) int reason(int action) {
  if (!begun) return NO_TABLE;
  if (action < 0 || action >= lore.count) return BAD_ACTION;
  return reason_of(&game, action);
}

FAST

static u64 dice;

/* PCG XSH RR 64/32, begun from a mixed seed, so that seeds side by side have nothing in common. */
static void throw(int low, int high) {
  u64 mixed = ((u32)low | (u64)(u32)high << 32) + 0x9E3779B97F4A7C15ull;
  mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9ull;
  mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EBull;
  dice = mixed ^ mixed >> 31;
}

INLINE u32 next(u32 below) {
  u64 before = dice;
  dice = before * 6364136223846793005ull + 1442695040888963407ull;
  u32 mixed = (u32)((before >> 18 ^ before) >> 27), turn_by = (u32)(before >> 59);
  return (u32)((u64)(mixed >> turn_by | mixed << (32 - turn_by & 31)) * below >> 32);
}

/* Shuffles what is left of the pack; how many cards. */
APART static int shuffle(Cards deck, u8 *order) {
  int count = 0;
  for (; deck; deck &= deck - 1) order[count++] = (u8)lowest(deck);
  for (int n = count; n > 1;) {
    u32 other = next((u32)n--);
    u8 card = order[n];
    order[n] = order[other], order[other] = card;
  }
  return count;
}

SMALL

/* Deals what is left of the pack at random. */
API(deal) int deal(int low, int high) {
  u8 order[ALL_CARDS];
  if (!begun) return NO_TABLE;
  if (game.phase != P_DEAL) return NOT_THERE;
  if (past_count + lore.cards > PAST) return IS_FULL;
  throw(low, high);
  int count = shuffle(game.deck, order);
  for (int n = 0; n < count; n++) {
    past[past_count++] = lore.card[order[n]];
    apply(&game, lore.card[order[n]]);
  }
  return OK;
}

FAST
