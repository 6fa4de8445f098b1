/* Games at random, in a loop. */

SMALL

/* Plays so many games at random, from the deal to the sheet; the actions of the players, with a sum over their sheets and
   the games that could not be played on in the box. */
API(simulate) int simulate(int games, int low, int high) {
  if (!learnt) return NO_TABLE;
  static Game one;
  static Sheet made;
  u32 sum = 0;
  int actions = 0, dead = 0;
  throw(low, high);
  for (int n = 0; n < games; n++) {
    u8 order[ALL_CARDS];
    start_deal(&one, n % SEATS, 0);
    int count = shuffle(one.deck, order);
    for (int k = 0; k < count; k++) apply(&one, lore.card[order[k]]);
    for (int done = 0; one.phase != P_END && done < PAST; done++) {
      Set set = legal_set(&one);
      int in_cards = ones(set.cards), choices = in_cards + __builtin_popcountll(set.others);
      if (!choices) break;
      int pick = (int)next((u32)choices);
      if (pick < in_cards) {
        while (pick--) set.cards &= set.cards - 1;
        apply(&one, lore.card[lowest(set.cards)]);
      } else {
        for (pick -= in_cards; pick--;) set.others &= set.others - 1;
        apply(&one, lore.words + __builtin_ctzll(set.others));
      }
      actions++;
    }
    if (one.phase != P_END) { dead++; continue; }
    settle(&one, &made);
    for (int seat = 0; seat < SEATS; seat++) sum = sum * 31 + (u32)made.paid.total[seat];
  }
  box[0] = (int)sum, box[1] = dead;
  return actions;
}

FAST
