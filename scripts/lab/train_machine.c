/* Finds the weights of the machines (`scripts/core/machine.h`) by playing: all seats play by them, now and then anything; at
 * some moments each legal action is played out, and the weights move towards what was paid for it. Those of announcing
 * ultimo are fitted to how often it is made: a word that is mostly wrong at first would be unlearned for ever.
 *
 *   cc -O3 -w -Iscripts/core -o build/train scripts/lab/train_machine.c -lm
 *   build/train SECONDS SEED < TABLE
 *
 * TABLE are the numbers of `compile_rules(rules).encode()`. It begins with the committed weights and prints others, in their
 * order; seconds are those of the processor. What comes out is to be tried in duplicate deals before it is taken.
 */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define TRAINED
#include "core.c"

enum { MOMENTS = 128, GAMES = 60, MOST_POINTS = 600, FITTED = 600000, LOG_ODDS = 64 /* in the weights of announcing ultimo */ };

static double weight[WEIGHTS], slope[WEIGHTS], moved[WEIGHTS], strewn[WEIGHTS], sizes[WEIGHTS];
static long sized[WEIGHTS];
static int tried_moments;

/* Payments have heavy tails: beyond some Points a tenth of them counts. */
static double flatten(double points) {
  double most = points > MOST_POINTS ? MOST_POINTS : points < -MOST_POINTS ? -MOST_POINTS : points;
  return (most + (points - most) / 10) / 100;
}

static void learn_from(const Game *g) {
  static Game one;
  Set set = legal_set(g);
  int action[MAX_ACTIONS], score[MAX_ACTIONS], f[FEATURES], seat = g->player, most = 0;
  double share[MAX_ACTIONS], paid[MAX_ACTIONS], sum = 0, mean = 0;
  int count = weigh(g, &set, action, score);
  if (count < 2) return;
  for (int n = 1; n < count; n++)
    if (score[n] > score[most]) most = n;
  for (int n = 0; n < count; n++) sum += share[n] = exp((double)(score[n] - score[most]) / UNIT);
  for (int n = 0; n < count; n++) {
    one = *g;
    apply(&one, action[n]);
    paid[n] = flatten(play_out(&one, seat));
    mean += (share[n] /= sum) * paid[n];
  }
  Spot spot;
  look_around(g, &spot);
  for (int n = 0; n < count; n++) {
    if (action[n] == lore.pass || action[n] == lore.keep || action[n] == lore.nothing || score[n] <= -NEVER) continue;
    int plays = g->phase == P_PLAY;
    int from = plays ? FEATURES * weigh_card(g, &spot, lore.bit[action[n]], f) : weigh_act(g, &spot, action[n], f);
    for (int k = 0; k < (plays ? FEATURES : FEW); k++)
      if (f[k]) slope[from + k] += share[n] * (paid[n] - mean) * f[k], sizes[from + k] += f[k] * f[k], sized[from + k]++;
  }
  tried_moments++;
}

/* Plays on by the rules of thumb up to a phase; whether it came to it. */
static int play_to(Game *g, int phase) {
  while (g->phase < phase && !is_full(g)) {
    int action = thumb_act(g);
    if (action < 0) break;
    apply(g, action);
  }
  return g->phase == phase;
}

