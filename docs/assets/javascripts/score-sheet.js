// A score sheet for an evening of 1840: what each wrote in every deal goes in; who pays whom comes out, by the agreed rounding and
// stake of `playing-data.js`. It can be printed, and saved for `tarock score`. Nothing is sent.
(() => {
  "use strict";

  const say = window.codexSay;
  const { load } = window.codexAsk;
  const { make } = window.codexTables;
  const box = document.querySelector("[data-score-sheet]");
  const STAKES = [0, 1, 2, 5, 10, 20];
  const MOST = 99_999; // Points in a field

  function button(words, act, className = "") {
    const made = make("button", `playing__button ${className}`.trim(), words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  class ScoreSheet {
    constructor({ session, era }) {
      Object.assign(this, { session, era, names: ["A", "B", "C", "D"], deals: [["", "", "", ""]], rounding: Object.keys(session.roundings)[0], stake: 0 });
      this.box = make("div", "score-sheet");
      box.append(this.box);
      this.build();
    }

    select(words, choices, chosen, act) {
      const list = make("select");
      list.append(...choices.map(([value, label]) => new Option(label, value, false, value === chosen)));
      list.addEventListener("change", () => { act(list.value); this.reckon(); });
      return make("label", "playing__field", make("span", "", words), list);
    }

    field(value, label, act, options = {}) {
      const made = Object.assign(make("input"), { value, ...options });
      made.setAttribute("aria-label", label);
      made.addEventListener("input", () => { act(made.value); this.reckon(); });
      return made;
    }

    build() {
      this.head = make("tr", "", make("th", "", say`No.`));
      this.head.append(...this.names.map((name, seat) => make("th", "", this.field(name, say`Name of seat ${seat + 1}`, (value) => { this.names[seat] = value.trim(); }, { maxLength: 20, size: 6 }))));
      this.body = make("tbody");
      this.sums = make("tr", "playing__sum");
      this.paid = make("tr", "playing__sum");
      this.table = make("table", "playing__sheet", make("thead", "", this.head), this.body, make("tfoot", "", this.sums, this.paid));
      this.table.setAttribute("aria-label", say`The score of the evening`);
      this.result = make("div", "score-sheet__result");
      this.result.setAttribute("role", "status");
      const { roundings, unit } = this.session;
      this.box.append(
        make("div", "playing__wide", this.table),
        make("p", "playing__ways", button(say`Another deal`, () => this.add(), "playing__button--first"), button(say`Take the last deal away`, () => this.remove())),
        make("div", "playing__settings",
          this.select(say`Rounded`, Object.entries(roundings).map(([name, [words]]) => [name, words]), this.rounding, (value) => { this.rounding = value; }),
          this.select(say`Stake for ${unit} Points`, STAKES.map((stake) => [String(stake), stake ? say`${stake} Kreuzer` : say`none`]), "0", (value) => { this.stake = Number(value); })),
        this.result,
        make("p", "playing__ways", button(say`Print the score sheet`, () => this.print()), button(say`Save the score sheet for the program`, () => this.save())));
      this.draw();
    }

    add() {
      this.deals.push(this.names.map(() => ""));
      this.draw();
      this.body.lastElementChild.querySelector("input").focus();
    }

    remove() {
      if (this.deals.length > 1) this.deals.pop();
      this.draw();
    }

    draw() {
      this.body.replaceChildren(...this.deals.map((deal, number) => make("tr", "", Object.assign(make("th", "", String(number + 1)), { scope: "row" }),
        ...deal.map((points, seat) => make("td", "playing__figure", this.field(points, say`Points of ${this.names[seat]} in deal ${number + 1}`, (value) => { deal[seat] = value.trim(); }, { inputMode: "numeric", size: 5, maxLength: 5 }))))));
      this.reckon();
    }

    points(text) { return text === "" ? 0 : /^\d+$/.test(text) && Number(text) <= MOST ? Number(text) : NaN; }

    /** Who pays whom, and how many Points: each pays each other the difference, rounded. */
    payments(sums) {
      const [, unit, counts] = this.session.roundings[this.rounding];
      const found = [];
      sums.forEach((less, payer) => sums.forEach((more, payee) => {
        const between = more - less;
        const due = unit * (Math.floor(between / unit) + (between % unit >= counts ? 1 : 0));
        if (between > 0 && due) found.push({ payer, payee, due });
      }));
      return found;
    }

    reckon() {
      const { names, session } = this;
      const sums = names.map((_name, seat) => this.deals.reduce((sum, deal) => sum + this.points(deal[seat]), 0));
      for (const input of this.body.querySelectorAll("input")) input.setAttribute("aria-invalid", String(Number.isNaN(this.points(input.value.trim()))));
      const row = (words, figures) => [Object.assign(make("th", "", words), { scope: "row" }), ...figures.map((figure) => make("td", "playing__figure", figure))];
      this.sound = !sums.some(Number.isNaN) && new Set(names).size === names.length && names.every(Boolean);
      if (!this.sound) {
        this.result.replaceChildren(make("p", "", say`Points are whole numbers, not below 0; each seat has a name of its own.`));
        return;
      }
      const payments = this.payments(sums);
      const net = names.map((_name, seat) => payments.reduce((sum, { payer, payee, due }) => sum + (payee === seat ? due : 0) - (payer === seat ? due : 0), 0));
      const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
      this.sums.replaceChildren(...row(say`Sum`, sums.map(String)));
      this.paid.replaceChildren(...row(say`Paid`, net.map(signed)));
      const money = (points) => (this.stake ? ` (${say`${Number(((points * this.stake) / session.unit).toFixed(2))} Kreuzer`})` : "");
      const list = make("ul", "", ...payments.map(({ payer, payee, due }) => make("li", "", say`${names[payer]} pays ${names[payee]} ${due} Points` + money(due))));
      this.result.replaceChildren(payments.length ? list : make("p", "", say`Nobody pays anything.`));
    }

    print() {
      document.body.dataset.print = "score";
      addEventListener("afterprint", () => { delete document.body.dataset.print; }, { once: true });
      print();
    }

    save() {
      if (!this.sound) return;
      const { names } = this;
      const quoted = names.map((name) => JSON.stringify(name));
      const lines = [`era: "${this.era}"`, `title: ${JSON.stringify(say`An evening`)}`, `seats: [${quoted.join(", ")}]`, `rounding: ${this.rounding}`];
      if (this.stake) lines.push(`stake: ${this.stake}`);
      lines.push("taillen:");
      for (const deal of this.deals) lines.push(`  - wrote: {${deal.map((points, seat) => `${quoted[seat]}: ${this.points(points)}`).join(", ")}}`);
      const link = Object.assign(make("a"), { href: URL.createObjectURL(new Blob([`${lines.join("\n")}\n`], { type: "text/plain;charset=utf-8" })), download: "tarock-score.yaml" });
      link.click();
    }
  }

  load(say.data("playing-data")).then(() => {
    const sheet = new ScoreSheet(window.codexPlaying);
    sheet.body.querySelector("input").focus();
  }).catch((error) => { box.append(make("p", "", say`The table cannot be set up in this browser: ${error.message}`)); });
})();
