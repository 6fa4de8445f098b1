/* The search of the solver: position and goal as they are while it runs, the table of patterns, the plays. */

#include "law.h"

enum { THIRDS = 256, ENDS = 12, WAYS = 32, NEVER = 1 << 20, NEVER_NEED = 30000 };
enum { KNOWN = 21 }; /* cards that a goal tells apart: three bits each in the key */

/* What has happened so far: a digit each for the king, the Pagat and the tricks. */
enum { KING_HOME = 12, KING_LOST = 24, PAGAT_GONE = 4, PAGAT_MADE = 8, SIDE_ALL = 1, OTHERS_ALL = 2, SHARED = 3 };
enum { STATES = 36 };

static struct {
  u64 hands[SEATS];
  /* rules */
  int worth[BITS]; /* thirds of each card; -1 where there is none */
  int law;
  /* the rest of the position */
  int leader, on_table, table[3];
  int banked; /* thirds that the side has already */
  int state;  /* what has happened so far */
  /* goal */
  int side;   /* the seats whose thirds, tricks and king count, a bit each */
  int max;    /* the seats that want much */
  int king;   /* the called king, or -1 */
  int pagat;  /* the card of the ultimo, or -1 */
  int made;   /* the seats that make the ultimo when they take the last trick with it in */
  int keeper; /* the seat that may not play a card while it holds other tarocks, or -1 */
  int keeps;  /* that card */
  int leaf[ENDS][THIRDS]; /* king lost (6) + ultimo made (3) + all tricks: none, the side's, the others' */
  /* answers */
  int low, high;      /* the value lies between */
  int card[BITS];     /* legal cards */
  int lows[BITS], highs[BITS];
} io;

static u8 squeeze[256][256]; /* the bits of the second at the places of the first, moved together at the top */
static u8 top_up[256][9];    /* all places from the n-th highest bit up */
static int ready;

static inline int highest(u64 mask) { return 63 - __builtin_clzll(mask); }

/* --- the table ------------------------------------------------------------------------------------------------- */

typedef struct {
  u64 lengths, known; /* the key: cards of each seat in each suit; leader, state and owners of the known cards */
  u64 suits, trumps;  /* owners from the top, two planes of bits */
  u8 depth[SUITS];    /* how many cards of a suit mattered */
  u8 move, work;      /* the card that decided; the logarithm of the nodes */
  u8 question;        /* for which it holds */
  short low, high;    /* thirds still needed: reached if low or fewer, not reached if high or more */
} Entry;

typedef struct {
  u16 sign[WAYS];
  u32 generation, next;
  Entry entry[WAYS];
} Bucket;

static Bucket *buckets;
static u32 bucket_count, generation;
static u8 question; /* the number of what is asked: each holds for itself */

/* --- the search ------------------------------------------------------------------------------------------------ */

static struct {
  u64 hand[SEATS], all, known, lengths;
  int banked, rest, left, state;
} now;

static struct {
  int max, side, king, pagat, made, keeper, keeps, by_thirds, constant, track;
  u64 named;       /* cards that are like no other */
  int threshold[ENDS];
  int least[STATES], most[STATES]; /* of the thresholds that can still come */
  int base;
} aim;

enum { NO_PLACE = 255 };
static u8 place[BITS]; /* of a known card in the key, in bits */
static u64 unit[SEATS][SUITS]; /* one card of a seat in a suit, in the lengths; tarocks are what is left */
static u64 nodes, cap, relevant; /* the ranks that mattered to the last answer, with all above them */
static int margin;               /* by how many thirds more or fewer it would still have been the same */
static int stopped;

static u64 legal(u64 hand, int seat, int led, int best, int left) {
  u64 may = by_law(hand, led, best);
  if (seat == aim.keeper && left > 1 && (may & bit(aim.keeps)) && (hand & tarocks & ~bit(aim.keeps)))
    may = may & ~bit(aim.keeps) ? may & ~bit(aim.keeps) : may;
  return may;
}

/* What has happened when a trick is over; a card of -1 is not looked for. */
static int after_trick(int state, int winner, u64 trick, int last, int king, int pagat, int track) {
  if (king >= 0 && (trick & bit(king))) state += io.side >> winner & 1 ? KING_HOME : KING_LOST;
  if (pagat >= 0 && (trick & bit(pagat))) state += last && (io.made >> winner & 1) ? PAGAT_MADE : PAGAT_GONE;
  return track ? state | (io.side >> winner & 1 ? SIDE_ALL : OTHERS_ALL) : state;
}

