// The table at which a visitor plays whole deals against three machines. The core (core.js) deals, judges and settles: here is
// no rule of the game, only what is shown and said of it. Machines think in a worker. An evening is kept by `evening.js`.
(() => {
  "use strict";

  const say = window.codexSay;
  const data = window.codexPlaying;
  const { digest, draw, begin, read, write, kept, keep, forget, ofDay, today, link, linked } = window.codexEvening;
  const SEATS = data.seats;
  const PLACES = ["south", "east", "north", "west"]; // by how many seats after the reader's own: it goes round to the right
  const PACES = { calm: 1100, brisk: 450, quick: 0 }; // milliseconds before a machine acts
  const PRACTICE = "practice";
  const all = [0, 1, 2, 3];
  const NEVERTHELESS = 128; // is added to an act that was done against the law
  const STAKES = [1, 2, 5, 10, 20];
  const FREE = "neighbour"; // at each deal it is cut or knocked on as one likes
  const nobody = -1;

  function make(tag, className = "", ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function button(words, act, className = "") {
    const made = make("button", `playing__button ${className}`.trim(), words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function anchor(words, href, className = "") {
    const made = make("a", className, words);
    made.href = href;
    return made;
  }

  /** The picture of a card; pictures are seen only, names are given beside them. */
  function face(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 50 74");
    const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
    use.setAttribute("href", name ? `#card-${name}` : "#card-back");
    svg.append(use);
    return svg;
  }

  /** A paragraph by its name for people, where it can be read. */
  function cite(ref) {
    if (!ref) return "";
    const [label, href] = data.refs[ref] ?? [ref, ""];
    return href ? anchor(label, href, "playing__ref") : label;
  }

  const german = (name) => Object.assign(make("span", "", name), { lang: "de", translate: false });
  const titled = (element, name) => Object.assign(element, { title: data.english[name] ? `${name}: ${data.english[name]}` : name });
  const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

  /** Runs the core beside the page, so that the page answers while a machine thinks; where no worker runs, on the page itself. */
  class Thinker {
    constructor(core) {
      this.core = core;
      this.waiting = new Map();
      this.asked = 0;
      try {
        const run = `self.codexCore = (${window.codexCore.source})();
          let loading;
          self.onmessage = async ({ data: { id, setup, what, start, acts, level, seed } }) => {
            try {
              if (setup) { loading = self.codexCore.load(setup); return; }
              const core = await loading;
              const game = core.start(start);
              for (const act of acts) game.apply(act % ${NEVERTHELESS}, { nevertheless: act >= ${NEVERTHELESS} });
              if (what !== "rest") { self.postMessage({ id, found: game[what](level, seed) }); return; }
              const played = [];
              while (game.actor >= 0) { const act = game.machine(level, seed + played.length); game.apply(act); played.push(act); }
              self.postMessage({ id, found: { played, sheet: game.sheet() } });
            } catch (error) { self.postMessage({ id, fault: error.message }); }
          };`;
        this.worker = new Worker(URL.createObjectURL(new Blob([run], { type: "text/javascript" })));
        this.worker.addEventListener("message", ({ data: { id, found, fault } }) => {
          const { resolve, reject } = this.waiting.get(id);
          this.waiting.delete(id);
          if (fault) reject(new Error(fault));
          else resolve(found);
        });
        this.worker.addEventListener("error", () => this.alone());
        this.worker.postMessage({ setup: window.codexCoreData });
      } catch {
        this.worker = null;
      }
    }

    /** Goes on without a worker. */
    alone() {
      this.worker = null;
      for (const { question, resolve } of this.waiting.values()) resolve(this.here(question));
      this.waiting.clear();
    }

    here({ what, start, acts, level, seed }) {
      const game = this.core.start(start);
      for (const act of acts) game.apply(act % NEVERTHELESS, { nevertheless: act >= NEVERTHELESS });
      if (what !== "rest") return game[what](level, seed);
      const played = [];
      while (game.actor >= 0) {
        const act = game.machine(level, seed + played.length);
        game.apply(act);
        played.push(act);
      }
      return { played, sheet: game.sheet() };
    }

    ask(question) {
      if (!this.worker) return Promise.resolve(this.here(question));
      this.asked += 1;
      const id = this.asked;
      return new Promise((resolve, reject) => {
        this.waiting.set(id, { question, resolve, reject });
        this.worker.postMessage({ id, ...question });
      });
    }
  }

  class Playing {
    constructor(box, core) {
      this.box = box;
      this.core = core;
      this.rules = digest(window.codexCoreData);
      this.thinker = new Thinker(core);
      this.numbers = core.actions;
      this.waiting = null; // the deal of the evening, while another is played beside it
      this.generation = 0; // of what is played: what a machine thought of an earlier one is dropped
      this.evening = { deals: [], current: null, options: this.ruled() };
      this.me = 0;
      this.persons = all; // by seat of the deal
      this.path = new window.codexPath(this, data.path, { make, button, cite });
      this.build();
      this.open();
      addEventListener("hashchange", () => { if (/^#(deal|step)=/.test(document.location.hash)) this.open(); });
    }

    ruled() {
      return { level: 2, pace: "calm", rounding: "hundreds", stake: 0, ...Object.fromEntries([...data.asked, ...data.open, ...data.agreed].map(({ option, ruling }) => [option, ruling])) };
    }

    get deal() { return this.evening.current; }
    get over() { return this.moment === "end"; }
    get mine() { return ["step", "mend", "honours"].includes(this.moment) || (this.game.actor >= 0 && this.game.actor === this.me); }
    get opened() { return this.over || this.deal.shown; }
    get seen() { return this.game.seen(Math.max(this.me, 0)); } // who deals among five has no cards, and is shown none

    /** What is to be done: the phase of the game, or what the reader is asked between a trick and the next, or before the sheet. */
    get moment() {
      if (this.deal.step) return "step";
      if (this.revoked >= 0) return "mend";
      if (this.game.actor >= 0) return this.game.phase;
      return this.declares && !this.deal.declared ? "honours" : "end";
    }

    /** Whether the reader declares his honours himself. */
    get declares() {
      const { deal, me, game } = this;
      return me >= 0 && game.declarer >= 0 && (deal.options?.honours ?? this.evening.options.honours) === "declared";
    }

    /** The place in the record of a card against the law that the reader can still exchange: the trick is whole and lies open. */
    get revoked() {
      const trick = this.tricks.at(-1) ?? [];
      const at = trick.length === SEATS.length && this.turnedOver !== this.record.length ? trick.findIndex(({ actor, against }) => against && actor === this.me) : nobody;
      return at < 0 ? nobody : this.record.findLastIndex(({ against }) => against);
    }

    place(seat) { return PLACES[(seat - this.me + SEATS.length) % SEATS.length]; }
    name(seat) { return data.persons[this.persons[seat]]; }
    called(seat) { return seat === this.me ? say`You` : this.name(seat); }

    /** The persons by seat: all, or among five those to whom the one who deals gives cards. */
    seated({ five, dealer }) {
      if (!five) return all;
      const found = [data.next_five[dealer]];
      while (found.length < SEATS.length) found.push(data.next_five[found.at(-1)]);
      return found;
    }

    word(action) { return action < data.names.length ? data.names[action] : data.actions[action]; }

    // The frame, made once

    build() {
      const { box } = this;
      box.querySelector(".playing__still").hidden = true;
      this.frame = make("div", "playing__frame");
      this.notice = make("div", "playing__notice");
      this.notice.setAttribute("role", "status");
      this.main = make("div", "playing__main");
      this.side = make("div", "playing__side");
      this.spoken = make("div", "playing__spoken"); // every act in order, for those who do not see the table
      this.spoken.setAttribute("role", "log");
      this.spoken.setAttribute("aria-label", say`What happens`);
      this.frame.append(this.notice, this.main, this.side, this.spoken);
      box.append(this.frame);

      this.stage = make("p", "playing__stage");
      this.tools = make("div", "playing__tools");
      this.takeBack = button(say`Take back`, () => this.back());
      this.hint = button(say`Hint`, () => this.hinted());
      this.show = button(say`Show all cards`, () => this.uncover());
      this.tools.append(this.takeBack, this.hint, this.show);
      this.head = make("div", "playing__head", this.stage, this.tools);
      this.felt = make("section", "playing__felt");
      this.felt.setAttribute("aria-label", say`The table`);
      this.seats = all.map(() => make("div", "playing__seat"));
      this.middle = make("div", "playing__middle");
      this.felt.append(...this.seats, this.middle);
      this.asks = make("section", "playing__asks");
      this.asks.setAttribute("aria-label", say`Your move`);
      this.prompt = make("p", "playing__prompt");
      this.choices = make("div", "playing__choices");
      this.answer = make("div", "playing__answer");
      this.answer.setAttribute("role", "status");
      this.asks.append(this.prompt, this.choices, this.answer);
      this.hand = make("div", "playing__hand");
      this.hand.setAttribute("role", "group");
      this.hand.setAttribute("aria-label", say`Your cards: arrow keys choose, Enter plays`);
      this.hand.addEventListener("keydown", (event) => this.moved(event));
      this.result = make("section", "playing__result");
      this.result.setAttribute("aria-label", say`How it ended`);
      this.main.append(this.path.nav, this.head, this.felt, this.result, this.asks, this.hand);

      this.score = make("section", "playing__score");
      this.told = make("ol", "playing__told");
      this.told.tabIndex = 0; // it can be scrolled by keys
      const telling = make("section", "playing__telling", make("h2", "", say`What was said and played`), this.told);
      this.more = make("section", "playing__more");
      this.side.append(this.score, telling, this.more);
    }

    // From the beginning: a link, what is kept, or neither

    open() {
      this.notice.replaceChildren();
      let asked = null;
      try {
        asked = linked(document.location.hash.slice(1), SEATS, this.rules);
      } catch (error) {
        this.note(error.message);
      }
      const { evening, fault, text } = kept(this.rules);
      if (evening && this.sound(evening)) this.evening = { ...evening, options: { ...this.ruled(), ...this.chosen(evening.options) } };
      else if (fault || evening) {
        const why = fault ?? say`it is damaged`;
        this.note(say`The evening kept on this machine cannot be continued: ${why}.`);
        if (text) this.notice.append(" ", button(say`Save it as a file`, () => this.save(text)));
      }
      if (asked) {
        const { seat, agreed, ...deal } = asked;
        this.me = SEATS.indexOf(seat);
        const options = Object.fromEntries(data.asked.map(({ option, choices, ruling }, at) => [option, choices[agreed[at]]?.[0] ?? ruling]));
        const [price, packet] = agreed.slice(data.asked.length);
        options.consulation = Object.keys(data.consulations)[price] ?? this.ruled().consulation;
        this.beside({ ...deal, apart: true, packet: Number(packet ?? 0) % SEATS.length, options });
      } else if (this.path.asked(document.location.hash) >= 0) this.path.open(this.path.asked(document.location.hash));
      else if (this.evening.current) this.cut();
      else this.welcome();
    }

    /** The options that are known, as far as they are sound. */
    chosen(options) {
      const found = {};
      const names = (name, all) => typeof name === "string" && Object.hasOwn(all, name);
      if ([1, 2, 3].includes(options.level)) found.level = options.level;
      if (names(options.pace, PACES)) found.pace = options.pace;
      if (names(options.rounding, data.session.roundings)) found.rounding = options.rounding;
      if (STAKES.includes(options.stake)) found.stake = options.stake;
      for (const { option, choices } of [...data.asked, ...data.open, ...data.agreed]) if (choices.some(([value]) => value === options[option])) found[option] = options[option];
      return found;
    }

    /** Whether the acts of what is kept can be played. */
    sound({ current }) {
      if (!current) return true;
      try {
        const game = this.core.start(this.start(current));
        return current.acts.every((act) => !game.apply(act % NEVERTHELESS, { nevertheless: act >= NEVERTHELESS }));
      } catch {
        return false;
      }
    }

    start(deal) {
      if (deal.step) return { deal: deal.step.cards, dealer: deal.dealer };
      const { options } = this.evening;
      const of = (option, ruling) => deal.options?.[option] ?? options[option] ?? ruling;
      const asked = Object.fromEntries(data.asked.map(({ option, ruling }) => [option, of(option, ruling)]));
      if (asked.knocked === FREE) asked.knocked = false;
      const dealer = deal.five ? data.forehand.indexOf(0) : deal.dealer;
      const start = { seed: deal.seed, dealer, options: { next_deals: false, ...asked }, price: data.consulations[of("consulation")] };
      return deal.packet ? { ...start, deal: this.chosenCards(start, deal.packet) } : start;
    }

    /** The cards as they are dealt where forehand has chosen the twelve of another seat, who has those of forehand. */
    chosenCards(start, packet) {
      const cards = this.core.start(start).history;
      const each = data.tricks;
      const [own, others] = [cards.slice(0, each), cards.slice(packet * each, (packet + 1) * each)];
      return [...others, ...cards.slice(each, packet * each), ...own, ...cards.slice((packet + 1) * each)];
    }

    note(words) {
      this.notice.replaceChildren(make("p", "", words));
    }

    keep() {
      const { deals, current, options } = this.evening;
      const kept = keep({ deals, current: current?.apart ? this.waiting : current, options }, this.rules);
      if (!kept && !this.unkept) {
        this.unkept = true;
        this.note(say`This browser keeps nothing for this page: save the evening as a file before you leave.`);
      }
    }

    // Before the first deal

    welcome() {
      const { options } = this.evening;
      const settings = make("div", "playing__settings");
      settings.append(
        this.select(say`The machines`, [[1, say`beginners`], [2, say`practised`], [3, say`strong`]], options.level, (value) => { options.level = value; }),
        this.select(say`Their pace`, [["calm", say`calm`], ["brisk", say`brisk`], ["quick", say`at once`]], options.pace, (value) => { options.pace = value; }),
      );
      const asked = (questions) => make("div", "playing__settings", ...questions.map(({ option, question, choices, ref }) => {
        const field = this.select(question, choices, options[option], (value) => { options[option] = value; });
        field.append(cite(ref));
        return field;
      }));
      const agreed = asked(data.agreed);
      agreed.append(...this.payment());
      const first = button(say`Deal the cards`, () => this.begin(), "playing__button--first");
      const fold = make("details", "plain-details", make("summary", "", say`What the book leaves open`), make("p", "", say`The book does not say it, or leaves it to the players. Our ruling is already chosen; the paragraph stands beside it.`), asked([...data.asked, ...data.open]));
      const company = make("details", "plain-details", make("summary", "", say`What you agree on`), make("p", "", say`Before the first deal the players settle this; chosen is what the book takes where nothing is said, or the simplest.`), agreed);
      const fan = make("div", "playing__fan", ...data.shown.map((name, at) => {
        const card = make("span", "", face(name));
        card.style.setProperty("--at", String(at));
        return card;
      }));
      this.before(
        "welcome",
        fan,
        make("p", "playing__lead", say`Königrufen of 1840, four players, you against or beside three machines that see only their own cards. Every refusal names its paragraph. Nothing is sent anywhere.`),
        make("p", "playing__ways", first, this.path.entrance(), button(say`Deal of the day`, () => this.daily()), this.opener()),
        settings, ...this.measured(), company, fold,
        make("p", "playing__known", anchor(say`How it is played, in plain words`, this.box.dataset.how), " · ", anchor(say`The rules on one sheet`, this.box.dataset.summary), make("br"), say`This table deals the game of ${data.era} only; the program “tarock play” deals others too.`),
      );
    }

    /** How much stronger each level was measured to be than the one below, and which announces. */
    measured() {
      const told = data.matches.map(([level, deals, mean, low, high]) => make("p", "playing__known", level === 3
        ? say`In ${deals} deals, each played twice, strong machines gained ${mean} Points a deal more than practised ones (${low} to ${high}).`
        : say`In ${deals} deals, each played twice, practised machines gained ${mean} Points a deal more than beginners (${low} to ${high}).`));
      return [...told, make("p", "playing__known", say`Only strong machines announce and say contra.`)];
    }

    select(words, choices, chosen, act) {
      const list = make("select");
      choices.forEach(([value, label], number) => {
        const option = make("option", "", label);
        option.value = String(number);
        option.selected = value === chosen;
        list.append(option);
      });
      list.addEventListener("change", () => { act(choices[Number(list.value)][0]); if (this.game) this.keep(); });
      return make("label", "playing__field", make("span", "", words), list);
    }

    /** A deal of its own, beside those of the evening: the one that lies there waits. */
    beside(deal) {
      const { current } = this.evening;
      if (current && !current.apart) this.waiting = current;
      this.evening.current = deal;
      this.take();
      this.focus();
    }

    begin() {
      this.notice.replaceChildren();
      this.evening.deals = [];
      const seed = draw();
      const { persons } = this.evening.options;
      this.deals(seed % persons, seed);
    }

    /** Has a person deal: before that the pack is cut or knocked on. */
    deals(dealer, seed = draw()) {
      this.evening.current = { ...begin(seed, dealer), ...(this.evening.options.persons > SEATS.length && { five: true }) };
      this.waiting = null;
      this.cut();
      this.focus();
    }

    /** Asks, where it is free, whether the pack is cut or knocked on, and forehand which cards he wants; then one sits down. */
    cut() {
      const { deal } = this;
      if (this.evening.options.knocked !== FREE || deal.apart || deal.acts.length || deal.options?.knocked !== undefined) { this.take(); return; }
      const next = deal.five ? data.next_five : data.next;
      const [cutter, forehand] = [next.indexOf(deal.dealer), next[deal.dealer]];
      const { dealer } = deal;
      const done = (knocked, packet = 0) => {
        deal.options = { ...deal.options, knocked };
        deal.packet = packet;
        this.take();
        this.focus();
      };
      const asks = (words, ref, choices) => {
        this.before("cut", make("p", "playing__lead", words, " ", cite(ref)), make("p", "playing__ways", ...choices));
        this.speak(words);
        this.result.querySelector("button").focus({ preventScroll: true });
      };
      const knock = () => {
        if (forehand !== 0) { done(true); return; }
        const of = [say`the first: your own`, say`the second`, say`the third`, say`the fourth`];
        asks(say`The pack was knocked on, and you are forehand. Which cards do you want?`, data.chosen,
          [button(say`Six and six`, () => done(false)), ...of.map((words, packet) => button(say`Twelve at once: ${words}`, () => done(true, packet)))]);
      };
      if (cutter === 0) {
        asks(say`${data.persons[dealer]} deals, and you sit on the left: you cut, or knock on the pack.`, data.cut, [button(say`Cut`, () => done(false)), button(say`Knock`, knock)]);
      } else if (deal.seed % 2) knock();
      else done(false);
    }

    /** Shows what comes before a deal in place of the table. */
    before(phase, ...parts) {
      this.generation += 1;
      this.game = null;
      this.frame.dataset.phase = phase;
      for (const part of [this.head, this.felt, this.asks, this.hand, this.side]) part.hidden = true;
      this.result.hidden = false;
      this.result.className = "playing__result playing__welcome";
      this.result.replaceChildren(...parts);
    }

    daily() {
      const day = today();
      this.me = 0;
      this.beside({ ...ofDay(day, this.rules), apart: true, day, options: this.ruled() });
    }

    next() {
      const { current } = this.evening;
      const before = current.apart ? this.waiting ?? this.played.at(-1) : current;
      if (!before) { this.begin(); return; }
      const waits = current.apart && this.waiting && !this.waiting.settled;
      if (!waits) { this.deals((before.five ? data.next_five : data.next)[before.dealer]); return; }
      this.evening.current = this.waiting;
      this.waiting = null;
      this.cut();
      this.focus();
    }

    /** The deals of the evening, without the fines. */
    get played() { return this.evening.deals.filter(({ fine }) => !fine); }

    /** Strikes the deal that was played last from the sheet. */
    strike() {
      const { deals } = this.evening;
      deals.splice(deals.findLastIndex(({ fine }) => !fine), 1);
    }

    /** The deal again from its first act, or from another one: practice. */
    again(count = 0) {
      const { current } = this.evening;
      if (current.settled && !current.apart) this.strike();
      this.evening.current = { ...current, acts: current.acts.slice(0, count), practice: true, settled: false, shown: false, declared: undefined };
      this.take();
      this.focus();
    }

    // A deal

    /** Sits down at the current deal: what was played of it is played again. */
    take() {
      this.generation += 1;
      this.game = this.core.start(this.start(this.deal));
      this.persons = this.seated(this.deal);
      if (!this.deal.apart) this.me = this.persons.indexOf(0);
      this.record = [];
      this.turnedOver = nobody;
      const { acts } = this.deal;
      this.deal.acts = [];
      for (const act of acts) this.put(act);
      for (const part of [this.head, this.felt, this.hand, this.asks, this.side]) part.hidden = false;
      this.laying = [];
      this.spoken.replaceChildren();
      for (const part of [this.tools, this.side]) part.hidden = Boolean(this.deal.step);
      if (this.deal.step) this.speak(`${this.deal.step.told} ${this.deal.step.question}`);
      else if (this.me < 0) this.speak(say`You deal and have no cards: you write with the declarer’s opponents.`);
      else this.speak(say`${data.persons[this.deal.dealer]} deals. Your cards: ${this.seen.hand.map((card) => data.names[card]).join(", ")}.`);
      this.turn();
    }

    /** One act, of a seat or a machine; returns the refusal, null when it is done. */
    put(done) {
      const { phase, actor } = this.game;
      const act = done % NEVERTHELESS;
      const refused = this.game.apply(act, { nevertheless: done >= NEVERTHELESS });
      if (refused) return refused;
      this.deal.acts.push(done);
      this.record.push({ phase, actor, act, against: done >= NEVERTHELESS, taker: phase === "play" ? this.took() : nobody });
      return null;
    }

    /** Who took the trick that has just become whole. */
    took() {
      const plays = this.record.filter(({ phase }) => phase === "play").length + 1;
      if (plays % SEATS.length) return nobody;
      return this.game.actor >= 0 ? this.game.actor : this.game.taker;
    }

    act(act) {
      const refused = this.put(act);
      if (refused) { this.refuse(act, refused); return; }
      this.say(this.record.at(-1));
      this.laying = [];
      this.turn();
    }

    say({ actor, act, taker }) {
      this.speak(`${this.called(actor)}: ${this.word(act)}.`);
      if (taker !== nobody) this.speak(taker === this.me ? say`You take the trick.` : say`${this.name(taker)} takes the trick.`);
    }

    speak(words) {
      this.spoken.append(make("p", "", words));
      while (this.spoken.children.length > 40) this.spoken.firstChild.remove();
    }

    /** What comes next: the reader's own act, a machine's, or the end. */
    async turn() {
      this.generation += 1;
      const { generation } = this;
      if (this.over) this.settle();
      this.draw();
      if (this.deal.step) return;
      if (!this.over) this.keep();
      if (this.over || this.mine) {
        if (this.mine) this.speak(this.question());
        if (this.deal.help) this.hinted();
        return;
      }
      const { options } = this.evening;
      const started = performance.now();
      let act;
      try {
        act = await this.thinker.ask({ what: "machine", start: this.start(this.deal), acts: this.deal.acts, level: options.level, seed: this.deal.seed + this.record.length });
      } catch (error) {
        if (generation === this.generation) this.note(say`The machine cannot go on: ${error.message}`);
        return;
      }
      const pause = PACES[options.pace] * (this.record.at(-1)?.taker >= 0 ? 2 : 1);
      await new Promise((resolve) => { setTimeout(resolve, Math.max(0, pause - (performance.now() - started))); });
      if (generation !== this.generation) return;
      this.act(act);
    }

    refuse(act, { says, ref, statement }) {
      const words = say`${this.word(act)} is refused: `;
      this.answer.dataset.kind = "refused";
      this.answer.dataset.at = String(this.record.length);
      this.answer.replaceChildren(words, says || say`that cannot be done here.`, " ");
      const quote = data.quotes[statement];
      if (quote && !says.includes(quote)) this.answer.append(Object.assign(german(`„${quote}“`), { className: "playing__quote" }), " ");
      this.answer.append(cite(ref));
      if (this.game.phase === "play") this.answer.append(" ", button(say`Play it anyway`, () => this.act(act + NEVERTHELESS)));
    }

    question() {
      const { moment: phase } = this;
      if (phase === "mend") return say`The trick lies open: you may still exchange the card that was against the law.`;
      if (phase === "honours") return say`Do you declare honours?`;
      if (phase === "bidding") return say`Your bid?`;
      if (phase === "king") return say`Which king do you call?`;
      if (phase === "purchase") return say`You see this half of the talon. Keep it?`;
      if (phase === "scat") return say`Discard ${data.laid} cards.`;
      if (phase === "announcements") return say`Do you announce anything?`;
      return this.game.taker < 0 ? say`You lead.` : say`Your card?`;
    }

    /** Exchanges a card that was played against the law, while the trick lies open: those after it may be exchanged too. */
    mend() {
      const { revoked } = this;
      this.turnedOver = nobody;
      this.game.undo(this.record.length - revoked);
      this.record.length = revoked;
      this.deal.acts.length = revoked;
      this.speak(say`The card is taken back: play one that may be played.`);
      this.turn();
      this.focus();
    }

    /** Leaves the trick as it is. */
    turnOver() {
      this.turnedOver = this.record.length;
      this.turn();
      this.focus();
    }

    /** The kinds of honours that the reader has held in one hand. */
    held() {
      const own = this.record.filter(({ phase, actor }) => phase === "play" && actor === this.me).map(({ act }) => act);
      return Object.keys(data.honours).filter((kind) => data.honours[kind][0].every((card) => own.includes(card)));
    }

    declare(kinds) {
      this.deal.declared = kinds;
      this.speak(kinds.length ? say`You declare: ${kinds.map((kind) => data.lines[kind]).join(", ")}.` : say`You declare nothing.`);
      this.turn();
      this.focus();
    }

    // Tools

    practise() {
      if (this.deal.practice) return;
      this.deal.practice = true;
      this.speak(say`From here on this deal is practice: it does not count.`);
    }

    /** Takes back the reader's last act, and what came after it. */
    back() {
      const last = this.record.findLastIndex(({ actor }) => actor === this.me);
      if (this.laying.length) {
        this.laying.pop();
        this.draw();
        return;
      }
      if (last < 0) return;
      const { current } = this.evening;
      if (current.settled && !current.apart) this.strike();
      current.settled = false;
      current.declared = undefined;
      this.practise();
      this.turnedOver = nobody;
      this.game.undo(this.record.length - last);
      this.record.length = last;
      current.acts.length = last;
      this.answer.replaceChildren();
      this.speak(say`Taken back.`);
      this.turn();
      this.focus();
    }

    uncover() {
      this.practise();
      this.deal.shown = !this.deal.shown;
      this.draw();
      this.keep();
    }

    async hinted() {
      if (this.hint.disabled) return;
      this.practise();
      const { generation } = this;
      this.answer.dataset.kind = "hint";
      this.answer.replaceChildren(say`Thinking …`);
      const acts = [...this.deal.acts, ...this.laying];
      const found = await this.thinker.ask({ what: "hint", start: this.start(this.deal), acts, level: 3, seed: this.deal.seed }); // the level whose hints were tried
      if (generation !== this.generation) return;
      this.answer.replaceChildren(this.advised(found), ...this.likely(found), ...this.authors());
      this.drawTools();
    }

    /** What the machine would do, whether it is sure of it, and how such positions ended. */
    advised({ ahead, actions: [{ action, gain, spread }, ...rest] }) {
      const word = this.word(action);
      const sure = rest.every((other) => other.gain + other.spread < gain - spread);
      const words = [sure ? say`The machine would do this: ${word}. It takes all else to be worse.` : say`The machine would do this: ${word}. Not all else is surely worse.`];
      const tried = this.tried("ahead", ahead);
      if (tried) words.push(say`Of ${tried.positions} positions of other deals that it judged like this one, ${tried.came} ended with Points for who was to act.`);
      return words.join(" ");
    }

    /** With whom the called king is most likely, as long as it is not known. */
    likely({ partners }) {
      const { declarer, king, dealt, tricks } = this.seen;
      const fallen = tricks.some((trick) => trick.some(([, card]) => card === king));
      if (declarer < 0 || king < 0 || fallen || dealt.includes(king)) return [];
      const share = Math.max(...partners);
      const tried = this.tried("partner", share);
      return tried ? [" ", say`The called king is most likely with ${this.name(partners.indexOf(share))}: of ${tried.positions} guesses as sure as this one, ${tried.came} were right.`] : [];
    }

    /** How often what was judged so came true in deals that were kept for it: the row of its tenth. */
    tried(what, share) {
      const row = data.tried?.[what][Math.min(Math.floor(10 * share), 9)];
      return row?.[0] ? { positions: row[0], came: row[1] } : null;
    }

    /** What the author advises one who has this hand here. */
    authors() {
      const found = data.advice[this.situation()];
      return found ? [" ", say`The author: ${found[0]}`, " ", cite(found[1])] : [];
    }

    situation() {
      const { hand, dealt, declarer, king, tricks } = this.seen;
      const { phase, taker } = this.game;
      const count = (cards) => hand.filter((card) => cards.includes(card)).length;
      const tarocks = count(data.tarocks);
      if (phase === "bidding") {
        const [least, most] = data.passed;
        if (tarocks === least && count(data.kings) >= most) return "pass";
        return `bid ${data.bid.filter((needed) => needed <= tarocks).length}`;
      }
      if (phase === "announcements") return dealt.includes(data.pagat) ? phase : "";
      if (phase !== "play") return phase;
      const role = this.me === declarer ? "declarer" : dealt.includes(king) ? "partner" : "defender";
      const trick = tricks.at(-1);
      if (!trick.length) return role === "declarer" && tricks.some((each) => each.some(([, card]) => card === king)) ? "" : `${role} leads`;
      if (role === "partner" && taker !== declarer && data.tarocks.includes(trick[0][1])) return "partner follows";
      return role === "defender" && taker === declarer ? "defender follows" : "";
    }

    // The reader's own act

    chose(card) {
      if (!this.mine) return;
      const { moment: phase } = this;
      if (phase === "step") {
        if (this.deal.step.asked === "cards") this.path.answer(card);
        return;
      }
      if (phase === "play") { this.act(card); return; }
      if (phase !== "scat") return;
      const at = this.laying.indexOf(card);
      if (at >= 0) this.laying.splice(at, 1);
      else if (this.laying.length < data.laid) {
        const refused = this.trial(card);
        if (refused) { this.refuse(card, refused); return; }
        this.laying.push(card);
      } else {
        this.answer.dataset.kind = "refused";
        this.answer.replaceChildren(say`${data.laid} cards are chosen already: put one back first.`);
        return;
      }
      this.answer.replaceChildren();
      this.draw();
    }

    /** The refusal of a card after those that are chosen to lie away; null where it may. */
    trial(card) {
      for (const laid of this.laying) this.game.apply(laid);
      const refused = this.game.refusal(card);
      this.game.undo(this.laying.length);
      return refused;
    }

    lay() {
      const laying = [...this.laying];
      for (const card of laying) {
        const refused = this.put(card);
        if (refused) { this.refuse(card, refused); return; }
        this.say(this.record.at(-1));
      }
      this.laying = [];
      this.turn();
      this.focus();
    }

    moved(event) {
      const cards = [...this.hand.querySelectorAll("button")];
      const at = cards.indexOf(document.activeElement);
      const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: cards.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      cards[Math.min(Math.max(to, 0), cards.length - 1)].focus();
    }

    /** Leads the keyboard to what is to be done. */
    focus() {
      const first = this.choices.querySelector("button") ?? this.result.querySelector("button") ?? this.hand.querySelector("[tabindex='0']");
      (this.game && this.mine && (this.moment === "play" || this.deal.step?.asked === "cards") ? this.hand.querySelector("[tabindex='0']") : first)?.focus({ preventScroll: true });
    }

    // What is shown

    draw() {
      const held = document.activeElement;
      const within = this.main.contains(held);
      const card = held?.dataset?.card;
      this.frame.dataset.phase = this.moment;
      this.frame.dataset.mine = String(this.mine);
      if (!this.mine || this.answer.dataset.at !== String(this.record.length)) {
        this.answer.replaceChildren();
        this.answer.dataset.at = String(this.record.length);
      }
      this.drawStage();
      this.drawTools();
      this.drawFelt();
      this.drawHand();
      this.drawAsks();
      this.drawResult();
      if (!this.deal.step) {
        this.drawScore();
        this.drawTold();
        this.drawMore();
      }
      this.path.draw();
      if (within && !document.contains(document.activeElement?.closest(".playing__main"))) {
        const same = card && this.hand.querySelector(`[data-card="${card}"]`);
        if (same) same.focus({ preventScroll: true });
        else this.focus();
      }
    }

    drawStage() {
      if (this.deal.step) {
        this.stage.replaceChildren(make("b", "", say`Step ${this.path.at + 1} of ${data.path.length}`), ` · ${this.deal.step.title}`);
        return;
      }
      const { declarer, phase } = this.game;
      const seen = this.seen;
      const parts = [];
      if (declarer >= 0) {
        const [, bid] = seen.bids.findLast(([, action]) => action !== this.numbers.pass);
        const game = seen.kept ? data.dreiers[seen.kept - 1] : this.word(bid); // raised, it can be more than may be bid
        parts.push(`${this.called(declarer)}: ${game}`);
        if (seen.king >= 0) parts.push(say`called: ${data.names[seen.king]}`);
      } else parts.push(say`Bidding`);
      if (phase === "play") parts.push(say`trick ${Math.min(seen.tricks.length, data.tricks)} of ${data.tricks}`);
      const number = this.played.length + (this.deal.settled ? 0 : 1);
      const which = this.deal.help ? say`Your first deal` : this.deal.day ? say`Deal of the day, ${this.deal.day}` : this.deal.apart ? say`A deal from a link` : say`Deal ${number}`;
      this.stage.replaceChildren(make("b", "", which), ` · ${parts.join(" · ")}`);
      if (this.deal.practice) this.stage.append(" ", make("span", "playing__mark", say`practice`));
    }

    drawTools() {
      const acted = this.record.some(({ actor }) => actor === this.me) || this.laying.length > 0;
      this.takeBack.disabled = !acted;
      this.hint.disabled = !this.mine || this.game.actor < 0 || this.moment === "mend";
      this.show.disabled = this.over;
      this.show.setAttribute("aria-pressed", String(Boolean(this.deal.shown)));
    }

    /** What a seat said last: its bid, then its words. */
    said(seat) {
      const seen = this.seen;
      const words = seen.words.filter(([by]) => by === seat).map(([, action]) => this.word(action));
      if (words.length) return words.join(", ");
      const [, bid] = seen.bids.findLast(([by]) => by === seat) ?? [];
      return bid === undefined || (this.tricks.length && seat !== this.game.declarer) ? "" : this.word(bid);
    }

    /** The roles of a seat that the reader can know. */
    roles(seat) {
      const seen = this.seen;
      const found = [];
      const { dealer } = this.start(this.deal);
      if (seat === dealer && !this.deal.five) found.push("dealer");
      if (seat === data.forehand[dealer]) found.push("forehand");
      if (seat === this.game.declarer) found.push("declarer");
      const open = this.opened || (this.game.partner === this.me && this.game.partner >= 0) || seen.tricks.some((trick) => trick.some(([, card]) => card === seen.king));
      if (this.game.declarer >= 0 && seen.king >= 0 && open && seat === this.game.partner && seat !== this.game.declarer) found.push("partner");
      return found;
    }

    get tricks() {
      const plays = this.record.filter(({ phase }) => phase === "play");
      const found = [];
      for (let at = 0; at < plays.length; at += SEATS.length) found.push(plays.slice(at, at + SEATS.length));
      return found;
    }

    drawFelt() {
      const { tricks } = this;
      const { step } = this.deal;
      const taken = all.map((seat) => (step ? 0 : tricks.filter((trick) => trick.at(-1).taker === seat).length));
      this.felt.hidden = this.over;
      for (const seat of all) {
        const place = this.seats[seat];
        const where = this.place(seat);
        place.className = `playing__seat playing__seat--${where}`;
        place.dataset.turn = String(!step && !this.over && this.game.actor === seat);
        const roles = this.roles(seat);
        place.dataset.role = ["declarer", "partner"].find((role) => roles.includes(role)) ?? "";
        const name = make("span", "playing__name", make("b", "", this.name(seat)), seat === this.me ? say`you` : "");
        const line = make("div", "playing__who", name, ...roles.map((role) => make("span", `playing__role playing__role--${role}`, data.roles[role])));
        if (taken[seat]) line.append(make("span", "playing__taken", taken[seat] === 1 ? say`1 trick` : say`${taken[seat]} tricks`));
        const said = this.said(seat);
        const bubble = make("div", "playing__bubble", said);
        bubble.hidden = !said;
        place.replaceChildren(line, bubble);
        if (seat !== this.me) place.append(this.heldBy(seat));
      }
      this.drawMiddle(tricks);
    }

    /** The cards of another seat: their backs, or with all cards shown their faces. */
    heldBy(seat) {
      const { hand } = this.game.seen(seat);
      const made = make("div", `playing__backs${this.opened ? " playing__backs--shown" : ""}`);
      if (!hand.length) return made;
      if (!this.opened) {
        made.setAttribute("role", "img");
        made.setAttribute("aria-label", hand.length === 1 ? say`1 card` : say`${hand.length} cards`);
        made.append(...hand.map(() => make("i")));
      } else {
        made.setAttribute("role", "img");
        made.setAttribute("aria-label", hand.map((card) => data.names[card]).join(", "));
        made.append(...this.sorted(hand).map((card) => face(data.names[card])));
      }
      return made;
    }

    drawMiddle(tricks) {
      const seen = this.seen;
      const { phase } = this.game;
      const trick = tricks.at(-1);
      this.middle.replaceChildren();
      const { step } = this.deal;
      if (step?.shown.length) {
        this.middle.append(this.row(step.shown));
        return;
      }
      if (trick) {
        const list = make("ol", "playing__trick");
        trick.forEach(({ actor, act, taker }, place) => {
          const name = data.names[act];
          const card = make("li", `playing__played playing__played--${this.place(actor)}`, face(name));
          titled(card, name);
          card.style.zIndex = String(place);
          const label = german(name);
          label.className = "playing__hidden";
          card.append(make("span", "playing__hidden", `${this.called(actor)}: `), label);
          card.dataset.new = String(place === trick.length - 1);
          card.dataset.won = String(!step && trick.at(-1).taker === actor && taker !== undefined);
          list.append(card);
        });
        this.middle.append(list);
        return;
      }
      if ((phase === "purchase" || phase === "scat") && seen.halves.length && this.me >= 0) {
        this.middle.append(make("p", "playing__label", say`The half of the talon`), this.row(seen.halves.at(-1)));
        return;
      }
      if (seen.discard.length && seen.declarer !== this.me && phase !== "play") {
        this.middle.append(make("p", "playing__label", say`A trump was discarded, and shown`), this.row(seen.discard));
        return;
      }
      if (seen.king >= 0) {
        this.middle.append(make("p", "playing__label", say`Called`), this.row([seen.king]));
        return;
      }
      this.middle.append(make("div", "playing__talon", ...[0, 1].map(() => make("span", "playing__half", make("i"), make("i"), make("i")))), make("p", "playing__label", say`Talon`));
    }

    row(cards) {
      const made = make("div", "playing__row", ...cards.map((card) => titled(make("span", "playing__face", face(data.names[card])), data.names[card])));
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", cards.map((card) => data.names[card]).join(", "));
      return made;
    }

    /** As one holds them: trumps from the highest, then suit by suit. */
    sorted(hand) {
      const trumps = hand.filter((card) => !data.names[card].includes("-")).sort((one, other) => other - one);
      return [...trumps, ...hand.filter((card) => data.names[card].includes("-")).sort((one, other) => one - other)];
    }

    drawHand() {
      const { moment: phase } = this;
      const hand = this.me < 0 ? [] : this.sorted(this.seen.hand);
      const plays = this.mine && phase === "play";
      const lays = this.mine && phase === "scat";
      const legal = plays || lays ? this.game.legal() : hand;
      const before = new Map([...this.hand.children].map((card) => [card.dataset.card, card]));
      const active = this.hand.contains(document.activeElement) ? [...this.hand.children].indexOf(document.activeElement) : -1;
      const made = hand.map((card) => {
        const name = data.names[card];
        let it = before.get(name);
        if (!it) {
          it = button("", () => this.chose(card), "playing__card");
          it.dataset.card = name;
          it.append(face(name));
          it.setAttribute("aria-label", name);
          Object.assign(it, { lang: "de", translate: false });
          titled(it, name);
        }
        const may = legal.includes(card);
        it.dataset.legal = plays || lays ? String(may) : "";
        it.dataset.chosen = String(this.laying.includes(card));
        if (lays) it.setAttribute("aria-pressed", String(this.laying.includes(card)));
        else it.removeAttribute("aria-pressed");
        it.setAttribute("aria-disabled", String(!(plays || lays || this.deal.step?.asked === "cards")));
        this.describe(it, may || !(plays || lays));
        it.tabIndex = -1;
        return it;
      });
      this.hand.style.setProperty("--cards", String(Math.max(hand.length, 1)));
      const row = data.tricks / 2; // so many stand beside each other on a phone
      this.hand.style.setProperty("--rows", String(hand.length > row ? Math.ceil(hand.length / 2) : Math.max(hand.length, 1)));
      this.hand.replaceChildren(...made);
      this.hand.hidden = this.over || !hand.length;
      const first = made.find((it) => it.dataset.legal === "true") ?? made[0];
      const now = active >= 0 ? made[Math.min(active, made.length - 1)] : null;
      (now ?? first)?.setAttribute("tabindex", "0");
      if (now) now.focus({ preventScroll: true });
    }

    drawAsks() {
      const { moment: phase } = this;
      this.asks.hidden = this.over;
      this.choices.replaceChildren();
      if (this.over) return;
      if (!this.mine) {
        const thinks = say`${this.name(this.game.actor)} is thinking …`;
        this.prompt.textContent = this.me < 0 ? `${say`You deal and have no cards: you write with the declarer’s opponents.`} ${thinks}` : thinks;
        return;
      }
      if (phase === "step") {
        this.path.asks(this.prompt, this.choices);
        return;
      }
      this.prompt.textContent = this.question();
      if (phase === "mend") {
        this.prompt.append(" ", cite(data.mend));
        this.choices.append(button(say`Exchange the card`, () => this.mend(), "playing__button--first"), button(say`Turn the trick over`, () => this.turnOver()));
        return;
      }
      if (phase === "honours") {
        this.asksHonours();
        return;
      }
      const legal = this.game.legal();
      if (phase === "play") {
        const { says, ref } = this.game.rule(legal[0]);
        if (says) this.prompt.append(" ", make("span", "playing__law", says, " ", cite(ref)));
        return;
      }
      if (phase === "king") {
        for (const card of data.names.keys()) {
          if (!legal.includes(card) && !data.kings.includes(card)) continue;
          const name = data.names[card];
          const it = button("", () => this.act(card), "playing__king");
          it.append(face(name));
          Object.assign(it, { lang: "de", translate: false });
          it.setAttribute("aria-label", name);
          titled(it, name);
          it.dataset.legal = String(legal.includes(card));
          this.describe(it, legal.includes(card));
          this.choices.append(it);
        }
        return;
      }
      if (phase === "scat") {
        const left = data.laid - this.laying.length;
        const it = button(left ? say`Choose ${left} more` : say`Discard these`, () => this.lay(), "playing__button--first");
        it.disabled = left > 0;
        this.choices.append(it);
        return;
      }
      const numbers = Object.keys(data.actions).map(Number);
      const wanted = { bidding: (act) => act <= this.numbers.solo, purchase: (act) => act === this.numbers.keep || act === this.numbers.raise, announcements: (act) => act >= this.numbers.nothing }[phase];
      for (const act of numbers.filter(wanted)) {
        const may = legal.includes(act);
        if (!may && phase === "announcements" && act > this.numbers.nothing && !this.near(act)) continue;
        const it = button(data.actions[act], () => this.act(act));
        it.dataset.legal = String(may);
        this.describe(it, may);
        this.choices.append(it);
      }
    }

    /** What of honours the reader declares: what he has not held is refused. */
    asksHonours() {
      const chosen = new Set();
      const held = this.held();
      const done = button("", () => this.declare([...chosen]), "playing__button--first");
      const name = () => { done.textContent = chosen.size ? say`Declare this` : say`Nothing to declare`; };
      const kinds = Object.entries(data.honours).map(([kind, [, ref]]) => {
        const it = button(data.lines[kind], () => {
          if (!held.includes(kind)) {
            this.answer.dataset.kind = "refused";
            this.answer.dataset.at = String(this.record.length);
            this.answer.replaceChildren(say`You did not hold them all in one hand.`, " ", cite(ref));
            return;
          }
          if (!chosen.delete(kind)) chosen.add(kind);
          it.setAttribute("aria-pressed", String(chosen.has(kind)));
          name();
        });
        it.setAttribute("aria-pressed", "false");
        return it;
      });
      name();
      this.prompt.append(" ", cite(data.declared));
      this.choices.append(...kinds, done);
    }

    /** What may not be done can be clicked: then it is said why not. */
    describe(it, may) {
      if (may) it.removeAttribute("aria-description");
      else it.setAttribute("aria-description", say`not allowed; click to see why`);
    }

    /** Whether a word that may not be said is worth showing: one that begins, and one to what was said. */
    near(act) {
      const word = data.actions[act];
      const [of, call] = word.split(" ");
      return !call || this.seen.words.some(([, said]) => data.actions[said].startsWith(of));
    }

    // The end

    settle() {
      const { deal } = this;
      if (deal.settled) return;
      deal.settled = true;
      const sheet = this.sheet();
      this.speak(this.ended(sheet));
      if (!deal.apart) {
        const wrote = sheet ? sheet.totals : Array(this.evening.options.persons).fill(0);
        this.evening.deals.push({ ...deal, wrote, passed: !sheet, volat: Boolean(sheet?.volat), declarer: this.persons[this.game.declarer] ?? nobody, side: sheet?.ours });
        this.keep();
      }
    }

    /**
     * The sheet as it is written, by persons: without honours that the reader holds and does not declare, and among five
     * with what the one who dealt writes. `ours` are the declarer's side, `undeclared` and `lapsed` honours that are not written.
     */
    sheet() {
      const sheet = this.game.sheet();
      if (!sheet) return null;
      const { deal, persons } = this;
      const side = all.filter((seat) => seat === this.game.declarer || seat === sheet.partner);
      const held = this.declares ? this.held() : [];
      const undeclared = held.filter((kind) => !deal.declared?.includes(kind) && sheet.lines.some(({ reason }) => reason === kind));
      const lapsed = held.filter((kind) => deal.declared?.includes(kind) && !sheet.lines.some(({ reason }) => reason === kind));
      const shares = ({ seats }) => deal.five && seats.some((seat) => side.includes(seat) !== (data.five === "defenders"));
      const lines = sheet.lines.filter(({ reason }) => !undeclared.includes(reason))
        .map((line) => ({ ...line, writers: [...line.seats.map((seat) => persons[seat]), ...(shares(line) ? [deal.dealer] : [])] }));
      const totals = Array.from({ length: deal.five ? data.persons.length : SEATS.length },
        (_none, person) => lines.reduce((sum, { writers, points }) => sum + (writers.includes(person) ? points : 0), 0));
      return { ...sheet, lines, totals, ours: side.map((seat) => persons[seat]), undeclared, lapsed };
    }

    ended(sheet) {
      if (!sheet) return say`All have passed: nobody writes anything, and the next player deals.`;
      const { declarer } = this.game;
      const who = this.called(declarer);
      if (sheet.won) return say`${who}: won.`;
      return sheet.remis ? say`${who}: Remis, which is lost.` : say`${who}: lost.`;
    }

    drawResult() {
      this.result.className = "playing__result";
      this.result.hidden = !this.over;
      if (!this.over) return;
      const sheet = this.sheet();
      const parts = [make("h2", "", this.ended(sheet))];
      if (sheet) {
        const ours = all.filter((seat) => seat === this.game.declarer || seat === sheet.partner).map((seat) => this.called(seat)).join(", ");
        parts.push(make("p", "", say`The declarer’s side (${ours}) has ${this.thirds(sheet.thirds)} points of ${data.points}.`));
        parts.push(this.lines(sheet));
        const kinds = (all) => all.map((kind) => data.lines[kind]).join(", ");
        if (sheet.undeclared.length) parts.push(make("p", "playing__undeclared", say`Not declared, and so not written: ${kinds(sheet.undeclared)}.`, " ", cite(data.declared)));
        if (sheet.lapsed.length) parts.push(make("p", "playing__undeclared", say`Declared, but lost by passing in the bidding: ${kinds(sheet.lapsed)}.`, " ", cite(data.lapsed)));
      }
      if (this.deal.day) parts.push(this.daysResult(sheet));
      if (sheet && this.me >= 0) parts.push(this.turns());
      const ways = make("p", "playing__ways", ...this.onward(parts), button(say`Play it again`, () => this.again()));
      const cards = make("details", "plain-details playing__all", make("summary", "", say`All cards, as they were dealt`), this.dealt());
      cards.open = this.result.querySelector(".playing__all")?.open ?? false;
      parts.push(ways, cards);
      this.result.replaceChildren(...parts);
    }

    /** The way to the next deal; where the tours agreed on are played, to one tour more. */
    onward(parts) {
      const next = button(say`Next deal`, () => this.next(), "playing__button--first");
      const { options } = this.evening;
      const each = data.tour_deals[options.persons];
      const { played } = this;
      if (this.deal.apart || !options.tours || played.length < options.tours * each) return [next];
      const more = played.slice(-each).some(({ passed }) => passed) || played.at(-1).volat;
      const words = [options.tours === 1 ? say`The tour that you agreed on is played: the evening is at its end.` : say`The ${options.tours} tours that you agreed on are played: the evening is at its end.`];
      if (more) words.push(say`All have passed in the last tour, or one side took no trick in the last deal: then one more is usual.`);
      parts.push(make("p", "playing__lead", words.join(" "), " ", cite(more ? data.extra_tour : data.tours)));
      return [button(say`One more tour`, () => { options.tours += 1; this.next(); }, more ? "playing__button--first" : ""), button(say`New evening`, () => this.anew(), more ? "" : "playing__button--first")];
    }

    /** The four hands, the talon and what was laid away. */
    dealt() {
      const { game } = this;
      const hands = all.map((seat) => [this.called(seat), this.sorted(game.seen(seat).dealt)]);
      const held = hands.flatMap(([, hand]) => hand);
      const talon = game.history.slice(0, data.names.length).filter((card) => !held.includes(card));
      const laid = game.declarer < 0 ? [] : game.seen(game.declarer).discard;
      const rows = [...hands, [say`Talon`, talon], [say`Discarded`, laid]].filter(([, cards]) => cards.length);
      const made = make("div", "playing__dealt");
      for (const [words, cards] of rows) {
        const row = make("div", "", ...cards.map((card) => face(data.names[card])));
        row.setAttribute("role", "img");
        row.setAttribute("aria-label", cards.map((card) => data.names[card]).join(", "));
        made.append(make("b", "", words), row);
      }
      return made;
    }

    thirds(count) { return [Math.floor(count / 3), count % 3 ? `${count % 3}/3` : ""].join(" ").trim(); }

    lines({ lines, totals }) {
      const mine = this.persons[this.me] ?? 0;
      const head = make("tr", "", ...[say`What`, say`By`, ...totals.map((_points, person) => (person === mine ? say`${data.persons[person]} (you)` : data.persons[person]))].map((words) => Object.assign(make("th", "", words), { scope: "col" })));
      const body = lines.map(({ reason, writers, points, ref }) => make("tr", "",
        Object.assign(make("th", "", data.lines[reason] ?? reason), { scope: "row" }),
        make("td", "", cite(ref)),
        ...totals.map((_points, person) => make("td", "playing__figure", writers.includes(person) ? String(points) : ""))));
      const foot = make("tr", "playing__sum", Object.assign(make("th", "", say`Written`), { scope: "row" }), make("td"), ...totals.map((points) => make("td", "playing__figure", String(points))));
      const table = make("table", "playing__sheet", make("thead", "", head), make("tbody", "", ...body, foot));
      table.setAttribute("aria-label", say`The score of this deal`);
      return make("div", "playing__wide", table);
    }

    /** What the machine at the reader's seat would have written with the same cards. */
    daysResult(sheet) {
      const made = make("p", "playing__day", say`Working out what the machine at your seat writes …`);
      const { me, deal } = this;
      this.thinker.ask({ what: "rest", start: this.start(deal), acts: [], level: 3, seed: deal.seed }).then((found) => {
        const mine = sheet ? sheet.totals[this.persons[me]] : 0;
        const its = found.sheet ? found.sheet.totals[me] : 0;
        const words = say`You wrote ${mine}, the machine at your seat ${its}.`;
        const line = say`Tarock, deal of the day ${deal.day}: I wrote ${mine}, the machine ${its}.`;
        made.replaceChildren(words, " ", ...this.discardTold(), this.copier(say`Copy a line to share`, `${line} ${this.address()}`));
      }, () => made.remove());
      return made;
    }

    /** What the author advises to discard where the reader did otherwise, with its paragraph; nothing if he discarded nothing. */
    discardTold() {
      const advised = this.bestDiscard();
      if (!advised) return [];
      const { ref } = data.discards;
      if (!advised.length) return [say`You discarded as the author advises:`, " ", cite(ref), ". "];
      return [say`The author would have discarded ${advised.map((card) => data.names[card]).join(", ")}:`, " ", cite(ref), ". "];
    }

    /**
     * The cards whose discard leaves the most suits void, the called one only where that is advised, and of these the
     * dearest; none where the reader’s own leaves as many. Null where he discarded nothing, or nothing is advised.
     */
    bestDiscard() {
      const { called, others } = data.discards;
      const first = this.record.findIndex(({ phase }) => phase === "scat");
      if (first < 0 || this.record[first].actor !== this.me || !others) return null;
      const game = this.core.start(this.start(this.deal));
      for (const act of this.deal.acts.slice(0, first)) game.apply(act);
      const { hand, king } = game.seen(this.me);
      const suit = (card) => data.names[card].split("-")[0];
      const suits = [...new Set(hand.filter((card) => data.names[card].includes("-")).map(suit))];
      const voids = (laid) => suits.filter((each) => hand.every((card) => suit(card) !== each || laid.includes(card)));
      const rate = (laid) => {
        const left = voids(laid);
        return !called && left.includes(suit(king)) ? -1 : left.length;
      };
      const worth = (laid) => laid.reduce((sum, card) => sum + data.worth[card], 0);
      let best = null;
      const choose = (laid) => {
        if (laid.length === data.laid) {
          if (!best || rate(laid) > rate(best) || (rate(laid) === rate(best) && worth(laid) > worth(best))) best = laid;
          return;
        }
        for (const card of game.legal()) {
          game.apply(card);
          choose([...laid, card]);
          game.undo(1);
        }
      };
      choose([]);
      const own = this.record.filter(({ phase }) => phase === "scat").map(({ act }) => act);
      return best && rate(own) < rate(best) ? best : [];
    }

    /** A button that looks at each act of the reader's with what he knew then, and says where another came out better. */
    turns() {
      const made = make("div", "playing__turns");
      made.setAttribute("role", "status");
      const kept = this.turned;
      if (kept?.of === this.record) made.append(...kept.lines.map((each) => each.cloneNode(true)));
      else made.append(button(say`Where it turned`, () => this.turning(made)));
      return made;
    }

    async turning(made) {
      const { record, generation } = this;
      const found = [];
      for (const [number, { actor, act, phase }] of record.entries()) {
        if (actor !== this.me) continue;
        made.replaceChildren(say`Thinking …`);
        const values = await this.thinker.ask({ what: "hint", start: this.start(this.deal), acts: this.deal.acts.slice(0, number), level: 3, seed: this.deal.seed });
        if (generation !== this.generation) return;
        const [best] = values.actions;
        const done = values.actions.find(({ action }) => action === act);
        const gap = done ? best.gain - done.gain : 0;
        if (gap > 0 && gap > done.spread + best.spread) found.push({ number, act, phase, best, gap });
      }
      found.sort((one, other) => other.gap - one.gap);
      const lines = [make("p", "", found.length ? say`With what you knew, another choice came out better:` : say`With what you knew, no other choice of yours came out clearly better.`)];
      if (found.length) {
        lines.push(make("ul", "", ...found.slice(0, 3).map(({ number, act, phase, best, gap }) => {
          const trick = record.slice(0, number).filter((each) => each.phase === "play").length;
          const where = phase === "play" ? say`trick ${Math.floor(trick / SEATS.length) + 1}` : say`before the tricks`;
          return make("li", "", say`${where}: ${this.word(best.action)} instead of ${this.word(act)}, about ${signed(Math.round(gap))} Points in the deals that the machine imagined.`);
        })));
      }
      this.turned = { of: record, lines };
      made.replaceChildren(...lines);
    }

    address() {
      const url = new URL(document.location.href);
      const { seed, dealer, options, price } = this.start(this.deal);
      const agreed = data.asked.map(({ option, choices }) => choices.findIndex(([value]) => value === options[option]));
      agreed.push(Object.values(data.consulations).indexOf(price), this.deal.packet ?? 0);
      url.hash = link({ seed, dealer }, SEATS[Math.max(this.me, 0)], agreed.join(""), this.rules);
      return url.href;
    }

    copier(words, text) {
      const made = button(words, async () => {
        try {
          await navigator.clipboard.writeText(text);
          made.textContent = say`Copied`;
        } catch {
          const field = Object.assign(make("input", "playing__copied"), { value: text, readOnly: true });
          field.setAttribute("aria-label", words);
          made.replaceWith(field);
          field.select();
        }
      });
      return made;
    }

    // Beside the table

    drawScore() {
      const { deals, options } = this.evening;
      this.score.hidden = !deals.length;
      if (!deals.length) return;
      const names = data.persons.slice(0, options.persons);
      const cell = (tag, words, scope) => Object.assign(make(tag, "", words), scope ? { scope } : {});
      const head = make("tr", "", ...[say`No.`, ...names].map((words) => cell("th", words, "col")));
      let number = 0;
      const rows = deals.map((deal, at) => {
        const { wrote, practice, passed, declarer, fine, due } = deal;
        if (!fine) number += 1;
        const told = [fine ? say`Fine: ${this.fault(fine)}` : String(number), passed && say`all passed`, practice && say`practice`, due && say`corrected`].filter(Boolean);
        const first = cell("th", told.join(" "), "row");
        const row = make("tr", practice ? `playing__row--${PRACTICE}` : "", first,
          ...wrote.map((points, person) => make("td", `playing__figure${person === declarer ? " playing__figure--declarer" : ""}`, points ? String(points) : "–")));
        if (at === deals.length - 1 && this.over && !practice && !this.deal.apart) first.append(" ", this.corrector(deal, row));
        return row;
      });
      const counted = deals.filter(({ practice }) => !practice);
      const { sums, paid } = this.paid(counted);
      const foot = (words, figures) => make("tr", "playing__sum", cell("th", words, "row"), ...figures.map((figure) => make("td", "playing__figure", figure)));
      const table = make("table", "playing__sheet", make("thead", "", head), make("tbody", "", ...rows, foot(say`Sum`, sums.map(String)), foot(say`Paid`, paid.map(signed))));
      table.setAttribute("aria-label", say`The score of the evening`);
      const { session } = data;
      const coins = names.map((name, person) => `${name} ${signed((paid[person] * options.stake) / session.unit)}`).join(", ");
      const money = options.stake ? make("p", "", say`In Kreuzer, ${options.stake} for ${session.unit} Points: ${coins}.`) : "";
      const agreed = make("details", "plain-details playing__agreed", make("summary", "", say`How it is paid`),
        make("p", "", say`At the end the players pay each other the differences. `, cite(session.ref)), ...this.payment(), this.fining(names),
        make("p", "", button(say`Save the score sheet for the program`, () => this.save(this.sheetFile(counted), "tarock-score.yaml"))));
      agreed.open = this.score.querySelector("details")?.open ?? false;
      this.score.replaceChildren(make("h2", "", say`This evening`), make("div", "playing__wide", table), money, agreed);
    }

    /** How sums are rounded, and for how much money one plays. */
    payment() {
      const { options } = this.evening;
      const { roundings, unit } = data.session;
      const changed = () => { if (this.game) this.drawScore(); };
      return [
        this.select(say`Rounded`, Object.entries(roundings).map(([name, [words]]) => [name, words]), options.rounding, (value) => { options.rounding = value; changed(); }),
        this.select(say`Stake for ${unit} Points`, [[0, say`none`], ...STAKES.map((stake) => [stake, say`${stake} Kreuzer`])], options.stake, (value) => { options.stake = value; changed(); }),
      ];
    }

    /** A button by which the last line can be written otherwise, or a fine struck, as long as the next cards are not dealt. */
    corrector(deal, row) {
      const { deals } = this.evening;
      const drawn = () => { this.keep(); this.drawScore(); };
      if (deal.fine) return button(say`Strike out`, () => { deals.splice(deals.indexOf(deal), 1); drawn(); }, "playing__button--small");
      const made = button(say`Correct`, () => {
        const fields = deal.wrote.map((points, person) => {
          const field = Object.assign(make("input"), { type: "number", min: 0, max: 99999, value: String(points), required: true });
          field.setAttribute("aria-label", say`${data.persons[person]} writes`);
          return field;
        });
        const kept = button(say`Write it so`, () => {
          if (!fields.every((field) => field.reportValidity())) return;
          const wrote = fields.map(({ value }) => Number(value));
          const due = deal.due ?? deal.wrote;
          Object.assign(deal, { wrote, due: wrote.join() === due.join() ? undefined : due });
          drawn();
          this.score.querySelector("th button")?.focus();
        }, "playing__button--small");
        [...row.querySelectorAll("td")].forEach((place, person) => place.replaceChildren(fields[person]));
        made.replaceWith(kept, " ", cite(data.written));
        fields[0].focus();
      }, "playing__button--small");
      return made;
    }

    fault(fine) { return data.fines.find(([fault]) => fault === fine)[1]; }

    /** Where a fine is written: each of the others writes it. */
    fining(names) {
      const { deals, options } = this.evening;
      const chosen = { fault: data.fines[0], guilty: 0 };
      const by = make("span", "", cite(chosen.fault[3]));
      const made = make("fieldset", "playing__fining", make("legend", "", say`A fine`),
        this.select(say`For`, data.fines.map((fine) => [fine, fine[1]]), chosen.fault, (fine) => { chosen.fault = fine; by.replaceChildren(cite(fine[3])); }),
        this.select(say`Paid by`, names.map((name, person) => [person, name]), 0, (person) => { chosen.guilty = person; }), by);
      const write = button(say`Write the fine`, () => {
        const { fault: [fine, , times, , open], guilty } = chosen;
        const points = times * data.consulations[options.consulation];
        const { dealer, five } = this.deal;
        const without = five && open && options["session.fine_extra"] ? dealer : nobody; // by the other reading
        deals.push({ ...begin(0, options.persons > SEATS.length ? dealer : dealer % SEATS.length), five: options.persons > SEATS.length, fine, guilty, wrote: names.map((_name, person) => (person === guilty || person === without ? 0 : points)) });
        this.keep();
        this.drawScore();
      });
      made.append(" ", write);
      return made;
    }

    /** The sums that stand at the end, and what each has been paid: at the end, and before whenever somebody has as much as was agreed. */
    paid(deals) {
      const { options } = this.evening;
      const [, unit, counts] = data.session.roundings[options.rounding];
      const round = (points) => unit * (Math.floor(points / unit) + (points % unit >= counts ? 1 : 0));
      let sums = Array(options.persons).fill(0);
      const paid = [...sums];
      const difference = (own, other, as) => (options["session.totals_rounded"] ? as(own) - as(other) : own > other ? as(own - other) : -as(other - own));
      const pay = (all, as) => all.forEach((own, person) => all.forEach((other) => { paid[person] += difference(own, other, as); }));
      const during = options["session.running_rounded"] ? (points) => points : round;
      for (const { wrote } of deals) {
        sums = sums.map((sum, person) => sum + wrote[person]);
        const { running } = options;
        if (!running || Math.max(...sums) < running) continue;
        pay(sums.map((sum) => Math.min(sum, running)), during);
        sums = sums.map((sum) => Math.max(0, sum - running));
      }
      pay(sums, round);
      return { sums, paid };
    }

    /** The score sheet as a file that the program settles. */
    sheetFile(deals) {
      const { options } = this.evening;
      const names = data.persons.slice(0, options.persons);
      const [size, small] = options.consulation.split(" ");
      const lines = [`era: "${data.era}"`, "title: An evening at the table", `seats: [${names.join(", ")}]`, `rounding: ${options.rounding}`, `consulation: ${size}`];
      if (small) lines.push(`small_consulation: ${small}`);
      if (options.stake) lines.push(`stake: ${options.stake}`);
      if (options.running) lines.push(`running: ${options.running}`);
      lines.push(deals.length ? "taillen:" : "taillen: []");
      for (const { wrote, fine, guilty, side, due, dealer, five } of deals) {
        if (fine) lines.push(`  - penalty: {fault: ${fine}, guilty: ${names[guilty]}}`);
        else lines.push(`  - wrote: {${wrote.map((points, person) => `${names[person]}: ${points}`).join(", ")}}`);
        if (five && fine) lines.push(`    king: ${names[dealer]}`);
        if (five && side && !due) lines.push(`    king: ${names[dealer]}`, `    declarers: [${side.map((person) => names[person]).join(", ")}]`);
      }
      return `${lines.join("\n")}\n`;
    }

    drawTold() {
      const lines = [];
      let trick = null;
      this.record.forEach(({ phase, actor, act, taker }, number) => {
        if (phase === "scat" && actor !== this.me && !this.opened) {
          if (this.record[number - 1]?.phase !== "scat") lines.push(make("li", "", make("b", "", this.name(actor)), " ", say`discards ${data.laid} cards`));
          return;
        }
        if (phase !== "play") {
          lines.push(make("li", "", make("b", "", this.name(actor)), " ", act < data.names.length ? german(this.word(act)) : this.word(act)));
          return;
        }
        if (!trick) {
          trick = make("li", "playing__line");
          lines.push(trick);
        }
        const card = german(this.word(act));
        const one = make("span", "", make("b", "", this.name(actor)), " ", this.over ? this.from(number, card) : card);
        trick.append(one, " ");
        if (taker === nobody) return;
        trick.querySelectorAll("span").forEach((each) => { if (each.firstChild?.textContent === this.name(taker) && each.firstChild.localName === "b") each.classList.add("playing__took"); });
        trick = null;
      });
      this.told.replaceChildren(...lines);
      this.told.scrollTop = this.told.scrollHeight;
    }

    /** A card of the course from which the deal can be played again. */
    from(number, card) {
      const made = button("", () => this.again(number), "playing__from");
      made.classList.remove("playing__button");
      made.setAttribute("aria-label", say`Play again from ${card.textContent}`);
      made.append(card);
      return made;
    }

    drawMore() {
      const { options } = this.evening;
      const fold = this.more.querySelector("details")?.open ?? false;
      const made = make("details", "plain-details", make("summary", "", say`More`));
      made.open = fold;
      made.append(
        this.select(say`The machines`, [[1, say`beginners`], [2, say`practised`], [3, say`strong`]], options.level, (value) => { options.level = value; }),
        this.select(say`Their pace`, [["calm", say`calm`], ["brisk", say`brisk`], ["quick", say`at once`]], options.pace, (value) => { options.pace = value; }),
        make("p", "playing__ways", this.copier(say`Copy the link to this deal`, this.address()),
          button(say`Save the evening as a file`, () => this.save(write({ deals: this.evening.deals, current: this.deal.apart ? this.waiting : this.deal, options }, this.rules))),
          button(say`Deal of the day`, () => this.daily()),
          this.opener(),
          button(say`New evening`, () => this.anew())),
      );
      if (this.over && this.game.sheet()) made.querySelector(".playing__ways").prepend(button(say`Save this game for the program`, () => this.save(this.notation(), `tarock-${this.deal.seed}.txt`)));
      this.more.replaceChildren(made);
    }

    anew() {
      forget();
      this.evening = { deals: [], current: null, options: this.evening.options };
      this.waiting = null;
      this.notice.replaceChildren();
      this.welcome();
      this.result.querySelector("button").focus();
    }

    save(text, name = "tarock-evening.json") {
      const to = anchor("", URL.createObjectURL(new Blob([text], { type: "text/plain" })));
      to.download = name;
      to.click();
      setTimeout(() => URL.revokeObjectURL(to.href), 10_000);
    }

    /** A button that opens an evening from a file. */
    opener() {
      const field = Object.assign(make("input"), { type: "file", hidden: true, accept: ".json,application/json" });
      field.addEventListener("change", async () => {
        const [file] = field.files;
        field.value = "";
        if (!file) return;
        try {
          if (file.size > 2e6) throw new Error(say`the file is too large`);
          const found = read(await file.text(), this.rules);
          if (!this.sound(found)) throw new Error(say`it is damaged`);
          this.evening = { ...found, options: { ...this.ruled(), ...this.chosen(found.options) } };
          this.keep();
          if (this.evening.current) this.cut();
          else if (this.evening.deals.length) {
            const { five, dealer } = this.played.at(-1) ?? this.evening.deals.at(-1);
            this.deals((five ? data.next_five : data.next)[dealer]);
          } else this.welcome();
        } catch (error) {
          this.note(say`${file.name} could not be opened: ${error.message}.`);
        }
      });
      const made = button(say`Open an evening from a file`, () => field.click());
      return make("span", "", made, field);
    }

    /** The game in the short notation, as the program replays it. */
    notation() {
      const { game } = this;
      const cards = (list) => list.map((card) => data.names[card]).join(", ");
      const deck = game.history.slice(0, data.names.length);
      const dealt = all.map((seat) => game.seen(seat).dealt);
      const talon = deck.filter((card) => !dealt.some((hand) => hand.includes(card)));
      const half = talon.length / 2;
      const seen = game.seen(game.declarer);
      const bids = seen.bids.map(([seat, act]) => `${this.name(seat)} ${this.core.actions[act]}`);
      const lines = [`tarock ${data.era}: deal-${this.deal.seed}`, `seats: ${all.map((seat) => this.name(seat)).join(", ")}`, `dealer: ${data.persons[this.deal.dealer]}`,
        ...(this.deal.five ? [`fifth: ${data.persons[this.deal.dealer]}`] : []),
        `consulation: ${Object.keys(data.consulations).find((size) => data.consulations[size] === game.price)}`,
        ...all.map((seat) => `hand ${this.name(seat)}: ${cards(dealt[seat])}`),
        seen.kept ? `talon: ${cards(talon.slice(0, half))} / ${cards(talon.slice(half))}` : `talon: ${cards(talon)}`,
        `bids: ${bids.join(", ")}`, `declarer: ${this.name(game.declarer)}`];
      if (game.partner >= 0 && game.partner !== game.declarer) lines.push(`partner: ${this.name(game.partner)}`);
      lines.push(`king: ${data.names[seen.king]}`);
      if (seen.kept) lines.push(`buys: ${seen.first}${seen.kept === seen.first ? "" : `, keeps ${seen.kept}`}`, `scat: ${cards(seen.discard)}`);
      if (seen.words.length) {
        const said = seen.words.map(([seat, act]) => {
          const [of, call] = this.core.actions[act].split(" ");
          return `${this.name(seat)} ${call === "announce" ? "" : `${call} `}${of}`;
        });
        lines.push(`says: ${said.join(", ")}`);
      }
      this.tricks.forEach((trick, number) => lines.push(`${number + 1}: ${trick.map(({ actor, act }) => `${this.name(actor)} ${data.names[act]}`).join(" - ")}`));
      return `${lines.join("\n")}\n`;
    }
  }

  const box = document.querySelector("[data-playing]");
  if (!box) return;
  const failed = (error) => {
    box.querySelector(".playing__still").hidden = false;
    box.append(make("p", "playing__notice", say`The table cannot be set up in this browser: ${error.message}`));
  };
  window.codexCore.load(window.codexCoreData).then((core) => { box.playing = new Playing(box, core); }).catch(failed);
})();
