/* Common to every game with 78 cards: the pack, of which the Excuse lies outside the suits, and whole hands. A game says
   before this what its entries are, the common ones among them, and the reasons that it gives itself (`Why`). */

#include "table.h"

enum { MAX_HAND = 31, WHOLE_HAND = SEATS * MAX_HAND, PAST = 512, LED_KINDS = 3, ROLE_WIDTH = 5, CHANCE = -1, TERMINAL = -4 };

/* Often asked, out of the table; the words are the actions from `words` on. */
static struct {
  int cards, words, count, hand, excuse, pagat; /* -1 where the Scues is a trump, and no card is an Excuse */
  Cards all, excuse_bit;
  u8 bit[ALL_CARDS], card[BITS];
} lore;

static int why(Why which) { return T(T_REASONS, which); }
static Cards mask_at(int entry, int n) {
  u64 low = (u32)T(entry, n) | (u64)(u32)T(entry, n + 1) << 32, high = (u32)T(entry, n + 2) | (u64)(u32)T(entry, n + 3) << 32;
  return (Cards)high << 64 | low;
}

SMALL

enum { MOST = 1 << 16, ANY = 1 << 30 };

static const int duty_rows[2][2] = {{0, REASONS}, {0, REASONS}};
/* Of a line in which seats have roles: what, who pays and is paid, how much, why. */
static const int role_rows[ROLE_WIDTH][2] = {{0, 15}, {0, 7}, {0, 7}, {0, MOST}, {0, REASONS}};

/* The first of the common entries that cannot be, or ENTRIES. */
static int wrong_pack(void) {
  set_bits();
  if (!fits(T_ACTIONS, 3, 0, 255)) return T_ACTIONS;
  int *told = &lore.cards;
  for (int n = 0; n < 3; n++) told[n] = T(T_ACTIONS, n);
  if (lore.cards < 1 || lore.cards > ALL_CARDS || lore.words < lore.cards || lore.count < lore.words || lore.count - lore.words > 64) return T_ACTIONS;
  if (!fits(T_BITS, lore.cards, 0, ALL_CARDS - 1)) return T_BITS;
  lore.all = cards = 0;
  for (int suit = 0; suit < SUITS; suit++) suit_mask[suit] = 0;
  for (int n = 0; n < lore.cards; n++) {
    int place = T(T_BITS, n);
    if (lore.all & bit(place)) return T_BITS;
    lore.all |= bit(place), lore.bit[n] = (u8)place, lore.card[place] = (u8)n;
  }
  if (!fits(T_LAW, 1, 0, 31)) return T_LAW;
  if (size_of[T_EXCUSE] != 4 || !within(T_EXCUSE, 0, 1, -1, ALL_CARDS - 1) || !within(T_EXCUSE, 1, 1, 0, ALL_CARDS - 1) ||
      !within(T_EXCUSE, 2, 1, 0, SEATS - 1) || !within(T_EXCUSE, 3, 1, 0, 1)) return T_EXCUSE;
  lore.excuse = T(T_EXCUSE, 0), lore.pagat = T(T_EXCUSE, 1), lore.excuse_bit = lore.excuse < 0 ? 0 : bit(lore.excuse);
  if ((lore.excuse_bit & ~lore.all) || !(lore.all & bit(lore.pagat)) || lore.excuse == lore.pagat) return T_EXCUSE;
  law = T(T_LAW, 0);
  cards = lore.all & ~lore.excuse_bit;
  for (Cards rest = cards; rest; rest &= rest - 1) {
    int card = lowest(rest), suit = card < TAROCKS_FROM ? card / SUIT_BITS : TAROCK;
    suit_of[card] = (u8)suit, suit_mask[suit] |= bit(card);
  }
  tarocks = suit_mask[TAROCK];
  set_takes(up, takes_mask);
  if (lore.excuse >= 0) takes_mask[lore.excuse] = cards;
  if (!fits(T_HAND, 1, 1, MAX_HAND)) return T_HAND;
  lore.hand = T(T_HAND, 0);
  if (size_of[T_EXCUSE_DUTIES] != LED_KINDS * 4 * lore.hand * 2 || !fits_rows(T_EXCUSE_DUTIES, 0, LED_KINDS * 4 * lore.hand, 2, duty_rows)) return T_EXCUSE_DUTIES;
  return ENTRIES;
}

FAST