/* The row of the table of leaves at which a state ends. */
static int end_of(int state) {
  int king = state / KING_HOME, pagat = state % KING_HOME / PAGAT_GONE, tricks = state % PAGAT_GONE;
  return (king == 2) * 6 + (pagat == 2) * 3 + (tricks == SHARED ? 0 : tricks);
}

static int lead(int leader);

typedef struct { u64 run; int card, score; } Move;

/* How a trick stands: the card led (-1: none), the best card and who played it, all cards and what they are worth. */
typedef struct { int played, led, best, who, inside; u64 cards; } Trick;

static Trick with(const Trick *trick, int seat, int card) {
  int takes = trick->led < 0 || (takes_mask[trick->best] & bit(card));
  return (Trick){trick->played + 1, trick->led < 0 ? card : trick->led, takes ? card : trick->best,
                 takes ? seat : trick->who, trick->inside + worth[card], trick->cards | bit(card)};
}

/* What those who play after a card can still do: the strongest card of each party, their most and least worth. */
typedef struct { int strong[2], gift[2]; } Outlook;

static int strength(int card, u64 led) { return suit_of[card] == TAROCK ? 64 + card : led & bit(card) ? card : 0; }

static Outlook outlook(const Trick *after, int seat, int party) {
  Outlook found = {{-1, -1}, {0, 0}};
  u64 led = suit_mask[suit_of[after->led]];
  for (int n = after->played; n < SEATS; n++) {
    seat = (seat + 1) & 3;
    int in = party >> seat & 1;
    u64 hand = now.hand[seat], can = hand & led ? hand & led : hand & tarocks ? hand & tarocks : hand;
    int strong = strength(highest(can), led), top = worth[highest(can)], low = worth[lowest(can)];
    if (strong > found.strong[in]) found.strong[in] = strong;
    found.gift[in] += in ? top : low;
  }
  return found;
}

/* Whether the trick is settled whatever the others play: 1 for the party, -1 against it, 0 if it is open. */
static int settled(const Trick *after, int seat, int party) {
  enum { BINDING = FOLLOW_SUIT | FOLLOW_TAROCK | TAROCK_BEATS };
  if ((law & BINDING) != BINDING) return 0;
  Outlook ahead = outlook(after, seat, party);
  int in = party >> after->who & 1, now_best = strength(after->best, suit_mask[suit_of[after->led]]);
  return ahead.strong[!in] > now_best ? 0 : in ? 1 : -1;
}

/* Roughly, how good a card is for him who plays it. */
static int estimate(const Trick *before, int seat, int card) {
  int party = aim.max >> seat & 1 ? aim.max : ~aim.max;
  Trick after = with(before, seat, card);
  Outlook ahead = outlook(&after, seat, party);
  u64 led = suit_mask[suit_of[after.led]];
  int in = party >> after.who & 1, best = strength(after.best, led), takes = after.best == card;
  if (best > ahead.strong[in]) ahead.strong[in] = best;
  int rank = suit_of[card] == TAROCK ? card >> 1 : card & 7;
  if (ahead.strong[1] > ahead.strong[0]) {
    int score = 400 + 8 * (after.inside + (ahead.gift[1] >> 1));
    if (after.played == SEATS) return score + 8 * worth[card] - (suit_of[card] == TAROCK && takes ? card : 0);
    return score + (takes ? card & 7 : 0);
  }
  return 200 - 8 * after.inside - rank;
}

/* Legal cards, of each run of like ones one, in the order to try them; of cards that differ in worth only, and whose
   trick is settled, one as well. */
static int moves_of(Move *moves, int seat, const Trick *trick, int first) {
  u64 hand = now.hand[seat], may = legal(hand, seat, trick->led, trick->best, now.left), others = now.all & ~hand;
  int count = 0;
  if (trick->led >= 0) others |= bit(trick->best);
  while (may) {
    int card = highest(may);
    u64 run = bit(card);
    if (!(aim.named & run)) {
      u64 below = may & suit_mask[suit_of[card]] & ~run;
      while (below) {
        int next = highest(below);
        if ((aim.named & bit(next)) || (others & (bit(card) - bit(next)))) break;
        run |= bit(next);
        below ^= bit(next);
      }
    }
    may &= ~run;
    if (aim.by_thirds && (run & (run - 1))) {
      int rich = 0, poor = THIRDS, which = -1;
      for (u64 rest = run; rest; rest &= rest - 1) {
        int w = worth[lowest(rest)];
        if (w > rich) rich = w;
        if (w < poor) poor = w;
      }
      if (rich > poor) {
        Trick after = with(trick, seat, card);
        int sure = settled(&after, seat, aim.side);
        if (sure) which = (sure > 0) == (aim.max >> seat & 1) ? rich : poor;
        for (u64 rest = run; rest;) {
          int one = highest(rest);
          u64 same = 0;
          for (u64 each = rest; each; each &= each - 1)
            if (worth[lowest(each)] == worth[one]) same |= each & -each;
          rest &= ~same;
          if (which >= 0 && worth[one] != which) continue;
          moves[count].run = which < 0 ? same : run;
          moves[count++].card = one;
        }
        continue;
      }
    }
    moves[count].run = run;
    moves[count++].card = card;
  }
  if (count == 1) return 1;
  for (int i = 0; i < count; i++) {
    Move move = moves[i];
    move.score = first >= 0 && (move.run & bit(first)) ? NEVER : estimate(trick, seat, move.card);
    int j = i;
    for (; j && moves[j - 1].score < move.score; j--) moves[j] = moves[j - 1];
    moves[j] = move;
  }
  return count;
}

