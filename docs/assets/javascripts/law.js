// What may be played to a trick, and who takes it. Duties, ranks and paragraphs are those of `play-data.js`, which the program
// writes from the encoded rules; no rule of the game stands here.
(() => {
  "use strict";

  class Law {
    constructor({ duties, cards, rules, tarock, pagat }) {
      Object.assign(this, { duties, cards, rules, tarock, pagat });
    }

    suit(card) { return this.cards[card][0]; }

    /** Whether a card, played later, takes the trick from the best so far. */
    takes(card, best) {
      if (this.suit(card) === this.suit(best)) return this.cards[card][1] > this.cards[best][1];
      return this.suit(card) === this.tarock && this.duties.tarock_beats_suit;
    }

    /** The place in the trick of the card that takes it. */
    winner(trick) {
      return trick.reduce((best, card, place) => (this.takes(card, trick[best]) ? place : best), 0);
    }

    /** What the cards count together, in thirds of a point. */
    thirds(cards) { return cards.reduce((sum, card) => sum + this.cards[card][2], 0); }

    /** The duty that binds who plays to a trick, with the cards that fulfil it; null where any card may be played. */
    bound(hand, trick) {
      if (!trick.length) return null;
      const led = this.suit(trick[0]);
      let held = hand.filter((card) => this.suit(card) === led);
      let duty = "play.follow_suit";
      if (held.length) {
        let binds = this.duties.follow_suit;
        if (led === this.tarock && this.duties.follow_tarock !== null) [duty, binds] = ["play.follow_tarock", this.duties.follow_tarock];
        if (!binds) return null;
      } else {
        held = this.duties.must_tarock ? hand.filter((card) => this.suit(card) === this.tarock) : [];
        duty = "play.must_tarock";
        if (!held.length) return null;
      }
      if (!this.duties.must_overtake) return { duty, held };
      const best = trick[this.winner(trick)];
      const over = held.filter((card) => this.takes(card, best));
      return over.length && over.length < held.length ? { duty: "play.must_overtake", held: over } : { duty, held };
    }

    /** What of a hand may be played to the cards of a trick, and the rule that decides; `keeps`: its holder has announced
        ultimo and holds the Pagat back; `first`: it is the first card of all. */
    turn(hand, trick, keeps = false, first = false) {
      const bound = this.bound(hand, trick);
      const waits = keeps && hand.length > 1 && hand.some((card) => card !== this.pagat && this.suit(card) === this.tarock);
      const legal = (bound?.held ?? hand).filter((card) => card !== this.pagat || !waits);
      let rule = bound?.duty ?? "";
      if (!bound && trick.length) rule = this.suit(trick[0]) === this.tarock ? "play.void_free/tarock" : "play.void_free/suit";
      if (!bound && !trick.length) rule = waits && hand.includes(this.pagat) ? "ultimo.pagat_kept" : first ? "play.leader" : "";
      const forbids = (card) => this.rule(card === this.pagat && waits ? "ultimo.pagat_kept" : rule);
      return { legal, rule: this.rule(rule), forbids };
    }

    /** A rule: its key, paragraph, sentence in English, and address from the top of the site. */
    rule(key) {
      const [ref, says, href] = this.rules[key] ?? ["", "", ""];
      return { key: key.split("/")[0], ref, says, href };
    }
  }

  window.CodexLaw = Law;
})();
