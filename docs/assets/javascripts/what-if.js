// What if: at any play of a game the reader may play another card of the seat whose turn it is, and go on by hand for all.
// At a play of the book its step has what may be played; beyond it the core says so (`core.js`), which is loaded when it is
// first asked. The line stands in the address, `line=9.2_VI_XV`: the play at which it leaves the one of the book, and the
// cards from there on. Without it the table is as it was.
(() => {
  "use strict";

  const data = window.codexPlay;
  const { Table, make, button, thirds, all } = window.codexTables;
  const say = window.codexSay;
  const { top, load, ask } = window.codexAsk;
  let core = null;
  const filled = (words, values) => words.replace(/\{(\w+)\}/g, (_all, name) => values[name]);
  const named = (card) => (data.english[card] ? filled(data.words.glossed, { german: card, english: data.english[card] }) : card);

  const numbers = (cards) => cards.map((card) => data.cards.indexOf(card));

  /** What of a hand may be played to the cards of a trick, and the rules by which: of cards by name. */
  function judge(hand, trick, keeps, before) {
    const posed = core.pose("play", { hand: numbers(hand), trick: numbers(trick), keeps, before });
    const forbids = (card) => posed.rule(data.cards.indexOf(card));
    const allowed = posed.legal().map((card) => data.cards[card]);
    const legal = hand.filter((card) => allowed.includes(card));
    const barred = hand.find((card) => !allowed.includes(card)); // who leads is bound by no duty, but may have to wait
    return { legal, rule: forbids(trick.length || !barred ? legal[0] : barred), forbids };
  }

  /** The place in a whole trick of the card that takes it. */
  const taking = (trick) => core.pose("play", { hand: [], trick: numbers(trick) }).taker;
  const thirdsOf = (cards) => core.thirds(numbers(cards));

  class WhatIf {
    constructor(table) {
      this.table = table;
      table.whatIf = this;
      this.made = new Map();
      this.bar = make("div", "table__line");
      this.answer = make("p", "table__answer");
      this.answer.setAttribute("role", "status");
      this.rest = make("div");
      this.bar.append(this.answer, this.rest);
      table.told.after(this.bar);
      this.tick = make("input");
      this.tick.type = "checkbox";
      this.tick.addEventListener("change", () => table.choose({ worth: this.tick.checked ? "shown" : "" }));
      table.aheadBox.parentElement.after(make("label", "", this.tick, say` what each card is worth`));
      table.read();
      table.show();
      if (table.chosen.line) table.arrive();
    }

    get chosen() { return this.table.chosen; }

    /** The level with the reader's own line in place of the book's; null where there is none, or none that can be. */
    level(printed) {
      if (this.wouldYou?.on) return this.wouldYou.level(printed);
      const { line } = this.chosen;
      if (!line) return null;
      if (!core) {
        this.learn().then(() => this.table.arrive(), (error) => { this.answer.textContent = say`The rules cannot be asked: ${error.message}.`; });
        return null;
      }
      const key = `${printed.name} ${line}`;
      if (!this.made.has(key)) this.made.set(key, this.lined(printed, line));
      return this.made.get(key);
    }

    /** Loads the core; what is shown is then what it says. */
    learn() {
      this.learning ??= ask().then((found) => {
        core = found;
        for (const { ref, href } of core.reasons) if (href) this.table.links[ref] ??= top + href;
        this.table.show();
      });
      this.learning.catch(() => { this.learning = undefined; }); // another time it may come
      return this.learning;
    }

    lined(printed, line) {
      if (!this.isOffered(printed)) return null;
      const [start, ...cards] = line.split("_");
      const from = printed.steps.findIndex((step) => step.id === start && step.kind === "play");
      if (from < 0) return null;
      const level = { ...printed, steps: printed.steps.slice(0, from), from, open: true };
      let turn = this.turn(level, printed.steps[from].seat);
      for (const card of cards) {
        if (!turn?.legal.includes(card)) break; // what follows was altered by hand, or belongs to another game
        level.steps.push(this.play(level, turn, card));
        turn = this.turn(level);
      }
      if (level.steps.length === from) return null;
      level.steps.push(turn ? this.pending(level, turn) : this.end(level));
      return level;
    }

    /** Tell whether other cards can be played at a level: only where it is certain which cards every hand held. */
    isOffered(level) { return !level.doubted?.length; }

    /** Who is to play after the steps of a level, what he holds and what of it is legal; null when all has been played.
        A `step` of the book has this itself. */
    turn(level, seat = "", step = null) {
      const { seats } = this.table.game;
      const { trick, hands } = this.table.state(level, level.steps.length);
      const done = !trick.length || trick.at(-1).winner;
      const plays = done ? [] : trick;
      const [number, place] = trick.length ? trick.at(-1).id.split(".").map(Number) : [0, 0];
      const who = (done ? trick.at(-1)?.winner : seats[(seats.indexOf(trick.at(-1).seat) + 1) % seats.length]) || seat;
      const hand = hands[who];
      if (!hand.length) return null;
      const [of, at] = done ? [number + 1, 1] : [number, place + 1];
      const found = { id: `${of}.${at}`, seat: who, hand, plays };
      const judged = () => judge(hand, plays.map(({ card }) => card), level.keeper === who, of - 1);
      if (!step) return { ...found, ...judged() };
      const legal = step.legal?.length ? hand.filter((card) => step.legal.includes(card)) : hand;
      const rule = core ? judged().rule : { key: step.rule, ref: step.ref, says: step.law };
      return { ...found, legal, rule, forbids: (card) => judged().forbids(card) };
    }

    told({ legal, hand, rule }) {
      return { law: rule.says, ref: rule.ref, rule: rule.key, ...(legal.length < hand.length ? { legal } : {}) };
    }

    /** The step at which a card is played. */
    play(level, turn, card) {
      const { seats } = this.table.game;
      const { id, seat, plays } = turn;
      const says = filled(plays.length ? data.words.play : data.words.lead, { seat, card: named(card) });
      const step = { id, kind: "play", seat, card, says, ...this.told(turn) };
      if (card === level.king) step.known = seats;
      const trick = [...plays, step];
      if (trick.length < seats.length) return step;
      const cards = trick.map((played) => played.card);
      const best = trick[taking(cards)];
      const points = [...(level.steps.findLast((before) => before.points)?.points ?? [0, 0])];
      points[["declarer", "partner"].includes(level.roles[best.seat]) ? 0 : 1] += thirdsOf(cards);
      return { ...step, winner: best.seat, points, says: `${says} ${filled(data.words.takes, { seat: best.seat, card: named(best.card) })}` };
    }

    /** The step at which a card is still to be chosen. */
    pending(level, turn) {
      const last = level.steps.at(-1);
      return { id: turn.id, kind: "play", pending: true, seat: turn.seat, says: (last.kind === "play" ? `${last.says} ` : "") + say`${turn.seat} is to play.`, ...this.told(turn) };
    }

    end(level) {
      const plays = level.steps.filter(({ kind }) => kind === "play");
      const { points } = plays.at(-1);
      const winners = new Set(plays.filter(({ winner }) => winner).map(({ winner }) => (core.entry("volat.party")[0] ? ["declarer", "partner"].includes(level.roles[winner]) : winner)));
      const { end, points: by } = core.outcome(points[0]);
      const words = winners.size === 1 ? data.words.volat : filled(data.ends[end], { points: by });
      return { id: "count", kind: "count", points, known: this.table.game.seats, says: filled(data.words.count, { points: thirds(points[0]), total: thirds(this.table.game.total), end: words }) };
    }

    // At the table

    /** Whether a card of a seat can be chosen at the step that is shown. */
    asks(seat, cards) {
      const { step } = this.table;
      if (this.wouldYou?.on ? !step.pending : !this.isOffered(this.table.printed)) return false;
      return step.kind === "play" && step.seat === seat && cards.length > 0 && this.asked?.seat === seat; // by the law, too
    }

    /** A hand whose cards can be chosen: one stop for the Tab key, up and down go through them. */
    hand(seat, cards, draw) {
      const made = make("div", "table__hand");
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", this.table.step.pending ? say`${seat} is to play: up and down go through the cards` : say`Play another card for ${seat}: up and down go through them`);
      made.append(...cards.map((card, place) => {
        const chosen = button("table__choice", "", () => this.choose(card));
        const face = draw(card);
        face.removeAttribute("role");
        face.removeAttribute("aria-label");
        chosen.append(face);
        chosen.setAttribute("aria-label", card);
        Object.assign(chosen, { lang: "de", translate: false });
        chosen.tabIndex = place ? -1 : 0;
        return chosen;
      }));
      made.addEventListener("keydown", (event) => {
        const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (!way) return;
        event.preventDefault();
        const every = [...made.children];
        const next = every[(every.indexOf(document.activeElement) + way + every.length) % every.length];
        for (const each of every) each.tabIndex = each === next ? 0 : -1;
        next.focus();
      });
      return made;
    }

    /** The turn at the step that is shown, as it was before its card. */
    get asked() {
      const { level, index, step } = this.table;
      const own = level.from !== undefined && index >= level.from;
      return this.turn({ ...level, steps: level.steps.slice(0, index) }, step.seat, own ? null : step);
    }

    /** The reader's card; the core judges what follows, and says why not. */
    async choose(card) {
      try {
        await this.learn();
        this.chose(card);
      } catch (error) {
        this.answer.textContent = say`The rules cannot be asked: ${error.message}.`;
      }
    }

    chose(card) {
      const { table } = this;
      const { level, index, step } = table;
      const turn = this.asked;
      table.pause();
      if (!turn.legal.includes(card)) {
        this.refuse(turn, card);
        return;
      }
      if (this.wouldYou?.on) {
        this.wouldYou.answer(card);
        return;
      }
      const own = level.from !== undefined && index >= level.from;
      const before = own ? level.steps.slice(level.from, index).map((played) => played.card) : [];
      const line = [own ? level.steps[level.from].id : step.id, ...before, card].join("_");
      Object.assign(this.chosen, { line }); // then its last step can be named
      table.choose({ line, step: table.level.steps.at(-1).id });
      const focus = table.felt.querySelector(".table__choice[tabindex='0']") ?? table.felt;
      focus.focus({ preventScroll: true });
      table.inSight();
    }

    refuse(turn, card) {
      const { ref, says } = turn.forbids(card);
      this.answer.replaceChildren(...this.table.spoken(say`${turn.seat} may not play ${named(card)}. ${says} `), this.table.ref(ref));
      this.answer.dataset.judged = "illegal";
      this.bar.scrollIntoView({ block: "nearest", behavior: "instant" });
    }

    /** After each change of the table: what was answered is gone, and the bar is that of the line. */
    shown() {
      const { table } = this;
      const { step, level } = table;
      this.tick.checked = this.chosen.worth === "shown";
      this.answer.replaceChildren();
      delete this.answer.dataset.judged;
      this.rest.replaceChildren();
      if (level.from !== undefined) this.rest.append(...this.lineBar(level));
      else if (!this.wouldYou?.on && step.kind === "play" && table.sees(step.seat) && !table.over) {
        const offered = this.isOffered(this.table.printed);
        const hint = offered ? say`What if? Choose another card of ${step.seat}’s hand, and play on for all.` : say`What if? Not here: it is uncertain which cards a hand held, so the rules cannot be applied.`;
        this.rest.append(make("p", "table__hint", hint));
      }
      if (level.from === undefined && this.wouldYou) this.rest.append(...this.wouldYou.bar());
      if (this.worth || this.tick.checked) this.valuing().then((worth) => worth.shown());
    }

    lineBar(level) {
      const start = level.steps[level.from];
      const was = this.table.printed.steps.find(({ id }) => id === start.id);
      const [trick, place] = start.id.split(".");
      const words = make("p", "", ...this.table.spoken(say`Your own line from trick ${trick}, card ${place}: ${start.seat} plays ${start.card}, not ${was.card}. `));
      const back = button("table__button", say`Back to the game`, () => this.table.choose({ line: "", step: start.id }));
      return [words, make("p", "table__line-tools", ...this.answering(level), ...this.asking(), back, " ", ...this.sent())];
    }

    /** What values cards, loaded when it is asked for first. */
    async valuing() {
      await load("worth");
      return this.worth ??= new window.codexWhatIf.Worth(this);
    }

    /** A way to the values that lies nearer than the choices below the table. */
    asking() {
      return this.tick.checked ? [] : [button("table__button", say`What each is worth`, () => this.table.choose({ worth: "shown" })), " "];
    }

    answering(level) {
      const { step } = this.table;
      if (!step.pending || step.seat === level.steps[level.from].seat) return [];
      return [button("table__button", say`Let the others answer`, async () => (await this.valuing()).answer()), " "];
    }

    /** The address of what is shown, to be sent. */
    sent(name = say`Address of this line`) {
      const field = make("input", "table__address");
      field.readOnly = true;
      field.value = this.table.address().href;
      field.setAttribute("aria-label", name);
      field.addEventListener("focus", () => field.select());
      const copy = button("table__button", say`Copy address`, async () => {
        copy.textContent = await window.codexCopy(field.value) ? say`Copied` : say`Selected`;
        field.select(); // for the reader's own keys
      });
      return [field, " ", copy];
    }
  }

  for (const table of all) if (table.own) new WhatIf(table);
  window.codexWhatIf = { WhatIf, Table, data, named, filled, get core() { return core; }, set core(found) { core = found; } };
})();