static int best_move; /* at the last node that searched a lead */

static int turn(int seat, const Trick *trick, int first) {
  Move moves[16];
  if (++nodes > cap) {
    stopped = 1;
    return 0;
  }
  int count = moves_of(moves, seat, trick, first), wanted = aim.max >> seat & 1, spare = NEVER;
  u64 mattered = 0, hand = now.hand[seat], lengths = now.lengths, known = now.known;
  for (int i = 0; i < count; i++) {
    int card = moves[i].card, reached;
    Trick after = with(trick, seat, card);
    now.hand[seat] = hand ^ bit(card);
    now.all ^= bit(card);
    now.lengths = lengths - unit[seat][suit_of[card]];
    if (place[card] != NO_PLACE) now.known = known & ~(7ull << place[card]);
    if (after.played < SEATS) {
      reached = turn((seat + 1) & 3, &after, -1);
    } else {
      int banked = now.banked, state = now.state;
      now.rest -= after.inside;
      if (aim.side >> after.who & 1) now.banked += after.inside;
      now.state = after_trick(state, after.who, after.cards, now.left == 1, aim.king, aim.pagat, aim.track);
      now.left--;
      reached = lead(after.who);
      now.left++;
      now.banked = banked, now.rest += after.inside, now.state = state;
      if (after.cards & suit_mask[suit_of[after.best]] & ~bit(after.best)) relevant |= up[after.best];
    }
    now.hand[seat] = hand, now.lengths = lengths, now.known = known;
    now.all ^= bit(card);
    if (stopped) return 0;
    if (relevant & bit(highest(moves[i].run))) relevant |= up[lowest(moves[i].run)];
    if (reached == wanted) {
      best_move = card;
      return wanted;
    }
    mattered |= relevant;
    if (margin < spare) spare = margin;
  }
  relevant = mattered, margin = spare;
  return !wanted;
}

/* --- what is known of a lead ----------------------------------------------------------------------------------- */

/* Whose the cards still held are, in each suit from the top, as two planes of bits. */
static void pattern(int leader, u64 *suits, u64 *trumps) {
  u64 one = now.hand[1] | now.hand[3], two = now.hand[2] | now.hand[3], all = now.all, found = 0;
  for (int at = 0; at < 32; at += 8) {
    const u8 *row = squeeze[all >> at & 255];
    found |= (u64)row[one >> at & 255] << at | (u64)row[two >> at & 255] << (at + 32);
  }
  *suits = found;
  u32 first = 0, second = 0;
  int shift = 16;
  for (int at = 48; at >= 32; at -= 8) {
    const u8 *row = squeeze[all >> at & 255];
    first |= (u32)row[one >> at & 255] << 16 >> (16 - shift);
    second |= (u32)row[two >> at & 255] << 16 >> (16 - shift);
    shift -= ones(all >> at & 255);
  }
  *trumps = (u64)first | (u64)second << 24 | (u64)leader << 48 | (u64)now.state << 50 | (u64)now.left << 56;
}

static u64 depth_mask[9];       /* of the planes of a suit: the owners of the n highest */
static u64 trump_mask[25];

static int matches(const Entry *entry, u64 suits, u64 trumps) {
  u64 mask = depth_mask[entry->depth[0]] | depth_mask[entry->depth[1]] << 8 | depth_mask[entry->depth[2]] << 16 |
             depth_mask[entry->depth[3]] << 24;
  return !((entry->suits ^ suits) & mask) && !((entry->trumps ^ trumps) & trump_mask[entry->depth[TAROCK]]);
}

