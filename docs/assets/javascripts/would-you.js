// Would you have played it? The reader takes a seat: its cards alone are seen, what is to come is hidden, and at each of its plays
// with a choice he says what he would play before he sees what was played. Seat and answers stand in the address.
(() => {
  "use strict";

  const say = window.codexSay;
  const { make, button, thirds, all } = window.codexTables;
  const { named } = window.codexWhatIf;

  class WouldYou {
    constructor(whatIf) {
      this.whatIf = whatIf;
      this.table = whatIf.table;
      this.made = new Map();
      whatIf.wouldYou = this;
      this.table.read();
      this.table.show();
    }

    get chosen() { return this.table.chosen; }
    get on() { return this.table.game.seats.includes(this.chosen.seat); }
    get given() { return this.chosen.answers ? this.chosen.answers.split("_") : []; }

    /** The game to the first choice that is not answered; `answers` has what was chosen, by the play that it was for. */
    level(printed) {
      if (!this.on) return null;
      const key = `${printed.name} ${this.chosen.seat} ${this.chosen.answers}`;
      if (!this.made.has(key)) this.made.set(key, this.asked(printed));
      return this.made.get(key);
    }

    asked(printed) {
      const { seat } = this.chosen;
      const given = this.given;
      const answers = new Map();
      for (const [index, step] of printed.steps.entries()) {
        if (step.kind !== "play" || step.seat !== seat || printed.doubted?.length) continue; // uncertain hands
        const turn = this.whatIf.turn({ ...printed, steps: printed.steps.slice(0, index) }, seat, step);
        if (turn.seat !== seat || turn.legal.length < 2) continue;
        if (turn.legal.includes(given[answers.size])) {
          answers.set(step.id, { card: given[answers.size], played: step.card, turn });
          continue;
        }
        const ask = { ...this.whatIf.pending({ steps: [{}] }, turn), id: `ask${step.id}`, says: say`What does ${seat} play? Choose a card.` };
        return { ...printed, steps: [...printed.steps.slice(0, index), ask], answers, open: true };
      }
      return { ...printed, steps: [...printed.steps], answers };
    }

    sit(seat) {
      this.whatIf.learn().then(() => this.made.clear(), () => {}); // the sentences of the rules; without them those of the steps
      this.table.pause();
      this.table.choose({ seat, answers: "", line: "", step: "", hands: seat, ahead: seat ? "hidden" : "" });
      (this.whatIf.bar.querySelector("button") ?? this.table.felt).focus({ preventScroll: true });
      this.table.inSight();
    }

    /** The reader's card at the choice that is shown: told beside the one that was played. */
    answer(card) {
      const { table } = this;
      const { id } = table.step;
      const answers = [...table.level.answers.values()].map((answered) => answered.card);
      table.choose({ answers: [...answers, card].join("_"), step: id.replace("ask", "") });
      (this.whatIf.bar.querySelector("button") ?? table.felt).focus({ preventScroll: true });
      table.inSight();
    }

    // Below what is told

    bar() {
      const { table } = this;
      const { level, step, index } = table;
      if (!this.on) return [this.seats()];
      const found = [];
      const answered = level.answers.get(step.id);
      if (answered) this.verdict(answered);
      if (level.answers.size) found.push(make("p", "", this.score(level)));
      const tools = make("p", "table__line-tools");
      const last = table.steps.last;
      if (level.open && index < last) tools.append(button("table__button", level.answers.size ? say`On to ${this.chosen.seat}’s next choice` : say`On to ${this.chosen.seat}’s first choice`, () => table.jump(last)));
      if (answered) tools.append(...this.whatIf.asking());
      tools.append(button("table__button", say`Leave the seat`, () => this.sit("")));
      if (!level.open && table.over) {
        found.push(this.list(level), this.worth(level));
        tools.append(" ", ...this.whatIf.sent(say`Address of this result`));
      } else if (!level.open) {
        tools.append(button("table__button", say`To the result`, () => {
          table.jump(last);
          table.inSight();
          this.whatIf.rest.firstElementChild.scrollIntoView({ block: "nearest", behavior: "instant" });
        }));
      }
      return [...found, tools];
    }

    seats() {
      const line = make("p", "table__line-tools table__sit", make("span", "", say`Would you have played it? Take a seat:`));
      line.append(...this.table.game.seats.map((seat) => {
        const made = button("table__button", seat, () => this.sit(seat));
        made.setAttribute("aria-label", say`Take the seat of ${seat}`);
        return made;
      }));
      return line;
    }

    verdict({ card, played, turn }) {
      const same = card === played;
      const other = turn.legal.includes(played) ? say`You play ${named(card)}, the game has ${named(played)}. ` : say`You play ${named(card)}, the game has ${named(played)}, which may not be played. `;
      const words = same ? say`You play ${named(card)}, as in the game. ` : other;
      const made = this.whatIf.answer; // a status, which is spoken
      const why = turn.rule.says || say`whoever leads may play any card.`;
      made.replaceChildren(...this.table.spoken(words + say`Your card is legal: ${why} `));
      if (turn.rule.ref) made.append(this.table.ref(turn.rule.ref));
      made.dataset.judged = same ? "same" : "other";
      this.compare(this.table.level, this.table.step.id, made);
    }

    /** Says beside it which card was worth most with all cards open, where the program keeps that. */
    async compare(level, id, made) {
      const place = make("span", "table__best");
      made.append(" ", place);
      try {
        const found = await (await this.whatIf.valuing()).bestChoice(level, id);
        if (!found || !place.isConnected) return;
        const lost = found.points ? thirds(found.lost) : found.lost;
        const some = found.cards.length > 4 ? say`${found.cards.length} other cards` : found.cards.join(", ");
        const words = found.lost ? say`With all cards open, which nobody saw, better: ${some}. Yours gave away ${lost}.` : say`With all cards open, which nobody saw, none was better.`;
        place.append(...this.table.spoken(words));
        made.dataset.best = String(!found.lost);
      } catch {
        place.remove(); // the values cannot be loaded here
      }
    }

    score({ answers, open }) {
      const same = [...answers.values()].filter(({ card, played }) => card === played).length;
      const many = answers.size === 1 ? say`${same} of 1 choice as in the game.` : say`${same} of ${answers.size} choices as in the game.`;
      return `${open ? say`So far` : say`As ${this.chosen.seat}`}: ${many}`;
    }

    /** A button that counts by what the cards were worth, and what it counts. */
    worth(level) {
      const made = make("p", "table__given");
      made.setAttribute("role", "status");
      const told = async () => {
        try {
          made.replaceChildren(say`Computing … `.trim());
          const worth = await this.whatIf.valuing();
          const lost = await worth.given(level, () => made.isConnected);
          made.replaceChildren(this.lost(lost));
        } catch (error) {
          made.replaceChildren(say`No values: ${error.message}.`);
        }
      };
      made.append(button("table__button", say`Count by what the cards were worth`, told));
      return made;
    }

    lost({ card, played, of }) {
      const gave = (all) => {
        const proven = all.filter((each) => each !== null);
        const [sum, times] = [proven.reduce((one, other) => one + other, 0), proven.filter(Boolean).length];
        const unknown = all.length - proven.length;
        const told = sum ? say`${of ? sum : thirds(sum)} in ${times} of ${proven.length} choices` : say`nothing in any of ${proven.length} choices`;
        return told + (unknown ? say` (not proven for ${unknown} more)` : "");
      };
      const what = of || say`points of the cards`;
      return say`Measured with all cards open, which no player saw, your choices gave away ${gave(card)}, those in the game ${gave(played)}. We count ${what}.`;
    }

    /** What was chosen otherwise, each a way back to its play. */
    list({ answers }) {
      const made = make("ul", "table__answers");
      for (const [id, { card, played }] of answers) {
        if (card === played) continue;
        const index = this.table.level.steps.findIndex((step) => step.id === id);
        made.append(make("li", "", button("table__button", say`Trick ${id.split(".")[0]}`, () => this.table.jump(index)), " ",
          ...this.table.spoken(say`${card}; the game: ${played}`)));
      }
      return made;
    }
  }

  for (const { whatIf } of all) if (whatIf) new WouldYou(whatIf);
  Object.assign(window.codexWhatIf, { WouldYou });
})();
