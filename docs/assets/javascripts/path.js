// The path to learn the game at the table of `playing.js`: a small deal with a question for each part of the rules, then a first
// deal with help. The steps are compiled from the rules, their answers too; which are done is kept on this machine where it may be.
(() => {
  "use strict";

  const say = window.codexSay;
  const key = `${typeof __md_scope === "undefined" ? location.pathname : __md_scope.pathname}.__path`;

  class Path {
    constructor(table, steps, { make, button, cite }) {
      Object.assign(this, { table, steps, make, button, cite, at: 0 });
      this.nav = Object.assign(make("nav", "playing__path"), { hidden: true });
      this.nav.setAttribute("aria-label", say`Steps`);
      try {
        const kept = JSON.parse(localStorage.getItem(key));
        this.done = new Set(Array.isArray(kept) ? kept : []);
      } catch {
        this.done = new Set(); // nothing is kept, or nothing that can be read
      }
    }

    get step() { return this.steps[this.at]; }
    get count() { return this.steps.filter(({ topic }) => this.done.has(topic)).length; }

    /** The step that an address leads to, and -1 where it leads to none. */
    asked(hash) {
      const number = Number(/^#step=([0-9]{1,2})$/.exec(hash)?.[1] ?? 0);
      return number <= this.steps.length ? number - 1 : -1;
    }

    /** A button that begins the path, or goes on with it, and how far one is. */
    entrance() {
      const { count, steps } = this;
      const first = steps.findIndex(({ topic }) => !this.done.has(topic));
      const words = count ? say`Learn it in ${steps.length} steps: ${count} done` : say`Learn it in ${steps.length} steps`;
      return this.button(words, () => this.open(Math.max(first, 0)));
    }

    open(at) {
      const { table } = this;
      this.at = at;
      const { step } = this;
      history.replaceState(null, "", `#step=${at + 1}`);
      table.notice.replaceChildren();
      table.me = step.seat;
      table.beside({ seed: 0, dealer: step.dealer, acts: [...step.acts], apart: true, step });
    }

    leave() {
      history.replaceState(null, "", location.pathname + location.search);
      this.nav.hidden = true;
      const { table } = this;
      table.evening.current = table.waiting;
      table.waiting = null;
      if (table.evening.current) table.cut();
      else table.welcome();
      table.focus();
    }

    /** All steps, each to be clicked, and the way out. */
    draw() {
      const { table } = this;
      this.nav.hidden = !table.deal.step;
      if (this.nav.hidden) return;
      const list = this.make("ol", "", ...this.steps.map(({ title, topic }, at) => {
        const it = this.button(String(at + 1), () => this.open(at));
        it.title = title;
        it.setAttribute("aria-label", this.done.has(topic) ? say`${at + 1}. ${title}, done` : `${at + 1}. ${title}`);
        it.dataset.done = String(this.done.has(topic));
        if (at === this.at) it.setAttribute("aria-current", "step");
        return this.make("li", "", it);
      }));
      this.nav.replaceChildren(list, this.button(say`To the table`, () => this.leave()));
    }

    /** The question, with its answers where they are no cards of the hand. */
    asks(prompt, choices) {
      const { table, step } = this;
      prompt.replaceChildren(step.told, " ", this.make("b", "", step.question));
      if (step.asked === "cards") return;
      const named = { acts: (act) => table.word(act), seats: (seat) => table.called(seat), thirds: (count) => table.thirds(count), numbers: String }[step.asked];
      choices.append(...step.choices.map((choice) => this.button(named(choice), () => this.answer(choice))));
    }

    answer(choice) {
      const { table, step } = this;
      const right = step.right.includes(choice);
      const played = step.asked === "acts" || (step.asked === "cards" && ["play", "scat"].includes(table.game.phase));
      const { says, ref } = (!right && played && table.game.actor >= 0 && table.game.refusal(choice)) || { says: step.why, ref: step.ref };
      table.answer.dataset.kind = right ? "right" : "refused";
      table.answer.replaceChildren(this.make("b", "", right ? say`Right.` : say`Not so.`), " ", says || step.why, " ", this.cite(ref || step.ref));
      if (!right) return;
      this.done.add(step.topic);
      try {
        localStorage.setItem(key, JSON.stringify([...this.done]));
      } catch {
        // nothing may be kept here
      }
      this.draw();
      const last = this.at === this.steps.length - 1;
      const next = last ? this.button(say`Your first deal`, () => this.first(), "playing__button--first") : this.button(say`Next step`, () => this.open(this.at + 1), "playing__button--first");
      table.answer.append(" ", next);
      next.focus({ preventScroll: true });
    }

    /** A deal with help at each of the reader's acts; it does not count. */
    first() {
      const { table } = this;
      history.replaceState(null, "", location.pathname + location.search);
      table.me = 0;
      table.beside({ ...window.codexEvening.begin(window.codexEvening.draw(), 3), apart: true, practice: true, help: true, options: table.ruled() });
    }
  }

  window.codexPath = Path;
})();
