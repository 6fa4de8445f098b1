/* Cards as sets, and who may play what and who takes it: the trick law of every game.
 * One source makes two builds: sets of 64 bits for the pack of 54 cards and four seats, of 128 bits for that of 78 cards
 * and three (`PACK`).
 */

#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/* What is asked for each card of a game: a part of each loop that asks. */
#define INLINE static inline __attribute__((always_inline))

#ifdef __wasm__
#define API(name) __attribute__((export_name(#name)))
#else
#define API(name)
#include <stdlib.h>
#endif

/* What came in is wrong; numbers are part of the interface. */
enum {
  OK = 0, BAD_CARDS = -1, BAD_WORTH = -2, BAD_HANDS = -3, BAD_TABLE = -4, BAD_SEAT = -5, BAD_GOAL = -6,
  BAD_STATE = -7, NO_RULES = -8, NO_MEMORY = -9, TOO_MANY = -10
};

#ifndef PACK
#define PACK 54
#endif

#if PACK == 54
typedef u64 Cards;
enum { SEATS = 4, SUIT_BITS = 8, ALL_CARDS = 56, BITS = 64 };
#else
typedef unsigned __int128 Cards;
enum { SEATS = 3, SUIT_BITS = 16, ALL_CARDS = 96, BITS = 128 };
#endif
enum { SUITS = 5, TAROCK = 4, TAROCKS_FROM = TAROCK * SUIT_BITS };

/* The laws, as bits of `law`. */
enum { FOLLOW_SUIT = 1, FOLLOW_TAROCK = 2, MUST_TAROCK = 4, MUST_OVERTAKE = 8, TAROCK_BEATS = 16 };

static Cards cards, suit_mask[SUITS], up[BITS], takes_mask[BITS], tarocks;
static u8 suit_of[BITS], worth[BITS];
static int law;

#if PACK == 54
static inline int ones(Cards set) { return __builtin_popcountll(set); }
static inline int lowest(Cards set) { return __builtin_ctzll(set); }
static inline Cards bit(int card) { return 1ull << card; }
static inline Cards from_up(int card) {
  return card < 32 ? (255ull << (card & ~7)) & ~(bit(card) - 1) : ((1ull << 56) - 1) & ~(bit(card) - 1);
}
#else
static inline int ones(Cards set) { return __builtin_popcountll((u64)set) + __builtin_popcountll((u64)(set >> 64)); }
static inline int lowest(Cards set) {
  return (u64)set ? __builtin_ctzll((u64)set) : 64 + __builtin_ctzll((u64)(set >> 64));
}
/* A table, for a shift by any number would call for the library of the compiler. */
static Cards bits[BITS];
static inline Cards bit(int card) { return bits[card]; }
static inline void set_bits(void) {
  bits[0] = 1;
  for (int card = 1; card < BITS; card++) bits[card] = bits[card - 1] + bits[card - 1];
}
static inline Cards from_up(int card) {
  Cards found = 0;
  for (int end = card < TAROCKS_FROM ? card | (SUIT_BITS - 1) : ALL_CARDS - 1; card <= end; card++) found |= bit(card);
  return found;
}
#endif

static void clear(void *at, int value, unsigned long size) {
  __builtin_memset(at, value, size);
}

/* Sets by card those from it up in its suit, and those that take it, of the suits that there are. */
static inline void set_takes(Cards *from, Cards *takes) {
  for (int card = 0; card < ALL_CARDS; card++) {
    from[card] = from_up(card);
    int suit = card < TAROCKS_FROM ? card / SUIT_BITS : TAROCK;
    takes[card] = suit_mask[suit] & from[card] & ~bit(card);
    if (suit != TAROCK && (law & TAROCK_BEATS)) takes[card] |= tarocks;
  }
}

/* The cards of a hand that the duties of a trick leave; `led` is -1 where nothing is to be followed. */
INLINE Cards by_law(Cards hand, int led, int best) {
  Cards may = hand;
  if (led >= 0) {
    Cards asked = hand & suit_mask[suit_of[led]];
    if (asked) {
      if (!(law & (suit_of[led] == TAROCK ? FOLLOW_TAROCK : FOLLOW_SUIT))) asked = 0;
    } else if (law & MUST_TAROCK) {
      asked = hand & tarocks;
    }
    if (asked) {
      Cards over = law & MUST_OVERTAKE ? asked & takes_mask[best] : 0;
      may = over ? over : asked;
    }
  }
  return may;
}

/* The duty, a bit of `law`, that limits what may be played from a hand; 0 where any card may be. */
static inline int duty_of(Cards hand, int led, int best) {
  if (led < 0) return 0;
  int of_suit = suit_of[led] == TAROCK ? FOLLOW_TAROCK : FOLLOW_SUIT, held = (hand & suit_mask[suit_of[led]]) != 0;
  int duty = held ? law & of_suit : hand & tarocks ? law & MUST_TAROCK : 0;
  if (!duty) return 0;
  Cards asked = held ? hand & suit_mask[suit_of[led]] : hand & tarocks;
  return by_law(hand, led, best) != asked ? MUST_OVERTAKE : duty;
}
