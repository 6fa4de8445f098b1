/* The tricks of a game with an Excuse, the sheet of those who pay each other, and games at random. A game says before this
   what it is (`Game`). */

static int next_seat(int seat, int by) { return (seat + by) % SEATS; }
static int of_suits(const Game *g) { return g->on_table && g->led >= 0 ? g->led : -1; }

/* Duty and refusal of the Excuse, held with the rest of a hand; 0 for none. */
static const int *excuse_row(Cards rest, int led) {
  int kind = led < 0 ? 0 : suit_of[led] == TAROCK ? 2 : 1, trump = (rest & tarocks) != 0, count = ones(rest);
  int follows = led >= 0 && (rest & suit_mask[suit_of[led]]);
  if (count >= lore.hand) count = lore.hand - 1;
  return &T(T_EXCUSE_DUTIES, (((kind * 2 + trump) * 2 + follows) * lore.hand + count) * 2);
}

static Cards legal_cards(const Game *g) {
  Cards hand = g->hand[(int)g->player], rest = hand & ~lore.excuse_bit;
  int led = of_suits(g);
  if (rest == hand) return by_law(hand, led, g->best);
  const int *row = excuse_row(rest, led);
  if (row[0]) return led >= 0 || T(T_EXCUSE, 3) ? lore.excuse_bit : 0;
  Cards may = by_law(rest, led, g->best);
  return row[1] ? may : may | lore.excuse_bit;
}

/* Lets the neighbour lead instead of a holder of the Excuse who has to lay it and may not lead it. */
static void pass_lead(Game *g) {
  Cards hand = g->hand[(int)g->player];
  if ((hand & lore.excuse_bit) && !T(T_EXCUSE, 3) && excuse_row(hand & ~lore.excuse_bit, -1)[0])
    g->player = (signed char)next_seat(g->player, T(T_EXCUSE, 2));
}

/* Lays a card to the trick; whether it is the last of it. */
static int lay(Game *g, int card) {
  int seat = g->player;
  g->hand[seat] ^= bit(card);
  if (!g->on_table || (takes_mask[(int)g->best] & bit(card))) g->best = (signed char)card, g->who = (signed char)seat;
  if (!g->on_table || g->led < 0) g->led = (signed char)(card == lore.excuse ? -1 : card);
  g->play_seat[g->plays] = (u8)seat, g->play[g->plays++] = (u8)card;
  if (++g->on_table == SEATS) return 1;
  g->player = (signed char)next_seat(seat, 1);
  return 0;
}

/* The legal actions: cards by their bits, the others from having no more to say. */
typedef struct { Cards cards; u64 others; } Set;

static int holds(const Set *set, int action) {
  return action < lore.cards ? (set->cards & bit(lore.bit[action])) != 0 : (int)(set->others >> (action - lore.words) & 1);
}

SMALL

static int play_why(const Game *g, int action) {
  Cards hand = g->hand[(int)g->player], rest = hand & ~lore.excuse_bit;
  int led = of_suits(g);
  if (action >= lore.cards || !(hand & bit(lore.bit[action]))) return why(W_HELD);
  if (rest != hand) {
    const int *row = excuse_row(rest, led);
    if (row[0]) return row[0];
    if (led < 0 && row[1]) return row[1];
  }
  if (led < 0) return g->tricks ? 0 : why(W_LEADER);
  return why_played(rest, led, g->best);
}

FAST

/* --- the sheet ------------------------------------------------------------------------------------------------- */

enum { MAX_LINES = 128, EVERYONE = (1 << SEATS) - 1, POT = SEATS };

typedef struct { int reason, payers, payees, amount, why; } Line;
typedef struct { int count, total[SEATS + 1]; Line line[MAX_LINES]; } Lines; /* of the seats, and of what stands on the table */

/* Each payer pays each other payee. */
APART static void pay(Lines *sheet, int reason, int payers, int payees, int amount, int because) {
  if (!amount || !payers || !payees || sheet->count == MAX_LINES) return;
  sheet->line[sheet->count++] = (Line){reason, payers, payees, amount, because};
  for (int from = 0; from <= POT; from++)
    for (int to = 0; to <= POT; to++)
      if (from != to && (payers >> from & 1) && (payees >> to & 1)) sheet->total[from] -= amount, sheet->total[to] += amount;
}

/* Writes the lines into the box behind `count` numbers; how many numbers it holds then. */
static int write_lines(const Lines *paid, int count) {
  box[count++] = paid->count;
  for (int n = 0; n < paid->count; n++) {
    int line[] = {paid->line[n].reason, paid->line[n].payers, paid->line[n].payees, paid->line[n].amount, paid->line[n].why};
    for (unsigned k = 0; k < sizeof line / sizeof *line; k++) box[count++] = line[k];
  }
  return count;
}
