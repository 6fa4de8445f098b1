// The core in the page: whole games of 1840, played, refused and settled by the module and the table that `core-data.js` has;
// the sentences of the rules are in `core-words.js`. No rule stands here: what is legal, why not, who sees what and what it comes to
// are questions to the module.
(() => {
const make = () => { // of one piece, so that a page can run it in a worker made of its text: `codexCore.source`
  "use strict";

  const PHASES = ["deal", "bidding", "king", "purchase", "scat", "announcements", "play", "end"];
  const OPTIONS = { next_deals: () => 1, words: (value) => (value === "forehand" ? 2 : 0), knocked: () => 4, left_shown: () => 8 };
  const ANYWAY = 256;
  const SEATS = [0, 1, 2, 3];
  const halves = (seed) => [seed % 0x100000000 | 0, Math.floor(seed / 0x100000000) | 0];
  const seats = (mask) => SEATS.filter((seat) => (mask >> seat) & 1);

  /** What the module refuses: a table, an action or a history that cannot be. */
  class CoreError extends Error {
    constructor(code, what) {
      super(`the core refuses ${what} (${code})`);
      this.code = code;
    }
  }

  class Core {
    constructor(exports, { table, priced = [], price = 1 }, words) {
      Object.assign(this, { exports, table, priced, price });
      this.cards = table.actions.slice(0, table.cards);
      const { entries, reasons } = table;
      const numbers = [table.magic, table.version, entries.length, ...entries.flatMap(([, values]) => [values.length, ...values])];
      const [cards, folds, pass, solo, keep, raise, nothing] = entries[0][1];
      this.actions = Object.assign([...table.actions], { pass, folds, solo, keep, raise, nothing, first_word: nothing + 1, cards });
      this.reasons = reasons.map(([key, ref, statement, code], number) => ({ number, key, ref, statement, code, says: words?.[number][0] ?? "", href: words?.[number][1] ?? "" }));
      exports.table(1 << 20);
      this.box = new Int32Array(exports.memory.buffer, exports.box());
      this.numbers = numbers;
      this.charge(price);
    }

    /** Learns the table with another price: so much the Consulation of a single Dreier is. */
    charge(price) {
      if (price === this.charged) return;
      const numbers = [...this.numbers];
      const starts = [];
      for (let at = 3; at < numbers.length; at += 1 + numbers[at]) starts.push(at + 1);
      for (const [entry, places] of this.priced) for (const at of places) numbers[starts[entry] + at] = (numbers[starts[entry] + at] * price) / this.price;
      this.put(numbers);
      const found = this.exports.learn(numbers.length);
      if (found < 0) throw new CoreError(found, "the table");
      this.charged = price;
      this.game = null;
    }

    put(numbers) { this.box.set(numbers); }

    take(count) { return Array.from(this.box.subarray(0, count)); }

    /** Calls the module; what is below 0 is an error. */
    ask(name, ...given) {
      const found = this.exports[name](...given);
      if (found < 0) throw new CoreError(found, name);
      return found;
    }

    /** Begins a game: with a deal (54 cards in the order of dealing, or hands and talon), or with the deal of a seed. */
    start({ deal, seed = 0, dealer = 3, options = {}, price = this.price } = {}) {
      const bits = Object.entries(options).reduce((sum, [name, value]) => sum + (value ? OPTIONS[name](value) : 0), 0);
      const game = new Game(this, dealer, bits, price);
      if (deal) game.dealCards(Array.isArray(deal) ? deal : this.ask("arrange", ...this.arranged(deal, game)) && this.take(this.cards.length));
      else game.deal(seed);
      return game;
    }

    /** Asks about one hand without its game: what of it may be played to a trick (`play`), laid away (`scat`) or, of all
        cards, called (`king`); `before` are the tricks so far, `keeps` says that its holder has announced ultimo. */
    pose(phase, { hand, trick = [], before = 0, keeps = false, folds = 0 }) {
      return new Posed(this, [PHASES.indexOf(phase), before, Number(keeps), folds, trick.length, ...trick, ...hand]);
    }

    /** The numbers of an entry of the table. */
    entry(name) { return this.table.entries.find(([each]) => each === name)[1]; }

    /** What cards count together, in thirds of a point. */
    thirds(cards) {
      const worth = this.entry("pack.worth");
      return cards.reduce((sum, card) => sum + worth[card], 0);
    }

    /** What so many thirds of the declarer's side come to. */
    outcome(thirds) {
      const [won, remis, points] = this.entry("counting.outcome").slice(3 * thirds);
      return { end: won ? "won" : remis ? "remis" : "lost", points };
    }

    arranged({ hands, talon }, game) {
      game.focus();
      this.put([...hands.flat(), ...talon]);
      return [hands.flat().length + talon.length];
    }
  }

  /** What a hand may do where it stands, and by which rule. */
  class Asked {
    look() {
      this.focus().ask("look");
      const [phase, actor, dealer, declarer, partner, king, taker] = this.core.box;
      return { phase: PHASES[phase], actor, dealer, declarer, partner, king, taker };
    }

    legal() {
      const core = this.focus();
      return core.take(core.ask("legal"));
    }

    /** The rule by which an action is legal here or is not: key, paragraph, statement. */
    rule(action) {
      const core = this.focus();
      return core.reasons[core.ask("reason", action)];
    }
  }

  class Posed extends Asked {
    constructor(core, numbers) {
      super();
      Object.assign(this, { core, numbers });
    }

    focus() {
      if (this.core.game === this) return this.core;
      this.core.put(this.numbers);
      this.core.ask("pose", this.numbers.length);
      this.core.game = this;
      return this.core;
    }

    /** Whose place in the trick takes it so far. */
    get taker() {
      const { taker, actor } = this.look();
      return taker < 0 ? actor : taker;
    }
  }

  class Game extends Asked {
    constructor(core, dealer, options, price) {
      super();
      Object.assign(this, { core, dealer, options, price, past: [] });
      this.begin();
    }

    begin() {
      this.core.charge(this.price);
      this.core.ask("begin", this.dealer, this.options);
      this.core.game = this;
    }

    /** Brings the module to where this game stands, if another was asked about since. */
    focus() {
      if (this.core.game === this) return this.core;
      this.begin();
      this.core.put(this.past);
      if (this.core.exports.follow(this.past.length)) throw new CoreError(this.core.box[0], "the history");
      return this.core;
    }

    remember() { this.past = this.core.take(this.core.ask("history")); }

    deal(seed) {
      this.focus().ask("deal", ...halves(seed));
      this.remember();
    }

    dealCards(cards) {
      this.focus().put(cards);
      if (this.core.exports.follow(cards.length)) throw new CoreError(this.core.box[0], "the deal");
      this.remember();
    }

    get phase() { return this.look().phase; }

    get actor() { return this.look().actor; }

    get declarer() { return this.look().declarer; }

    get partner() { return this.look().partner; }

    get king() { return this.look().king; }

    get taker() { return this.look().taker; }

    get history() { return this.past.map((action) => action % ANYWAY); }

    refusal(action) {
      return this.legal().includes(action) ? null : { ...this.rule(action), code: this.focus().ask("reason", action) };
    }

    /** Plays an action; null when it is done, else why not. With `nevertheless` a card that is held is played against the law. */
    apply(action, { nevertheless = false } = {}) {
      const core = this.focus();
      const found = core.ask(nevertheless ? "insist" : "act", action);
      if (found) return { ...core.reasons[found - 1], code: found - 1 };
      this.remember();
      return null;
    }

    undo(count = 1) {
      const taken = this.focus().ask("undo", count);
      this.remember();
      return taken;
    }

    /** All that a seat knows of the deal. */
    seen(seat) {
      const core = this.focus();
      const told = core.take(core.ask("seen", seat));
      let at = 0;
      const list = (width = 1) => {
        const count = told[at];
        const rows = Array.from({ length: count }, (_none, n) => told.slice(at + 1 + width * n, at + 1 + width * (n + 1)));
        at += 1 + width * count;
        return width === 1 ? rows.flat() : rows;
      };
      const [player, dealer, declarer, phase, king, first, kept] = told;
      at = 7;
      const found = { player, dealer, declarer, phase: PHASES[phase], king, first, kept, hand: list(), dealt: list(), bids: list(2) };
      found.halves = Array.from({ length: told[at++] }, () => list());
      Object.assign(found, { discard: list(), left: list(), words: list(2) });
      const plays = list(2);
      found.tricks = Array.from({ length: Math.ceil(plays.length / 4) }, (_none, n) => plays.slice(4 * n, 4 * n + 4));
      if (phase === PHASES.indexOf("play") && plays.length % 4 === 0) found.tricks.push([]);
      return { ...found, legal: list() };
    }

    /** The sheet of the finished game; null before the end, and where all have passed. */
    sheet({ revokes = true } = {}) {
      if (this.phase !== "end" || this.declarer < 0) return null;
      const core = this.focus();
      const told = core.take(core.ask("sheet", Number(revokes)));
      const [side, thirds, won, remis, points, volat, kingLost, ultimo, early, revoked] = told.slice(8);
      const lines = Array.from({ length: told[22] }, (_none, n) => told.slice(23 + 4 * n, 27 + 4 * n));
      return {
        totals: told.slice(0, 4), pay: told.slice(4, 8), side: seats(side), thirds, won: Boolean(won), remis: Boolean(remis), points,
        volat: ["", "declarer", "defenders"][volat], kingLost: Boolean(kingLost), ultimo, early: Boolean(early), partner: this.partner,
        revokes: told.slice(18, 18 + revoked),
        lines: lines.map(([line, mask, amount, reason]) => ({ ...core.reasons[reason], reason: core.table.lines[line], seats: seats(mask), points: amount })),
      };
    }

    /** What a machine of a level plays here; it is given what the actor has seen, and nothing else. */
    machine(level, seed = 0) { return this.focus().ask("think", level, ...halves(seed)); }

    /**
     * What the actor may be told: `ahead`, in what share of the deals that fit what he knows he is paid something if he does what is
     * advised and all play on; `partners`, by seat in what share each is the declarer's partner; `actions`, all that are legal, the
     * advised one first, each with its `gain` beside what the rules of thumb would do, and how far that is sure (`spread`).
     */
    hint(level, seed = 0) {
      const core = this.focus();
      const count = core.ask("hint", level, ...halves(seed));
      const first = 1 + SEATS.length;
      const told = core.take(first + 3 * count);
      const actions = Array.from({ length: count }, (_none, n) => told.slice(first + 3 * n, first + 3 * (n + 1)))
        .map(([action, gain, spread]) => ({ action, gain: gain / 16, spread: spread / 16 }));
      return { ahead: told[0] / 1000, partners: told.slice(1, first).map((share) => share / 1000), actions };
    }
  }

  /** Loads the module, in base64 or as bytes, with the table; `words` are those of `core-words.js`. */
  async function load({ module, ...rules }, words = globalThis.codexCoreWords) {
    const bytes = typeof module === "string" ? Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0)) : module;
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Core(instance.exports, rules, words);
  }

  return { load, CoreError };
};
window.codexCore = { ...make(), source: make.toString() };
})();