/* The cards of a position that an entry says mattered, with all above them. */
static u64 those_of(const u8 *depth) {
  u64 found = 0;
  for (int suit = 0; suit < TAROCK; suit++) found |= (u64)top_up[now.all >> 8 * suit & 255][depth[suit]] << 8 * suit;
  int left = depth[TAROCK];
  for (int at = 48; at >= 32 && left; at -= 8) {
    int here = ones(now.all >> at & 255);
    if (here >= left) {
      found |= (u64)top_up[now.all >> at & 255][left] << at;
      left = 0;
    } else {
      found |= 255ull << at;
      left -= here;
    }
  }
  return found;
}

/* An answer with its margin, from the thirds above what is needed. */
static int judge(int above) {
  margin = above >= 0 ? above : -1 - above;
  return above >= 0;
}

/* The last trick, in which nobody has a choice. */
static int last_trick(int leader) {
  int top = lowest(now.hand[leader]), who = leader, sum = worth[top];
  for (int n = 1, seat = leader; n < SEATS; n++) {
    seat = (seat + 1) & 3;
    int card = lowest(now.hand[seat]);
    sum += worth[card];
    if (takes_mask[top] & bit(card)) top = card, who = seat;
  }
  nodes++;
  int state = after_trick(now.state, who, now.all, 1, aim.king, aim.pagat, aim.track);
  relevant = now.all & suit_mask[suit_of[top]] & ~bit(top) ? up[top] : 0;
  return judge(now.banked + (aim.side >> who & 1 ? sum : 0) - aim.threshold[end_of(state)]);
}

static int lead(int leader) {
  relevant = 0;
  if (now.banked >= aim.most[now.state]) return judge(now.banked - aim.most[now.state]);
  if (now.banked + now.rest < aim.least[now.state]) return judge(now.banked + now.rest - aim.least[now.state]);
  if (now.left <= 1) return now.left ? last_trick(leader) : judge(now.banked - aim.threshold[end_of(now.state)]);
  int need = aim.base - now.banked, first = -1;
  u64 suits, trumps;
  pattern(leader, &suits, &trumps);
  u64 mixed = (now.lengths ^ (now.lengths >> 29)) * 0x9E3779B97F4A7C15ull;
  mixed = (mixed ^ mixed >> 32 ^ now.known) * 0xD6E8FEB86659FD93ull;
  mixed = (mixed ^ mixed >> 32 ^ trumps >> 48 ^ (u64)question << 16) * 0xD6E8FEB86659FD93ull;
  mixed ^= mixed >> 32;
  Bucket *bucket = buckets + (u32)((mixed & 0xffffffff) * bucket_count >> 32);
  u16 sign = (u16)(mixed >> 48) | 1;
  if (bucket->generation != generation) {
    clear(bucket->sign, 0, sizeof bucket->sign);
    bucket->generation = generation;
    bucket->next = 0;
  }
  for (int way = 0; way < WAYS; way++) {
    if (bucket->sign[way] != sign) continue;
    Entry *entry = bucket->entry + way;
    if (entry->question != question || entry->lengths != now.lengths || entry->known != now.known || !matches(entry, suits, trumps)) continue;
    if (need <= entry->low || need >= entry->high) {
      relevant = those_of(entry->depth);
      int reached = need <= entry->low;
      margin = reached ? entry->low - need : need - entry->high;
      return reached;
    }
    first = entry->move;
  }
  u64 before = nodes;
  if (first >= 0 && !(now.hand[leader] & bit(first))) first = -1;
  int reached = turn(leader, &(Trick){0, -1, -1, leader, 0, 0}, first);
  if (stopped) return 0;
  if (law & MUST_OVERTAKE) relevant = cards;
  u8 depth[SUITS];
  for (int suit = 0; suit < SUITS; suit++) depth[suit] = (u8)ones(relevant & now.all & suit_mask[suit]);
  int work = 64 - __builtin_clzll(nodes - before + 1), worst = 0, least = 1 << 30;
  for (int way = 0; way < WAYS; way++) {
    if (!bucket->sign[way]) {
      worst = way;
      break;
    }
    int weight = bucket->entry[way].work * 64 - ((bucket->next - way) & 31);
    if (weight < least) least = weight, worst = way;
  }
  bucket->next++;
  Entry *entry = bucket->entry + worst;
  bucket->sign[worst] = sign;
  *entry = (Entry){now.lengths, now.known, suits, trumps, {0}, (u8)best_move, (u8)work, question, -NEVER_NEED, NEVER_NEED};
  for (int suit = 0; suit < SUITS; suit++) entry->depth[suit] = depth[suit];
  int bound = reached ? need + margin : need - margin;
  bound = bound > NEVER_NEED ? NEVER_NEED : bound < -NEVER_NEED ? -NEVER_NEED : bound;
  if (reached) entry->low = (short)bound; else entry->high = (short)bound;
  return reached;
}