/* Lets who has the Pagat announce ultimo, and fits the weights of that to how often he makes it (logistic regression). */
static void fit_ultimo(void) {
  static Game one;
  static Sheet made;
  double odds[FEW] = {0};
  for (int number = 0; number < FITTED; number++) {
    start_deal(&one, number & 3, 0);
    deal_all(&one);
    if (!play_to(&one, P_WORDS)) continue;
    while (one.phase == P_WORDS && !(one.hand[(int)one.player] & bit(lore.pagat))) apply(&one, lore.nothing);
    Set set = legal_set(&one);
    if (one.phase != P_WORDS || !holds(&set, lore.nothing + 1)) continue;
    Spot spot;
    int f[FEW], seat = one.player;
    double sum = 0;
    look_around(&one, &spot);
    weigh_act(&one, &spot, lore.nothing + 1, f);
    apply(&one, lore.nothing + 1);
    while (one.phase == P_WORDS) apply(&one, lore.nothing);
    if (!play_to(&one, P_END)) continue;
    settle(&one, 1, &made);
    for (int n = 0; n < FEW; n++) sum += odds[n] * f[n];
    for (int n = 0; n < FEW; n++)
      odds[n] += (0.003 * (1 - (double)number / FITTED) + 0.00005) * ((made.ultimo == seat) - 1 / (1 + exp(-sum))) * f[n];
  }
  for (int n = 0; n < FEW; n++) weight[OF_WORDS + n] = odds[n] * LOG_ODDS / UNIT;
}

/* Writes the weights as whole numbers. */
static void round_weights(void) {
  for (int n = 0; n < WEIGHTS; n++) {
    double whole = round(weight[n] * UNIT);
    weights[n] = (signed char)(whole > 127 ? 127 : whole < -127 ? -127 : whole);
  }
}

static void play_and_learn(int number) {
  static Game moment[MOMENTS], one;
  int count = 0, first = -1;
  start_deal(&one, number & 3, 0);
  deal_all(&one);
  while (one.phase != P_END && !is_full(&one) && count < MOMENTS) {
    if (one.phase == P_PLAY && first < 0) first = count;
    moment[count++] = one;
    int action = thumb_act(&one);
    if (action < 0) break;
    if (!next(16) && one.phase != P_WORDS) {
      Set set = legal_set(&one);
      int acts[MAX_ACTIONS], score[MAX_ACTIONS];
      action = acts[next((u32)weigh(&one, &set, acts, score))];
    }
    apply(&one, action);
  }
  for (int n = 0; n < (first < 0 ? count : first); n++)
    if (moment[n].phase != P_WORDS && !next(moment[n].phase == P_KING || moment[n].phase == P_PURCHASE ? 1 : moment[n].phase == P_BIDDING ? 2 : 3)) learn_from(moment + n);
  for (int n = 0; first >= 0 && n < 5; n++) learn_from(moment + first + next((u32)(count - first)));
}

/* A step along the slope, of a length that neither the size of what is weighed nor the luck of the deals decides. */
static void step(int number, double rate) {
  for (int n = 0; n < WEIGHTS; n++) {
    if (!sized[n]) continue;
    double by = slope[n] / tried_moments, size = sqrt(sizes[n] / sized[n]);
    moved[n] = 0.95 * moved[n] + 0.05 * by, strewn[n] = 0.995 * strewn[n] + 0.005 * by * by;
    weight[n] += rate * moved[n] / (1 - pow(0.95, number)) / (sqrt(strewn[n] / (1 - pow(0.995, number))) + 1e-7) / (size > 1 ? size : 1);
    slope[n] = 0;
  }
  round_weights();
}

int main(int count, char **told) {
  int numbers = 0, games = 0;
  if (count < 3) return 2;
  while (numbers < BOX && scanf("%d", box + numbers) == 1) numbers++;
  if (learn(numbers)) return 3;
  for (int n = 0; n < WEIGHTS; n++) weight[n] = (double)weights[n] / UNIT;
  throw(atoi(told[2]), 0);
  fit_ultimo();
  round_weights();
  double most = atof(told[1]) * CLOCKS_PER_SEC;
  for (int number = 1; clock() < most; number++) {
    tried_moments = 0;
    for (int n = 0; n < GAMES; n++) play_and_learn(games++);
    if (tried_moments) step(number, 0.015 * (1 - (double)clock() / most));
  }
  for (int n = 0; n < WEIGHTS; n++) printf("%d%c", weights[n], n % FEW == FEW - 1 ? '\n' : ' ');
  return 0;
}
