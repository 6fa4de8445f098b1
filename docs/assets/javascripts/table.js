// A game at the table, step by step: four hands, the trick in the middle, what is said, what might have been played.
// Every element `[data-table]` holds the steps as JSON (see views/steps.py) and the faces of the cards. Attributes:
// `data-level`; `data-from`, `data-to` (ids of steps); `data-autoplay`; `data-address`: level, step and view stand in
// the address of the page. Without JavaScript what else is in the element is shown;
// what of it is `[data-still]` makes room for the table. `what-if.js`, where it is loaded, puts steps of its own in place of the
// those of the book: `pending` is one at which a card is still to be chosen, `open` a level that is not played to its end.
(() => {
  "use strict";

  const say = window.codexSay;
  const STEP = 1000; // milliseconds that a step is shown, and for each letter that is told of it
  const LETTER = 40;
  const PACES = { slow: 2, "": 1, fast: 0.4 }; // so many times as long
  const CHANGES = { emendation: say`mended`, conjecture: say`conjecture` };
  const WIDE = 40; // pixels that a finger goes to turn a step
  const thirds = (count) => [Math.floor(count / 3) || (count % 3 ? "" : "0"), count % 3 ? `${count % 3}/3` : ""].join(" ").trim();

  function make(tag, className = "", ...children) {
    const made = document.createElement(tag);
    if (className) made.className = className;
    made.append(...children);
    return made;
  }

  function button(className, words, act) {
    const made = make("button", className, words);
    made.type = "button";
    made.addEventListener("click", () => { if (made.getAttribute("aria-disabled") !== "true") act(); });
    return made;
  }

  class Table {
    constructor(box) {
      this.box = box;
      const { game, links, words } = JSON.parse(box.querySelector("script").textContent);
      this.game = game;
      this.links = links;
      this.words = words;
      this.faces = new Map([...box.querySelector("template").content.querySelectorAll("[data-card]")].map((face) => [face.dataset.card, face]));
      // as one holds them: the pack has the tarocks from the lowest, the suits from the highest
      const names = [...this.faces.keys()];
      const plain = names.filter((name) => name.includes("-"));
      const german = new Set([...names.filter((name) => /[a-z]/.test(name)), ...plain.map((name) => name.split("-")[0])]);
      this.names = new RegExp(`(${[...german].join("|")})`); // a card stands before its suit
      this.order = [...names.filter((name) => !name.includes("-")).reverse(), ...plain];
      this.own = "address" in box.dataset;
      this.chosen = { level: box.dataset.level, step: "", hands: "", friend: "", ahead: "", pace: "", line: "", seat: "", answers: "", worth: "" };
      this.timer = 0;
      this.build();
      if (this.own) {
        this.read();
        addEventListener("popstate", () => { this.pause(); this.read(); this.show(); });
        addEventListener("hashchange", () => { this.read(); this.show(); });
      }
      this.show();
      new ResizeObserver(() => this.steady()).observe(box);
      this.arrive();
      if ("autoplay" in box.dataset && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
        this.play();
        this.told.setAttribute("aria-live", "off"); // nobody asked for it yet: it does not talk over the page
      }
    }

    // What is shown, and where it stands in the address

    get printed() { return this.game.levels[this.chosen.level]; }
    get level() { return this.whatIf?.level(this.printed) ?? this.printed; }
    get steps() {
      const names = this.level.steps.map((step) => step.id);
      const first = Math.max(0, names.indexOf(this.box.dataset.from));
      const last = names.indexOf(this.box.dataset.to);
      return { first, last: last < 0 ? names.length - 1 : last };
    }
    get index() {
      const found = this.level.steps.findIndex((step) => step.id === this.chosen.step);
      return found < 0 ? this.steps.first : found;
    }
    get step() { return this.level.steps[this.index]; }

    read() {
      const wanted = new URLSearchParams(location.search);
      const hash = location.hash.slice(1);
      const level = wanted.get("level") ?? hash;
      this.chosen.level = Object.hasOwn(this.game.levels, level) ? level : this.box.dataset.level;
      for (const name of ["step", "hands", "friend", "ahead", "pace", "line", "seat", "answers", "worth"]) this.chosen[name] = wanted.get(name) ?? "";
      if (!this.game.seats.includes(this.chosen.hands)) this.chosen.hands = "";
      if (!Object.hasOwn(PACES, this.chosen.pace)) this.chosen.pace = "";
    }

    /** The address of what is shown. */
    address() {
      const url = new URL(location.href);
      const plain = { level: this.box.dataset.level, step: this.level.steps[this.steps.first].id };
      for (const [name, value] of Object.entries(this.chosen)) {
        if (value && value !== plain[name]) url.searchParams.set(name, value);
        else url.searchParams.delete(name);
      }
      if (Object.hasOwn(this.game.levels, url.hash.slice(1))) url.hash = "";
      return url;
    }

    write(push) {
      if (!this.own) return;
      const url = this.address();
      if (url.href === location.href) return;
      try {
        history[push ? "pushState" : "replaceState"](history.state, "", url);
      } catch {
        // some browsers refuse this to pages from a folder on disk
      }
    }

    choose(change, push = true) {
      Object.assign(this.chosen, change);
      this.write(push);
      this.show();
    }

    go(index, push = true) {
      const { first, last } = this.steps;
      const wanted = Math.min(Math.max(index, first), last);
      if (wanted !== this.index) this.choose({ step: this.level.steps[wanted].id }, push);
    }

    /** The first step of the next trick or stage, or of this one, or of the one before. */
    stage(way) {
      const { first, last } = this.steps;
      const begins = (index) => index === first || this.stageOf(index) !== this.stageOf(index - 1);
      let index = this.index + way;
      while (index > first && index < last && !begins(index)) index += way;
      this.go(index);
    }
    stageOf(index) {
      const { steps } = this.level;
      const step = steps[index];
      return step.kind === "play" ? step.id.split(".")[0].replace(/\D/g, "") : index > steps.findLastIndex(({ kind }) => kind === "play") ? "end" : "deal";
    }

    // Playing

    play() {
      if (this.index === this.steps.last) this.go(this.steps.first);
      this.playing = true;
      this.wait();
      this.show();
    }
    wait() {
      this.timer = setTimeout(() => {
        if (this.index === this.steps.last) {
          this.pause();
          return;
        }
        this.go(this.index + 1, false);
        this.wait();
      }, (STEP + LETTER * this.told.textContent.length) * PACES[this.chosen.pace]);
    }
    pause() {
      clearTimeout(this.timer);
      if (!this.playing) return;
      this.playing = false;
      this.told.setAttribute("aria-live", "polite");
      this.show();
    }
    turn(by) {
      this.pause();
      this.go(this.index + by, false); // a step is no place to go Back to; a jump is
      this.inSight();
    }
    jump(index) {
      this.pause();
      this.go(index);
    }

    // The frame, made once

    build() {
      this.frame = make("div", "table");
      this.frame.setAttribute("role", "group");
      this.frame.setAttribute("aria-label", say`The game at the table`);
      this.felt = make("div", "table__felt");
      this.felt.tabIndex = 0;
      this.felt.setAttribute("role", "group");
      this.felt.setAttribute("aria-label", say`Table: arrow keys turn cards, Page Up and Page Down tricks, space plays`);
      this.told = make("div", "table__told");
      this.told.setAttribute("aria-live", "polite");
      this.points = make("div", "table__points");
      this.back = button("table__button", say`Back`, () => this.turn(-1));
      this.next = button("table__button", say`Next`, () => this.turn(1));
      this.toggle = button("table__button table__button--play", say`Play`, () => (this.playing ? this.pause() : this.play()));
      this.strip = make("div", "table__strip");
      this.strip.setAttribute("role", "group");
      this.strip.setAttribute("aria-label", say`Go to`);
      const controls = make("div", "table__controls", this.back, this.toggle, this.next);
      this.key = make("p", "table__key");
      this.frame.append(this.strip, this.felt, controls, this.told, this.points, this.key);
      this.notes = [...this.box.querySelectorAll("[data-note]")];
      if (this.own) this.frame.append(this.options());
      for (const still of this.box.querySelectorAll("[data-still]")) still.hidden = true;
      this.box.append(this.frame);
      this.keys();
    }

    options() {
      const names = { printed: say`As transcribed`, corrected: say`As corrected`, conjectured: say`As conjectured` };
      const levels = make("div", "levels");
      levels.setAttribute("role", "group");
      levels.setAttribute("aria-label", say`Which text of the game`);
      this.levels = Object.keys(this.game.levels).map((level) => {
        const made = button("", names[level], () => this.choose({ level }));
        made.dataset.level = level;
        return made;
      });
      if (this.levels.length > 1) levels.append(...this.levels);
      const select = (name, entries) => {
        const made = make("select");
        made.append(...entries.map(([words, value]) => new Option(words, value)));
        made.addEventListener("change", () => this.choose({ [name]: made.value }));
        return made;
      };
      this.hands = select("hands", [[say`all hands`, ""], ...this.game.seats.map((seat) => [say`from seat ${seat}`, seat])]);
      this.pace = select("pace", [[say`slow`, "slow"], [say`normal`, ""], [say`fast`, "fast"]]);
      const tick = (words, name) => {
        const made = make("input");
        made.type = "checkbox";
        made.addEventListener("change", () => {
          if (made.getAttribute("aria-disabled") === "true") made.checked = !made.checked;
          else this.choose({ [name]: made.checked ? "hidden" : "" });
        });
        this[`${name}Box`] = made;
        return make("label", "", made, ` ${words}`);
      };
      return make("div", "table__options", levels, make("label", "", say`Show `, this.hands),
        tick(say`hide the ${this.words.roles.partner} until known`, "friend"), tick(say`hide what is to come`, "ahead"),
        make("label", "", say`Speed `, this.pace), this.notes[0]?.parentElement ?? "");
    }

    keys() {
      this.frame.addEventListener("keydown", (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select, input")) return;
        const { first, last } = this.steps;
        const acts = {
          ArrowRight: () => this.turn(1), ArrowLeft: () => this.turn(-1),
          PageDown: () => { this.pause(); this.stage(1); }, PageUp: () => { this.pause(); this.stage(-1); },
          Home: () => this.jump(first), End: () => this.jump(last),
        };
        if (event.target === this.felt) acts[" "] = () => (this.playing ? this.pause() : this.play());
        if (!(event.key in acts)) return;
        event.preventDefault();
        acts[event.key]();
      });
      let from = null;
      this.felt.addEventListener("pointerdown", (event) => { from = event.pointerType === "touch" ? event : null; });
      this.felt.addEventListener("pointerup", (event) => {
        const across = from ? event.clientX - from.clientX : 0;
        if (Math.abs(across) > WIDE && Math.abs(across) > 2 * Math.abs(event.clientY - from.clientY)) this.turn(across < 0 ? 1 : -1);
        from = null;
      });
    }

    // What is shown of a step

    /** Hands, trick, what is known and counted after the step that is shown. */
    state(level = this.level, count = this.index + 1) {
      const { game } = this;
      const steps = level.steps.slice(0, count);
      const hands = Object.fromEntries(game.seats.map((seat) => [seat, [...level.hands[seat]]]));
      const state = { hands, trick: [], known: new Set(), points: null, base: null, taken: Object.fromEntries(game.seats.map((seat) => [seat, 0])), sheet: [], struck: [] };
      let led = "";
      for (const step of steps) {
        for (const seat of step.known ?? []) state.known.add(seat);
        if (step.points) state.points = step.points;
        if (step.points && step.kind !== "play") state.base ??= step;
        if (step.kind === "talon" && step.kept) hands[step.seat].push(...step.cards);
        if (step.kind === "scat") hands[step.seat] = hands[step.seat].filter((card) => !step.cards.includes(card));
        if (step.kind === "play" && !step.pending) {
          if (step.id.split(".")[0] !== led) state.trick = [];
          led = step.id.split(".")[0];
          state.trick.push(step);
          const held = hands[step.seat].indexOf(step.card);
          if (held >= 0) hands[step.seat].splice(held, 1);
          if (step.winner) state.taken[step.winner] += 1;
        }
        if (step.kind === "again" && !state.sheet.some(({ kind }) => kind === "again")) Object.assign(state, { sheet: [], struck: [] });
        if (["score", "again"].includes(step.kind)) state.sheet.push(step);
        if (step.kind === "revoke") state.struck = step.struck ?? [];
        state.stage = this.words.stages[step.kind] ?? state.stage;
      }
      for (const hand of Object.values(hands)) hand.sort((a, b) => this.order.indexOf(a) - this.order.indexOf(b));
      return state;
    }

    get over() { return this.stageOf(this.index) === "end"; }
    /** Whether the reader may see what only one seat sees. */
    sees(seat) { return !this.chosen.hands || this.over || this.chosen.hands === seat; }

    role(seat, state) {
      const { level, chosen } = this;
      const called = level.steps.findIndex((step) => step.kind === "call");
      if (called > this.index) return "";
      const asked = chosen.hands ? new Set([...state.known, ...level.knows[chosen.hands]]) : state.known;
      const open = !chosen.hands && chosen.friend !== "hidden";
      return open || this.over || asked.has(seat) ? level.roles[seat] : "";
    }

    card(name, className = "", change = "") {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "0 0 50 74");
      svg.setAttribute("aria-hidden", "true");
      svg.setAttribute("preserveAspectRatio", "xMidYMin slice"); // of a card in a strip the upper edge
      const face = this.faces.get(name)?.cloneNode(true);
      if (face) {
        face.setAttribute("transform", "translate(1 1)");
        svg.append(face);
      }
      const made = make("span", `table__card ${className}`.trim(), svg);
      made.dataset.card = name;
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", name);
      Object.assign(made, { lang: "de", translate: false });
      if (change) made.dataset.change = change;
      return made;
    }

    /** Words in which cards and suits are German, for who hears them. */
    spoken(text) {
      return text.split(this.names).map((part, index) => {
        if (index % 2 === 0) return part;
        const name = make("span", "", part);
        Object.assign(name, { lang: "de", translate: false });
        return name;
      });
    }

    /** Cards as one picture, told by their names. */
    picture(className, cards, open, draw) {
      const made = make("div", className, ...cards.map((card) => (open ? draw(card) : make("span", "table__card table__card--down"))));
      made.setAttribute("role", "img");
      made.setAttribute("aria-label", open ? cards.join(", ") || say`no cards` : say`${cards.length} cards, face down`);
      if (open && cards.length) Object.assign(made, { lang: "de", translate: false });
      return made;
    }

    lay(state = this.state()) {
      this.felt.replaceChildren(...this.places().map(([seat, place]) => this.seat(seat, place, state)), this.middle(state));
    }

    show() {
      const within = this.frame.contains(document.activeElement);
      const state = this.state();
      const { step } = this;
      this.steady();
      this.lay(state);
      this.tell(step);
      this.count(state);
      this.stripe();
      this.explain();
      this.whatIf?.shown();
      const { first, last } = this.steps;
      this.back.setAttribute("aria-disabled", String(this.index === first));
      this.next.setAttribute("aria-disabled", String(this.index === last));
      this.toggle.textContent = this.playing ? say`Pause` : say`Play`;
      // the link that had the focus may be gone with its step
      if (within && !this.frame.contains(document.activeElement)) this.felt.focus({ preventScroll: true });
      if (!this.own) return;
      for (const note of this.notes) note.hidden = note.dataset.note !== this.chosen.level;
      for (const made of this.levels) made.setAttribute("aria-pressed", String(made.dataset.level === this.chosen.level));
      this.hands.value = this.chosen.hands;
      this.friendBox.checked = this.chosen.friend === "hidden" || Boolean(this.chosen.hands);
      this.friendBox.setAttribute("aria-disabled", String(Boolean(this.chosen.hands)));
      this.pace.value = this.chosen.pace;
      this.aheadBox.checked = this.chosen.ahead === "hidden";
      this.box.dispatchEvent(new CustomEvent("table:shown", { bubbles: true, detail: {
        level: this.chosen.level, ahead: this.chosen.ahead === "hidden" && (this.index < last || Boolean(this.level.open)) } }));
    }

    /** The seats and where they sit: as the picture of 1840:8.4 has them, or with the reader's own seat below. */
    places() {
      const { seats } = this.game;
      const own = this.chosen.hands ? seats.indexOf(this.chosen.hands) : 2;
      const round = ["south", "east", "north", "west"];
      return seats.map((seat, index) => [seat, round[(index - own + seats.length) % seats.length]]);
    }

    seat(seat, place, state) {
      const { step, game } = this;
      const role = this.role(seat, state);
      const roles = [role, seat === game.forehand ? "forehand" : "", seat === game.dealer ? "dealer" : ""].filter(Boolean);
      const taken = state.taken[seat];
      const made = make("div", `table__seat table__seat--${place}`);
      made.dataset.seat = seat;
      if (role) made.dataset.role = role;
      if (step.seat === seat && !this.over) made.dataset.turn = "";
      const tricks = taken ? make("span", "table__taken", taken > 1 ? say`${taken} tricks` : say`1 trick`) : "";
      made.append(make("p", "table__name", make("b", "", seat), " ", make("span", "", roles.map((name) => this.words.roles[name]).join(", ")), " ", tricks));
      const open = this.sees(seat);
      const changes = (open && this.level.changed?.[seat]) || {};
      const cards = state.hands[seat];
      const changed = cards.filter((card) => changes[card]).map((card) => `, ${card} ${CHANGES[changes[card]]}`);
      made.setAttribute("role", "group");
      made.setAttribute("aria-label", say`Hand of ${seat}` + changed.join(""));
      const turn = step.kind === "play" && step.seat === seat && step.legal;
      const draw = (card) => this.card(card, turn ? (step.legal.includes(card) ? "table__card--legal" : "table__card--barred") : "", changes[card]);
      made.append(open && this.whatIf?.asks(seat, cards) ? this.whatIf.hand(seat, cards, draw) : this.picture("table__hand", cards, open, draw));
      if (turn && open) made.append(this.playable(cards, step.legal));
      return made;
    }

    /** Which cards may be played, for who does not see the marks. */
    playable(cards, legal) {
      const may = cards.filter((card) => legal.includes(card));
      return make("p", "hidden", ...(may.length === cards.length ? [say`Any card may be played.`] : this.spoken(say`May be played: ${may.join(", ")}.`)));
    }

    middle(state) {
      const { step, level } = this;
      const made = make("div", "table__middle");
      if (step.kind === "play") {
        const best = state.trick.at(-1)?.winner;
        const number = (state.trick[0] ?? step).id.split(".")[0].replace(/\D/g, "");
        made.append(make("p", "table__stage", say`Trick ${number}`));
        const trick = make("ol", "table__trick");
        for (const played of state.trick) {
          const item = make("li", "", make("b", "", played.seat), this.card(played.card, "", played.change?.kind));
          item.dataset.seat = played.seat;
          if (played.seat === best) {
            item.dataset.won = "";
            item.append(make("span", "table__won", say`takes it`));
          } else if (played === state.trick[0]) {
            item.append(make("span", "", say`leads`));
          }
          if (played.legal && !played.legal.includes(played.card) && this.sees(played.seat)) {
            item.dataset.illegal = "";
            item.append(make("span", "hidden", say`against a rule`)); // for who does not see the mark
          }
          trick.append(item);
        }
        made.append(trick);
      } else if (this.over) {
        made.append(make("p", "table__stage", state.stage));
        if (step.kind === "count") made.append(make("p", "table__figure", state.points.map(thirds).join(" : ")));
        if (state.sheet.length) made.append(this.sheet(state));
      } else {
        made.append(...this.heaps(step, level));
      }
      return made;
    }

    heaps(step, level) {
      const gone = ["scat", "announce"].includes(step.kind);
      const cards = gone ? level.steps.find((other) => other.kind === "scat")?.cards : null;
      const { upper, lower, whole, scat } = this.words.heaps;
      const names = level.talon.length > 1 ? [upper, lower] : [whole];
      const heaps = cards ? [[scat, cards, level.declarer]] : level.talon.map((heap, index) => [names[index], heap, ""]);
      return heaps.map(([name, heap, owner]) => {
        const looked = step.kind === "talon" && step.seat && heap.every((card) => step.cards.includes(card));
        const open = !this.chosen.hands || (owner || (looked ? level.declarer : "")) === this.chosen.hands;
        const row = this.picture("table__heap", heap, open, (card) => this.card(card));
        const made = make("div", looked ? "table__looked" : "", make("p", "table__stage", looked && step.kept ? say`${name}: bought` : name), row);
        return made;
      });
    }

    /** The score sheet so far; what the second sheet has not is struck out. */
    sheet({ sheet, struck }) {
      const totals = Object.fromEntries(this.game.seats.map((seat) => [seat, 0]));
      const list = make("ul", "table__sheet");
      for (const line of sheet) {
        const out = struck.includes(line.id);
        for (const seat of out ? [] : line.seats) totals[seat] += line.amount;
        list.append(make("li", "", make(out ? "del" : "span", "", ...this.spoken(line.says)), " ", this.ref(line.ref)));
      }
      list.append(make("li", "table__total", `${struck.length ? say`What is left` : say`So far`}: ${Object.entries(totals).map((each) => each.join(" ")).join(", ")}`));
      return list;
    }

    ref(ref) {
      const made = make(this.links[ref] ? "a" : "span", "table__ref", ref);
      if (this.links[ref]) made.href = this.links[ref];
      return made;
    }

    /** What is said of the step: shown, and spoken. */
    tell(step) {
      const { hands } = this.chosen;
      const own = this.sees(step.seat || " ");
      const line = make("p", "table__says", make("span", "", ...this.spoken(own || !step.unseen ? step.says : step.unseen)));
      if (own && step.law) line.append(" ", make("span", "table__law", ...this.spoken(step.law)));
      if (step.ref && (own || step.kind !== "play")) line.append(" ", this.ref(step.ref));
      if (this.over && !this.level.open && this.index === this.steps.last) line.append(` ${say`The game is over.`}`);
      this.told.replaceChildren(line);
      if (own && step.change) this.told.append(make("p", `table__change table__change--${step.change.kind}`, ...this.spoken(`${step.change.told}.`)));
      if (hands && !this.over) return;
      for (const finding of step.findings ?? []) {
        this.told.append(make("p", "table__finding", say`Against the rule: `, ...this.spoken(finding.english || finding.text), ". ", finding.ref ? this.ref(finding.ref) : ""));
      }
      for (const remark of step.remarks ?? []) {
        const german = make("p", "table__remark", remark.text);
        Object.assign(german, { lang: "de", translate: false });
        this.told.append(german);
        if (remark.english) this.told.append(make("p", "table__gloss", remark.english));
      }
    }

    count(state) {
      const { hands } = this.chosen;
      this.points.replaceChildren();
      if (!state.points || (hands && !this.over)) return;
      const [ours, theirs] = state.points;
      const bar = make("div", "table__bar");
      const part = (className, share) => {
        const made = make("span", className);
        made.style.width = `${(100 * share) / this.game.total}%`;
        return made;
      };
      const [scat, talon] = state.base?.points ?? [0, 0];
      bar.append(part("table__bar--scat", scat), part("table__bar--ours", ours - scat), part("table__bar--left", this.game.total - ours - theirs), part("table__bar--theirs", theirs));
      const words = make("p", "", make("span", "", make("b", "", thirds(ours)), ` ${this.words.sides.declarer}`, scat ? say` (from the start ${thirds(scat)}: the Scat) ` : " "),
        make("span", "", make("b", "", thirds(theirs)), ` ${this.words.sides.defenders}`, talon ? say` (${thirds(talon)}: the talon)` : ""));
      if (state.base?.ref) words.firstChild.append(scat ? this.ref(state.base.ref) : "");
      this.points.append(words, bar);
    }

    /** What the marks mean that may stand at this level. */
    explain() {
      const changes = new Set(this.level.steps.map((step) => step.change?.kind).filter(Boolean));
      const marks = { legal: say`may be played`, barred: say`may not`, illegal: say`against a rule`, won: say`takes the trick`,
        ...(this.level.partner ? { partner: this.words.roles.partner } : {}), ...(this.level.steps.some(({ kind }) => kind === "scat") ? { scat: say`counted from the start` } : {}),
        ...Object.fromEntries([...changes].map((kind) => [kind, CHANGES[kind]])) };
      this.key.replaceChildren(...Object.entries(marks).map(([mark, words]) => make("span", `table__mark table__mark--${mark}`, words)));
    }

    /** A table as high as its highest step, so that nothing below it moves; a trick is highest at its end. */
    steady() {
      const made = `${this.box.clientWidth} ${this.chosen.level} ${this.chosen.hands}`;
      if (made === this.measured) return;
      this.measured = made;
      const { step } = this.chosen;
      const { first, last } = this.steps;
      const stages = ["deal", this.stageOf(first), "end"];
      const laid = []; // all are laid before any is measured
      this.felt.style.minHeight = "";
      for (let index = first; index <= last; index += 1) {
        if (!stages.includes(this.stageOf(index)) && !this.level.steps[index].winner) continue;
        this.chosen.step = this.level.steps[index].id;
        this.lay();
        laid.push(this.felt.cloneNode(true));
      }
      this.chosen.step = step;
      this.lay();
      const trial = make("div", "table__trial", ...laid);
      this.felt.before(trial);
      const highest = Math.max(...laid.map((felt) => Math.ceil(felt.getBoundingClientRect().height)));
      trial.remove();
      this.felt.style.minHeight = `${highest}px`;
    }

    /** Who comes by a link to a step sees the table at once. */
    arrive() {
      if (!this.own || !this.chosen.step) return;
      this.steady();
      this.inSight(this.told);
    }

    /** Hands, trick, controls and the sentence of the step are seen together, where the window is high enough. */
    inSight(told = this.told.firstElementChild) {
      const [top, bottom] = [this.felt.getBoundingClientRect().top, told.getBoundingClientRect().bottom];
      if (top < 0 || bottom > innerHeight) this.felt.scrollIntoView({ block: "start", behavior: "instant" });
    }

    stripe() {
      const { level } = this;
      const { first, last } = this.steps;
      const stages = [];
      for (let index = first; index <= last; index += 1) {
        const name = this.stageOf(index);
        if (stages.at(-1)?.name !== name) stages.push({ name, index, noted: false, change: "" });
        const step = level.steps[index];
        if (this.chosen.ahead === "hidden" && index > this.index) continue;
        if (step.findings && (!this.chosen.hands || this.over)) stages.at(-1).noted = true;
        if (step.change && this.sees(step.seat)) stages.at(-1).change = step.change.kind;
      }
      // a level that is not at its end has the tricks that are to come too, so that no button moves
      const ahead = level.open ? [...new Set(this.printed.steps.filter(({ kind }) => kind === "play").map(({ id }) => id.split(".")[0])), "end"] : [];
      stages.push(...ahead.filter((name) => stages.every((stage) => stage.name !== name)).map((name) => ({ name, index: -1 })));
      this.strip.hidden = stages.length < 2;
      if (this.stripped !== level.steps) {
        this.stripped = level.steps;
        this.strip.replaceChildren(...stages.map(({ name, index }) => {
          const words = { deal: say`Deal`, end: say`End` }[name] ?? name;
          const made = button("", words, () => this.jump(index));
          if (index < 0) made.setAttribute("aria-disabled", "true");
          if (words === name) made.setAttribute("aria-label", say`Trick ${name}`);
          return made;
        }));
      }
      [...this.strip.children].forEach((made, number) => {
        const { name, noted, change } = stages[number];
        made.toggleAttribute("data-noted", Boolean(noted));
        made.dataset.change = change ?? "";
        const told = [noted ? say`against a rule` : "", CHANGES[change]].filter(Boolean);
        if (/^\d/.test(name) || told.length) made.setAttribute("aria-label", [/^\d/.test(name) ? say`Trick ${name}` : made.textContent, ...told].join(", "));
        if (name === this.stageOf(this.index)) made.setAttribute("aria-current", "step");
        else made.removeAttribute("aria-current");
      });
    }
  }

  window.codexTables = { Table, make, button, thirds, all: [...document.querySelectorAll("[data-table]")].map((box) => new Table(box)) };
})();
