// What the cards are worth with all of them open: of a model game the values that the program computed and keeps, of any other
// position those of the solver's core, the same WebAssembly module that Python runs. It comes as text in a script, and runs in a
// worker made of a blob: pages from a folder may fetch nothing. Nothing of it is loaded before it is asked for.
(() => {
  "use strict";

  const ANSWER_NODES = 200_000; // for each card with which the others may answer
  const say = window.codexSay;
  const HEADS = { points: say`Points`, win: say`Won`, king: say`King saved`, ultimo: say`Ultimo`, volat: say`Volat`, sheet: say`Score` };
  const { make, button, thirds } = window.codexTables;
  const { data } = window.codexWhatIf;
  const { load } = window.codexAsk;

  /** What the worker runs: it has no other words than these. */
  function work() {
    let core, view, at, fields, row;
    const put = (name, value, place = 0) => view.setInt32(at + fields[name] + 4 * place, value, true);
    const begin = ({ module, table, worth, law: duties, ...rest }) => {
      ({ fields, row } = rest);
      const bytes = Uint8Array.from(atob(module), (letter) => letter.charCodeAt(0));
      core = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
      if (core.table(table) < 0) throw new Error("no memory");
      at = core.inbox();
      view = new DataView(core.memory.buffer);
      worth.forEach((thirds, bit) => put("worth", thirds, bit));
      put("law", duties);
      if (core.rules() < 0) throw new Error("the core refuses the rules");
    };
    const values = ({ hands, table, leaves, nodes, ...plain }) => {
      hands.forEach((bits, seat) => [0, 32].forEach((from, half) => {
        put("hands", bits.reduce((sum, bit) => (bit >= from && bit < from + 32 ? sum | (1 << (bit - from)) : sum), 0), 2 * seat + half);
      }));
      table.forEach((bit, place) => put("table", bit, place));
      for (const [name, value] of Object.entries(plain)) put(name, value);
      put("on_table", table.length);
      leaves.forEach((runs, end) => {
        for (let thirds = 0, run = 0; 4 * thirds < row; thirds += 1) {
          if (run + 2 < runs.length && runs[run + 2] <= thirds) run += 2;
          view.setInt32(at + fields.leaf + end * row + 4 * thirds, runs[run + 1], true);
        }
      });
      const count = core.values(nodes);
      if (count < 0) throw new Error(`the core refuses the position (${count})`);
      const get = (name, place) => view.getInt32(at + fields[name] + 4 * place, true);
      return Array.from({ length: count }, (_none, place) => ["card", "lows", "highs"].map((name) => get(name, place)));
    };
    self.onmessage = ({ data: { id, setup, question } }) => {
      try {
        if (setup) begin(setup);
        self.postMessage({ id, found: question ? values(question) : null });
      } catch (error) {
        self.postMessage({ id, fault: error.message });
      }
    };
  }

  /** The worker. One question at a time; whoever takes a question back ends the worker, and the next one begins anew. */
  class Solver {
    async ask(question) {
      await Promise.all(["solver", "core-data"].map(load)); // the module is that of the core
      const { codexSolver: solver } = window;
      if (!this.worker) {
        const url = URL.createObjectURL(new Blob([`(${work})()`], { type: "text/javascript" }));
        this.worker = new Worker(url);
        this.waiting = new Map();
        this.asked = 0;
        this.worker.addEventListener("message", ({ data: { id, found, fault } }) => {
          const { resolve, reject } = this.waiting.get(id);
          this.waiting.delete(id);
          if (fault) reject(new Error(fault));
          else resolve(found);
        });
        this.worker.addEventListener("error", () => this.cancel(say`it does not run in this browser`));
        const worth = Array(64).fill(-1);
        for (const [card, bit] of Object.entries(solver.bits)) worth[bit] = solver.worth[card];
        const { table, fields, row } = solver;
        const { module } = window.codexCoreData;
        this.send({ setup: { module, table, fields, row, worth, law: solver.law } }).catch(() => {});
      }
      return this.send({ question });
    }

    send(message) {
      return new Promise((resolve, reject) => {
        this.asked += 1;
        this.waiting.set(this.asked, { resolve, reject });
        this.worker.postMessage({ id: this.asked, ...message });
      });
    }

    cancel(why = "stopped") {
      this.worker?.terminate();
      this.worker = null;
      for (const { reject } of this.waiting?.values() ?? []) reject(new Error(why));
      this.waiting?.clear();
    }
  }

  const solver = new Solver();

  class Worth {
    constructor(whatIf) {
      this.whatIf = whatIf;
      this.table = whatIf.table;
      this.game = this.table.box.dataset.game ?? ""; // a file has none
      this.known = new Map();
      this.box = make("div", "table__worth");
      whatIf.bar.after(this.box);
    }

    get chosen() { return this.table.chosen; }

    // What is asked of the core

    /** The deal as the core is told of it; of a file only points and the win, for its score is the program's to settle. */
    get deal() {
      const found = window.codexWorth?.deals[this.table.printed.name];
      if (found || this.game) return found;
      const { level, game } = this.table;
      const side = game.seats.reduce((sum, seat, place) => (level.roles[seat] === "defender" ? sum : sum | (1 << place)), 0);
      const won = [...Array(data.total + 1).keys()].find((count) => window.codexWhatIf.core.outcome(count).end === "won");
      const one = (row) => Array(window.codexSolver.ends).fill(row);
      const rows = [[...Array(data.total + 1).keys()].flatMap((count) => [count, count]), [0, 0, won, 1]];
      return { side, made: 0, king: "", pagat: data.pagat, keeper: level.keeper, rows, aims: { points: { max: side, rows: one(0) }, win: { max: side, rows: one(1) } } };
    }

    question(level, count, turn, aim, nodes) {
      const { bits, digits } = window.codexSolver;
      const { seats } = this.table.game;
      const { deal } = this;
      const steps = level.steps.slice(0, count).filter(({ kind, pending }) => kind === "play" && !pending);
      const { hands } = this.table.state(level, count);
      const ours = (seat) => (deal.side >> seats.indexOf(seat)) & 1;
      let state = 0;
      for (const step of steps.filter(({ winner }) => winner)) {
        const number = step.id.split(".")[0];
        const cards = steps.filter(({ id }) => id.split(".")[0] === number).map(({ card }) => card);
        const last = !Object.values(hands).some((hand) => hand.length);
        if (deal.king && cards.includes(deal.king)) state += digits.king * (ours(step.winner) ? 1 : 2);
        if (cards.includes(deal.pagat)) state += digits.pagat * (last && (deal.made >> seats.indexOf(step.winner)) & 1 ? 2 : 1);
        state |= ours(step.winner) ? digits.ours : digits.theirs;
      }
      const { max, rows } = deal.aims[aim];
      const bit = (card) => (card ? bits[card] : -1);
      return {
        hands: seats.map((seat) => hands[seat].map(bit)), table: turn.plays.map(({ card }) => bit(card)), leaves: rows.map((row) => deal.rows[row]), nodes,
        leader: seats.indexOf(turn.plays[0]?.seat ?? turn.seat), banked: level.steps.slice(0, count).findLast(({ points }) => points).points[0], state,
        side: deal.side, max, king: bit(deal.king), pagat: bit(deal.pagat), made: deal.made, keeper: seats.indexOf(deal.keeper), keeps: bit(deal.pagat),
      };
    }

    /** The bounds of each legal card for an aim. */
    async values(level, count, turn, aim, nodes) {
      await load("solver");
      const names = new Map(Object.entries(window.codexSolver.bits).map(([card, bit]) => [bit, card]));
      const found = await solver.ask(this.question(level, count, turn, aim, nodes));
      return new Map(found.map(([bit, low, high]) => [names.get(bit), [low, high]]));
    }

    // What is shown

    async shown() {
      const on = this.chosen.worth === "shown";
      const { table } = this;
      const { step, level, index } = table;
      const asked = on && step.kind === "play" && table.sees(step.seat) && !(this.whatIf.wouldYou?.on && step.pending);
      const key = asked ? `${table.printed.name} ${level.from === undefined ? "" : this.chosen.line} ${step.id}` : on ? "on" : "";
      if (key === this.shownFor) return;
      this.shownFor = key;
      solver.cancel();
      this.box.replaceChildren();
      if (!on) return;
      try {
        if (this.game) await load(say.data(`worth-${this.game}`));
        if (this.shownFor !== key) return;
        const turning = this.turning();
        if (!asked) {
          this.box.append(...turning);
          return;
        }
        if (!this.known.has(key)) {
          const kept = this.kept(level, index, step);
          if (!kept) this.box.replaceChildren(this.wait());
          this.known.set(key, kept ?? await this.compute(level, index, () => this.shownFor === key));
        }
        if (this.shownFor === key) this.box.replaceChildren(...this.told(this.known.get(key), step), ...turning);
      } catch (error) {
        if (this.shownFor === key) this.box.replaceChildren(make("p", "", say`No values: ${error.message}.`));
      }
    }

    /** The values that the program keeps, of a play of the game itself. */
    kept(level, index, step) {
      const worth = window.codexWorth;
      if (!worth || step.pending || this.table.printed.name !== worth.level || (level.from !== undefined && index >= level.from)) return null;
      return worth.plays[step.id] ?? null;
    }

    wait() {
      const made = make("p", "", say`Computing … `, button("table__button", say`Stop`, () => { solver.cancel(); }));
      made.setAttribute("role", "status");
      return made;
    }

    /** The legal cards at a play by what they are worth, while that is wanted. */
    async compute(level, index, wanted) {
      await Promise.all([load("solver"), this.whatIf.learn()]);
      const turn = this.turnAt(level, index);
      const aims = Object.keys(this.deal?.aims ?? {});
      if (!aims.length) throw new Error(say`this deal is not complete`);
      const byCard = new Map(turn.legal.map((card) => [card, {}]));
      for (const aim of aims) {
        const found = await this.values(level, index, turn, aim, window.codexSolver?.nodes ?? ANSWER_NODES);
        if (!wanted()) throw new Error("stopped");
        for (const [card, [low, high]] of found) byCard.get(card)[aim] = low === high ? low : [low, high];
      }
      const rows = new Map();
      for (const card of turn.legal) {
        const worth = byCard.get(card);
        const same = JSON.stringify(worth);
        if (!rows.has(same)) rows.set(same, [[], worth]);
        rows.get(same)[0].push(card);
      }
      return [...rows.values()];
    }

    /** What each of the reader's cards, and of the game's, gave away against the best of its choice: Points of the score, or of
        a file thirds of a point; null where it is not proven. */
    async given({ answers, steps }, wanted) {
      if (this.game) await load(say.data(`worth-${this.game}`));
      const level = { ...this.table.level, steps };
      const lost = { card: [], played: [], of: "" };
      for (const [id, { card, played, turn }] of answers) {
        const index = steps.findIndex((step) => step.id === id);
        const rows = this.kept(level, index, steps[index]) ?? await this.compute(level, index, wanted);
        const { aim, of } = this.weigh(rows, turn.seat);
        const [least, most] = [Math.min, Math.max].map((bound) => Math.max(...turn.legal.map((each) => bound(...of(each)))));
        lost.of = aim === "sheet" ? window.codexWorth.aims.sheet : "";
        for (const [name, choice] of [["card", card], ["played", played]]) {
          if (least === most && of(choice).length === 1) lost[name].push(most - of(choice)[0]);
          else lost[name].push(null);
        }
      }
      return lost;
    }

    /** What a card is worth to a seat, at least and at most, by the score where it is kept. */
    weigh(rows, seat) {
      const aim = "sheet" in rows[0][1] ? "sheet" : "points";
      const wants = (this.deal.aims[aim].max >> this.table.game.seats.indexOf(seat)) & 1 ? 1 : -1;
      return { aim, of: (name) => [rows.find(([cards]) => cards.includes(name))[1][aim]].flat().map((value) => wants * value) };
    }

    /** Of a choice of the game itself: the cards that were worth most, and what the reader's gave away; null where it is not kept. */
    async bestChoice({ answers, steps }, id) {
      if (!this.game) return null;
      await load(say.data(`worth-${this.game}`));
      const { card, turn } = answers.get(id);
      const index = steps.findIndex((step) => step.id === id);
      const rows = this.kept({ ...this.table.level, steps }, index, steps[index]);
      if (!rows) return null;
      const { aim, of } = this.weigh(rows, turn.seat);
      if (turn.legal.some((each) => of(each).length > 1)) return null; // not proven
      const most = Math.max(...turn.legal.map((each) => of(each)[0]));
      return { cards: turn.legal.filter((each) => of(each)[0] === most), lost: most - of(card)[0], points: aim === "points" };
    }

    turnAt(level, index) {
      return this.whatIf.turn({ ...level, steps: level.steps.slice(0, index) }, level.steps[index].seat);
    }

    value(aim, worth) {
      const [low, high] = Array.isArray(worth) ? worth : [worth, worth];
      if (aim === "points") return low === high ? thirds(low) : say`${thirds(low)} to ${thirds(high)}`;
      if (aim === "sheet") return low === high ? `${low}` : say`${low} to ${high}`;
      return low !== high ? "?" : low ? say`yes` : say`no`;
    }

    /** The legal cards with their values; what is the same for all of them is said once. */
    told(rows, step) {
      const words = window.codexWorth?.aims ?? { points: say`points of the declarer’s side`, win: say`the declarer’s side wins` };
      const aims = Object.keys(rows[0][1]);
      const differ = aims.filter((aim) => new Set(rows.map(([, worth]) => JSON.stringify(worth[aim]))).size > 1);
      const same = aims.filter((aim) => !differ.includes(aim));
      const found = [make("p", "table__worth-head", say`What ${step.seat}’s cards are worth with all cards open. Nobody at the table saw them like this:`)];
      if (differ.length) {
        const table = make("table", "table__values");
        table.setAttribute("aria-label", say`What the cards of ${step.seat} are worth`);
        const head = make("tr", "", ...[say`Card`, ...differ.map((aim) => HEADS[aim])].map((name) => Object.assign(make("th", "", name), { scope: "col" })));
        const body = rows.map(([cards, worth]) => {
          const first = Object.assign(make("th", cards.includes(step.card) ? "table__played" : ""), { scope: "row" });
          cards.forEach((card, place) => {
            const name = Object.assign(make("span", "", card), { lang: "de", translate: false });
            if (card === step.card) name.className = "table__played-card";
            first.append(place ? ", " : "", name, card === step.card ? say` (played)` : "");
          });
          return make("tr", "", first, ...differ.map((aim) => make("td", "", this.value(aim, worth[aim]))));
        });
        table.append(make("thead", "", head), make("tbody", "", ...body));
        found.push(make("div", "table-wrap", table));
      }
      const said = same.map((aim) => `${words[aim]}: ${this.value(aim, rows[0][1][aim])}`).join("; ");
      if (same.length) found.push(make("p", "", `${differ.length ? say`Whichever you play` : say`Every legal card comes to the same`}: ${said}.`));
      if (differ.length) found.push(make("p", "table__worth-key", differ.map((aim) => `${HEADS[aim]}: ${words[aim]}`).join("; ") + "."));
      return found;
    }

    turning() {
      const found = window.codexWorth?.turning ?? [];
      if (!found.length || this.table.level.from !== undefined || (this.chosen.ahead === "hidden" && !this.table.over)) return [];
      const made = make("details", "plain-details", make("summary", "", say`Turning points, with open cards`));
      made.append(make("ul", "", ...found.map((words) => make("li", "", ...this.table.spoken(words)))));
      return [made];
    }

    // The others answer

    /** Plays for all but the reader's seat until he is to play again, or the game is over. */
    async answer() {
      const { table, whatIf } = this;
      const mine = table.level.steps[table.level.from].seat;
      try {
        await Promise.all(["solver", ...(this.game ? [say.data(`worth-${this.game}`)] : [])].map(load));
        for (;;) {
          const { level, step, index } = table;
          const { line } = this.chosen;
          if (!step.pending || step.seat === mine) return;
          const turn = this.turnAt(level, index);
          const card = turn.legal.length > 1 ? await this.best(level, index, turn) : turn.legal[0];
          if (this.chosen.line !== line) return; // the reader went on by himself
          await whatIf.choose(card);
        }
      } catch (error) {
        whatIf.answer.textContent = say`The others do not answer: ${error.message}.`;
      }
    }

    /** The card with the best score for who plays, as far as it is proven; of equals the cheapest. */
    async best(level, index, turn) {
      const { deal } = this;
      const aim = deal?.aims.sheet ? "sheet" : "points";
      if (!deal) throw new Error(say`this deal is not complete`);
      const stop = button("table__button", say`Stop`, () => solver.cancel());
      this.whatIf.answer.replaceChildren(say`${turn.seat} thinks … `, stop);
      const found = await this.values(level, index, turn, aim, ANSWER_NODES);
      const wants = (deal.aims[aim].max >> this.table.game.seats.indexOf(turn.seat)) & 1 ? 1 : -1;
      const rank = (card) => [wants * (found.get(card)[0] + found.get(card)[1]), -window.codexSolver.worth[card], -window.codexSolver.bits[card]];
      return turn.legal.reduce((one, other) => {
        const [first, second] = [rank(one), rank(other)];
        const place = first.findIndex((each, at) => each !== second[at]);
        return place >= 0 && second[place] > first[place] ? other : one;
      });
    }

  }

  Object.assign(window.codexWhatIf, { Worth, solver });
})();
