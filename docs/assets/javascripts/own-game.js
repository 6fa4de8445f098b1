// A game of the reader's own by clicking: four hands are laid out, then every bid, call, card and word is clicked for the seat whose
// turn it is, on a table like that of page Play. The core says whose turn it is and refuses what may not be; a card that was
// played or laid away nevertheless is kept as such. At its end the game is a record, which `open-game.js` judges and shows. It is
// loaded when somebody wants to click.
(() => {
  "use strict";

  const say = window.codexSay;
  const { ask, load, top } = window.codexAsk;
  const { openGame } = window.codexWhatIf;
  const { make } = window.codexTables;
  const box = document.querySelector("[data-own-game]");
  const all = [0, 1, 2, 3];
  const PLACES = ["south", "east", "north", "west"];
  const faces = new Map([...document.querySelector("[data-table] template").content.querySelectorAll("[data-card]")].map((each) => [each.dataset.card, each]));

  function button(words, act, className = "") {
    const made = make("button", `playing__button ${className}`.trim(), words);
    made.type = "button";
    made.addEventListener("click", act);
    return made;
  }

  function face(name) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("aria-hidden", "true");
    svg.setAttribute("viewBox", "0 0 50 74");
    const drawn = faces.get(name).cloneNode(true);
    drawn.setAttribute("transform", "translate(1 1)");
    svg.append(drawn);
    return svg;
  }

  class OwnGame {
    constructor(core, words) {
      Object.assign(this, { core, words, names: ["A", "B", "C", "D"], dealer: all.length - 1, acts: [], game: null });
      this.numbers = core.actions;
      this.hands = core.entry("deal.hand")[0];
      this.half = core.entry("deal.half")[0];
      this.heaps = [...all.map(() => []), [], []]; // the hands, and the halves of the talon
      this.heap = 0;
      this.build();
      this.draw();
    }

    build() {
      this.frame = make("div", "playing__frame");
      const part = (tag, className, label, role) => {
        const made = make(tag, className);
        if (label) made.setAttribute("aria-label", label);
        if (role) made.setAttribute("role", role);
        return made;
      };
      this.stage = part("p", "playing__stage");
      this.takeBack = button(say`Take back`, () => this.back());
      this.anew = button(say`Begin anew`, () => this.again());
      this.head = make("div", "playing__head", this.stage, make("div", "playing__tools", this.takeBack, this.anew));
      this.felt = part("section", "playing__felt", say`The table`);
      this.seats = all.map((seat) => make("div", `playing__seat playing__seat--${PLACES[seat]}`));
      this.middle = make("div", "playing__middle");
      this.felt.append(...this.seats, this.middle);
      this.prompt = part("p", "playing__prompt", "", "status");
      this.choices = make("div", "playing__choices");
      this.answer = part("div", "playing__answer", "", "status");
      this.asks = part("section", "playing__asks", say`What was done next`);
      this.asks.append(this.prompt, this.choices, this.answer);
      this.hand = part("div", "playing__hand", "", "group");
      this.pack = part("div", "playing__hand own-game__pack", say`Cards that lie nowhere yet: arrow keys go through them, Enter gives one`, "group");
      for (const group of [this.hand, this.pack]) group.addEventListener("keydown", (event) => this.moved(event, group));
      this.setting = make("div", "own-game__setting");
      this.told = make("ol", "playing__told");
      this.told.tabIndex = 0; // it can be scrolled by keys
      this.telling = make("section", "playing__side", make("section", "playing__telling", make("h3", "", say`What was said and played`), this.told));
      this.frame.append(make("div", "playing__main", this.head, this.setting, this.felt, this.asks, this.hand, this.pack), this.telling);
      box.append(this.frame);
    }

    called(seat) { return this.names[seat]; }
    card(number) { return this.core.cards[number]; }
    size(heap) { return heap < all.length ? this.hands : this.half; }
    get left() { return this.core.cards.map((_name, number) => number).filter((card) => !this.heaps.some((heap) => heap.includes(card))); }
    get over() { return this.game && this.game.actor < 0; }

    sorted(cards) {
      const trump = (card) => !this.card(card).includes("-");
      return [...cards.filter(trump).sort((one, other) => other - one), ...cards.filter((card) => !trump(card)).sort((one, other) => one - other)];
    }

    word(act) { return act < this.core.cards.length ? this.card(act) : this.words.actions[act]; }

    moved(event, group) {
      const cards = [...group.querySelectorAll("button")];
      const at = cards.indexOf(document.activeElement);
      const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key];
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      cards[Math.min(Math.max(to, 0), cards.length - 1)].focus();
    }

    /** A row of cards, each a button; one stop for the Tab key. */
    row(group, cards, label, act, marked = () => null) {
      const held = group.contains(document.activeElement) ? [...group.children].indexOf(document.activeElement) : -1;
      const made = cards.map((card, place) => {
        const name = this.card(card);
        const it = button("", () => act(card), "playing__card");
        it.append(face(name));
        Object.assign(it, { lang: "de", translate: false, title: name });
        it.dataset.card = name;
        it.dataset.legal = marked(card) ?? "";
        it.setAttribute("aria-label", name);
        if (marked(card) === "false") it.setAttribute("aria-description", say`not allowed; click to see why`);
        it.tabIndex = place ? -1 : 0;
        return it;
      });
      group.setAttribute("aria-label", label);
      group.style.setProperty("--rows", String(cards.length > this.hands / 2 ? Math.ceil(cards.length / 2) : cards.length));
      group.replaceChildren(...made);
      group.hidden = !cards.length;
      if (held >= 0) made[Math.min(held, made.length - 1)]?.focus({ preventScroll: true });
    }

    // The deal

    give(card) {
      let { heap } = this;
      if (this.heaps[heap].length >= this.size(heap)) heap = this.heaps.findIndex((cards, at) => cards.length < this.size(at));
      if (heap < 0) return;
      this.heaps[heap].push(card);
      this.heap = this.heaps[heap].length < this.size(heap) ? heap : Math.max(this.heaps.findIndex((cards, at) => cards.length < this.size(at)), 0);
      this.draw();
      if (!this.left.length) this.setting.querySelector(".playing__button--first").focus();
    }

    rest() {
      const { left } = this;
      for (const [heap, cards] of this.heaps.entries()) {
        while (cards.length < this.size(heap)) cards.push(...left.splice(Math.floor(Math.random() * left.length), 1));
      }
      this.draw();
      this.setting.querySelector(".playing__button--first").focus();
    }

    begin() {
      const named = new Set(this.names);
      if (named.size < all.length || this.names.some((name) => !/^[\p{L}\p{N}][\p{L}\p{N} .'’-]*$/u.test(name))) {
        this.answer.replaceChildren(say`Give each seat a name of its own, of letters.`);
        this.answer.dataset.kind = "refused";
        return;
      }
      this.acts = [];
      this.game = this.core.start({ deal: { hands: this.heaps.slice(0, all.length), talon: this.heaps.slice(all.length).flat() }, dealer: this.dealer });
      this.draw();
      this.focus();
    }

    // The course

    act(act, nevertheless = false) {
      const { phase, actor } = this.game;
      const refused = this.game.apply(act, { nevertheless });
      if (refused) {
        this.refuse(act, refused);
        return;
      }
      const plays = this.acts.filter((each) => each.phase === "play").length + Number(phase === "play");
      const taker = phase === "play" && plays % all.length === 0 ? (this.over ? this.game.taker : this.game.actor) : -1;
      this.acts.push({ phase, actor, act, nevertheless, taker });
      this.answer.replaceChildren();
      this.draw();
      if (this.over) this.finish();
      else this.focus();
    }

    refuse(act, { says, ref, href }) {
      this.answer.dataset.kind = "refused";
      this.answer.replaceChildren(say`${this.word(act)} is refused: `, says || say`that cannot be done here.`, " ", this.cite(ref, href));
      if (["play", "scat"].includes(this.game.phase)) {
        const insist = button(this.game.phase === "play" ? say`It was played nevertheless` : say`It was laid away nevertheless`, () => this.act(act, true));
        this.answer.append(" ", insist);
        insist.focus();
      }
    }

    cite(ref, href) { return href ? Object.assign(make("a", "playing__ref", ref), { href: new URL(href, top) }) : ref; }

    back() {
      this.answer.replaceChildren();
      if (!this.acts.length) this.game = null;
      else {
        this.acts.pop();
        this.game.undo(1);
      }
      this.draw();
      if (this.game) this.focus();
    }

    again() {
      this.heaps = this.heaps.map(() => []);
      Object.assign(this, { heap: 0, acts: [], game: null });
      this.answer.replaceChildren();
      this.draw();
    }

    focus() {
      const card = this.hand.querySelector("[tabindex='0']");
      (["play", "scat"].includes(this.game.phase) ? card : this.choices.querySelector("button"))?.focus({ preventScroll: true });
    }

    /** The game is over: it is judged and shown below. */
    finish() {
      if (this.game.declarer < 0) return;
      const text = JSON.stringify(this.record());
      openGame(async () => text);
    }

    record() {
      const { acts, game, names, numbers, core } = this;
      const list = (cards) => cards.map((card) => this.card(card)).join(", ");
      const of = (phase) => acts.filter((each) => each.phase === phase);
      const { king, first, kept } = game.seen(game.declarer);
      const [upper, lower] = this.heaps.slice(all.length);
      const tricks = of("play");
      const bid = (act) => (act === numbers.pass ? { bid: "pass" } : act === numbers.solo ? { bid: "solo" } : { bid: "dreier", fold: act - numbers.pass });
      return {
        id: "my-game", era: core.table.era, seats: names, dealer: names[this.dealer], declarer: names[game.declarer],
        ...(game.partner >= 0 && game.partner !== game.declarer ? { partner: names[game.partner] } : {}),
        hands: Object.fromEntries(names.map((name, seat) => [name, list(this.heaps[seat])])),
        talon: kept ? { upper: list(upper), lower: list(lower) } : { whole: list([...upper, ...lower]) },
        bids: of("bidding").map(({ actor, act }) => ({ seat: names[actor], ...bid(act) })),
        king: this.card(king), ...(kept ? { purchase: { first, kept }, scat: list(of("scat").map(({ act }) => act)) } : {}),
        announcements: of("announcements").filter(({ act }) => act > numbers.nothing).map(({ actor, act }) => {
          const [feat, call] = core.actions[act].split(" ");
          return { seat: names[actor], call, of: feat };
        }),
        tricks: Array.from({ length: Math.ceil(tricks.length / all.length) }, (_none, at) => tricks.slice(at * all.length, (at + 1) * all.length).map(({ actor, act }) => `${names[actor]} ${this.card(act)}`).join(" - ")),
      };
    }

    // What is shown

    draw() {
      const dealing = !this.game;
      this.frame.dataset.phase = dealing ? "welcome" : this.over ? "end" : this.game.phase;
      this.frame.dataset.mine = "true";
      this.takeBack.hidden = dealing;
      this.setting.hidden = !dealing;
      this.felt.hidden = dealing;
      this.telling.hidden = dealing;
      this.pack.hidden = !dealing;
      if (dealing) this.drawDeal();
      else this.drawGame();
    }

    drawDeal() {
      const names = this.names.map((name, seat) => {
        const field = Object.assign(make("input"), { value: name, maxLength: 20, size: 8 });
        field.addEventListener("change", () => {
          this.names[seat] = field.value.trim();
          this.drawHeaps();
        });
        return make("label", "playing__field", make("span", "", say`Seat ${seat + 1}`), field);
      });
      const list = make("select");
      list.append(...this.names.map((name, seat) => Object.assign(new Option(name, seat), { selected: seat === this.dealer })));
      list.addEventListener("change", () => { this.dealer = Number(list.value); });
      this.dealers = list;
      if (!this.setting.firstElementChild) {
        this.tabs = make("div", "own-game__heaps");
        this.tabs.setAttribute("role", "group");
        this.tabs.setAttribute("aria-label", say`Whose cards`);
        this.given = make("div", "playing__hand own-game__pack");
        this.given.setAttribute("role", "group");
        this.given.addEventListener("keydown", (event) => this.moved(event, this.given));
        this.start = button(say`To the bidding`, () => this.begin(), "playing__button--first");
        this.setting.append(make("div", "playing__settings", ...names, make("label", "playing__field", make("span", "", say`Dealer`), list)), this.tabs, this.given,
          make("p", "playing__ways", this.start, button(say`Deal the rest at random`, () => this.rest()), button(say`Take all cards back`, () => this.again())));
      }
      this.drawHeaps();
      this.stage.replaceChildren(make("b", "", say`The deal`));
      const { left } = this;
      this.prompt.textContent = left.length ? say`Click the cards of ${this.nameOf(this.heap)}.` : say`All cards are dealt.`;
      this.choices.replaceChildren();
      this.hand.hidden = true;
      this.row(this.pack, this.sorted(left), say`Cards that lie nowhere yet: arrow keys go through them, Enter gives one`, (card) => this.give(card));
    }

    nameOf(heap) { return heap < all.length ? this.names[heap] : [say`the upper half of the talon`, say`the lower half of the talon`][heap - all.length]; }

    drawHeaps() {
      [...this.dealers.options].forEach((option, seat) => { option.textContent = this.names[seat]; });
      const held = [...this.tabs.children].indexOf(document.activeElement);
      this.tabs.replaceChildren(...this.heaps.map((cards, heap) => {
        const made = button(`${this.nameOf(heap)} ${cards.length}/${this.size(heap)}`, () => { this.heap = heap; this.draw(); });
        made.setAttribute("aria-pressed", String(heap === this.heap));
        return made;
      }));
      this.tabs.children[held]?.focus({ preventScroll: true });
      this.start.disabled = this.left.length > 0;
      this.row(this.given, this.sorted(this.heaps[this.heap]), say`Cards of ${this.nameOf(this.heap)}: Enter takes one back`, (card) => {
        this.heaps[this.heap] = this.heaps[this.heap].filter((each) => each !== card);
        this.draw();
      });
    }

    drawGame() {
      const { game, acts } = this;
      const { phase, actor, declarer, partner, king } = game.look();
      const plays = acts.filter((each) => each.phase === "play");
      const whole = plays.length % all.length === 0;
      const parts = [];
      if (declarer >= 0) parts.push(say`${this.called(declarer)} plays`);
      if (king >= 0) parts.push(say`called: ${this.card(king)}`);
      if (phase === "play") parts.push(say`trick ${Math.floor(plays.length / all.length) + 1} of ${this.hands}`);
      this.stage.replaceChildren(make("b", "", this.over ? say`The game is over` : say`A game of your own`), parts.length ? ` · ${parts.join(" · ")}` : "");
      for (const seat of all) {
        const roles = [seat === this.dealer ? "dealer" : "", seat === declarer ? "declarer" : seat === partner && king >= 0 ? "partner" : ""].filter(Boolean);
        const said = acts.filter((each) => each.actor === seat && ["bidding", "announcements"].includes(each.phase)).map(({ act }) => this.word(act));
        const taken = acts.filter(({ taker }) => taker === seat).length;
        const who = make("div", "playing__who", make("span", "playing__name", make("b", "own-game__name", this.called(seat))), ...roles.map((role) => make("span", `playing__role playing__role--${role}`, this.words.roles[role])));
        if (taken) who.append(make("span", "playing__taken", taken === 1 ? say`1 trick` : say`${taken} tricks`));
        const cards = this.sorted(game.seen(seat).hand);
        const held = make("div", "playing__backs playing__backs--shown", ...cards.map((card) => face(this.card(card))));
        held.setAttribute("role", "img");
        held.setAttribute("aria-label", cards.map((card) => this.card(card)).join(", ") || say`no cards`);
        const bubble = make("div", "playing__bubble", said.at(-1) ?? "");
        bubble.hidden = !said.length || plays.length > 0;
        this.seats[seat].dataset.turn = String(seat === actor);
        this.seats[seat].dataset.role = roles.find((role) => role !== "dealer") ?? "";
        this.seats[seat].replaceChildren(who, bubble, held);
      }
      const trick = whole ? plays.slice(-all.length) : plays.slice(-(plays.length % all.length));
      const list = make("ol", "playing__trick", ...trick.map(({ actor: by, act, nevertheless }) => {
        const card = make("li", `playing__played playing__played--${PLACES[by]}`, face(this.card(act)), make("span", "playing__hidden", `${this.called(by)}: ${this.card(act)}${nevertheless ? `, ${say`against a rule`}` : ""}`));
        card.dataset.won = String(trick.at(-1).taker === by);
        return card;
      }));
      const looked = declarer >= 0 && ["purchase", "scat"].includes(phase) ? game.seen(declarer).halves.at(-1) : null;
      this.middle.replaceChildren(...(looked ? [make("p", "playing__label", say`The half of the talon`), make("div", "playing__row", ...looked.map((card) => make("span", "playing__face", face(this.card(card)))))] : plays.length ? [list] : []));
      this.drawAsks(phase, actor);
      this.drawTold();
    }

    question(phase, actor) {
      const seat = this.called(actor);
      const laid = this.acts.filter((each) => each.phase === "scat").length;
      return {
        bidding: say`What did ${seat} bid?`, king: say`Which king did ${seat} call?`, purchase: say`Did ${seat} keep this half?`, scat: say`What did ${seat} discard? Card ${laid + 1} of ${this.half}.`,
        announcements: say`Did ${seat} announce anything?`, play: this.acts.at(-1)?.phase === "play" && this.acts.at(-1).taker < 0 ? say`What did ${seat} play?` : say`What did ${seat} lead?`,
      }[phase];
    }

    drawAsks(phase, actor) {
      const { game, numbers } = this;
      this.choices.replaceChildren();
      if (this.over) {
        this.prompt.textContent = game.declarer < 0 ? say`All have passed: nobody writes anything.` : say`The game stands below, judged and settled.`;
        this.hand.hidden = true;
        return;
      }
      const legal = game.legal();
      this.prompt.textContent = this.question(phase, actor);
      const plays = ["play", "scat"].includes(phase);
      this.row(this.hand, this.sorted(game.seen(actor).hand), say`Cards of ${this.called(actor)}: arrow keys choose, Enter plays`, plays ? (card) => this.act(card) : () => {}, (card) => (plays ? String(legal.includes(card)) : null));
      if (plays) return;
      const wanted = { bidding: (act) => act >= numbers.pass && act <= numbers.solo, king: (act) => this.words.kings.includes(act), purchase: (act) => [numbers.keep, numbers.raise].includes(act), announcements: (act) => act >= numbers.nothing }[phase];
      for (const act of this.core.actions.keys()) {
        if (!wanted(act)) continue;
        const it = button(phase === "king" ? "" : this.word(act), () => this.act(act), phase === "king" ? "playing__king" : "");
        if (phase === "king") {
          it.append(face(this.card(act)));
          it.setAttribute("aria-label", this.card(act));
          Object.assign(it, { lang: "de", translate: false });
        }
        it.dataset.legal = String(legal.includes(act));
        if (!legal.includes(act)) it.setAttribute("aria-description", say`not allowed; click to see why`);
        this.choices.append(it);
      }
    }

    drawTold() {
      const german = (words) => Object.assign(make("span", "", words), { lang: "de", translate: false });
      const lines = [];
      let trick = null; // the plays of the one that is not whole, by seat
      for (const { phase, actor, act, nevertheless, taker } of this.acts) {
        const one = make("span", "", make("b", "", this.called(actor)), " ", act < this.core.cards.length ? german(this.card(act)) : this.word(act), nevertheless ? ` (${say`against a rule`})` : "");
        if (phase !== "play" || !trick) lines.push(make("li", "playing__line"));
        lines.at(-1).append(one, " ");
        if (phase !== "play") continue;
        trick = { ...trick, [actor]: one };
        if (taker < 0) continue;
        trick[taker].classList.add("playing__took");
        trick = null;
      }
      this.told.replaceChildren(...lines);
      this.told.scrollTop = this.told.scrollHeight;
    }
  }

  Promise.all([ask(), load(say.data("playing-data"))]).then(([core]) => {
    box.game = new OwnGame(core, window.codexPlaying);
    box.game.pack.querySelector("button").focus();
  }).catch((error) => { box.append(make("p", "playing__notice", say`The table cannot be set up in this browser: ${error.message}`)); });
})();
