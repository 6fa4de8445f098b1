// What is wrong with a game that somebody wrote down or clicked, in the codes and words of `tarock replay` (`judging-data.js`), and
// what it comes to. Cards are counted here; what may be bid, called, laid away, said and played, who takes a trick, and what is
// written are questions to the core, a hand at a time: so one fault does not keep the next from being found.
(() => {
  "use strict";

  const { codes, refs, words, uncertain, late_partner: latePartner, forced_change: forcedChange } = window.codexJudging;
  const CALLS = ["announce", "contra", "re", "supra"];
  const filled = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const repeated = (cards) => [...new Set(cards.filter((card, place) => cards.indexOf(card) < place))];

  class Judge {
    /** `game` is a record with its cards read: lists of names; `core` the module with the rules. */
    constructor(core, game) {
      Object.assign(this, { core, game, findings: [] });
      this.number = (card) => core.cards.indexOf(card);
      this.isTarock = (card) => !card.includes("-");
      this.solo = !game.purchase;
      this.talon = game.talon.whole.length ? game.talon.whole : [...game.talon.upper, ...game.talon.lower];
      this.deal();
      const clean = !this.findings.length;
      this.auction();
      this.exchange();
      this.call();
      this.announcements();
      this.play();
      this.doubt();
      this.count();
      this.settle(clean);
    }

    at(seat) { return this.game.seats.indexOf(seat); }

    /** The code of the finding that a refusal of the core makes. */
    code({ code }) { return this.core.reasons[code].code; }

    /** As one holds them: the highest tarock first, then suit by suit. */
    sorted(cards) {
      const rank = (card) => (this.isTarock(card) ? -1 - this.number(card) : this.number(card));
      return [...cards].sort((one, other) => rank(one) - rank(other));
    }

    /** Keeps a finding; `wording` is the variant of its sentence, `ref` the paragraph where the core has named one. */
    report(code, values = {}, { trick = 0, wording = code, ref = "" } = {}) {
      const { seat = "", card = "" } = values;
      const at = ref || (refs[wording] ?? refs[code])[0];
      const href = Object.values(refs).find(([each]) => each === at)?.[1] ?? "";
      this.findings.push({ code, trick, seat, card, ref: at, href, text: filled(words[wording], values) });
    }

    deal() {
      const { game, core, talon } = this;
      const where = new Map();
      for (const [seat, held] of [...game.hands, ["", talon]]) {
        for (const card of held) {
          if (where.has(card)) {
            const first = where.get(card);
            this.report("DEAL-DUPLICATE", { card, seat, first }, { wording: `DEAL-DUPLICATE${seat ? "" : first ? ".talon" : ".both"}` });
          }
          where.set(card, seat);
        }
      }
      for (const card of core.cards) if (!where.has(card)) this.report("DEAL-MISSING", { card });
      this.size = core.entry("deal.hand")[0];
      this.half = core.entry("deal.half")[0];
      for (const [seat, { length }] of game.hands) if (length !== this.size) this.report("HAND-SIZE", { seat, number: length, expected: this.size });
      const halves = game.talon.whole.length && this.solo ? [] : [game.talon.upper, game.talon.lower];
      if (talon.length !== 2 * this.half || halves.some(({ length }) => length !== this.half)) {
        const [one, two] = halves.length ? halves.map(({ length }) => length) : [talon.length];
        this.report("TALON-SIZE", { one, two, expected: 2 * this.half }, { wording: `TALON-SIZE.${halves.length || 1}` });
      }
    }

    // What is said before the play is judged in a game with other cards, in which every seat could call

    /** A game of this dealer in which each seat holds a king, or the first of `seats` none. */
    standIn(without = -1) {
      const { core, game } = this;
      const kings = game.kings.map(this.number);
      const rest = core.cards.map((_card, number) => number).filter((number) => !kings.includes(number));
      const hands = game.seats.map((_seat, at) => [...(at === without ? [] : [kings[at]]), ...rest.splice(0, at === without ? this.size : this.size - 1)]);
      return core.start({ deal: { hands, talon: [...rest, ...(without < 0 ? [] : [kings[without]])] }, dealer: this.at(game.dealer) });
    }

    bidAction({ bid, fold = 0 }) {
      const { pass, folds, solo } = this.core.actions;
      if (bid !== "dreier") return bid === "pass" ? pass : solo;
      return fold >= 1 && fold <= folds ? pass + fold : -1;
    }

    /** Passes for who is left out, until it is the turn of a seat or the bidding is over. */
    passTo(played, seat) {
      while (played.phase === "bidding" && played.actor !== seat) played.apply(this.core.actions.pass);
      return played.phase === "bidding";
    }

    auction() {
      const { game, core } = this;
      const played = this.standIn();
      let [before, judged] = ["", true];
      this.best = null;
      for (const bid of game.bids) {
        const { seat, fold = 0 } = bid;
        if (fold && bid.bid !== "dreier") this.report("BID-FOLD", { seat, call: bid.bid, fold });
        const action = this.bidAction(bid);
        const says = (...told) => {
          this.report(...told);
          judged = false;
        };
        if (judged && action < 0) says("BID-TOO-HIGH", { seat, fold, most: core.actions.folds });
        else if (judged && (seat === before || !this.passTo(played, this.at(seat)))) {
          const code = seat === before ? "BID-ORDER" : this.best?.seat === seat ? "BID-AFTER-END" : bid.bid === "pass" ? "BID-ORDER" : "BID-AFTER-PASS";
          says(code, { seat }, { wording: code === "BID-ORDER" && seat !== before ? "BID-ORDER.pass" : code });
        } else if (judged) {
          const refused = played.apply(action);
          if (refused) says(this.code(refused) || "BID-NOT-HIGHER", { seat, over: this.best?.seat ?? "" }, { ref: refused.ref });
        }
        if (bid.bid !== "pass" && (judged || this.best?.seat !== seat || seat === before)) this.best = bid; // who speaks though it is over bids nothing
        before = seat;
      }
      this.bidsStand = judged;
      const { best } = this;
      if (best?.seat !== game.declarer || (best.bid === "solo") !== this.solo) {
        this.report("BID-WRONG-DECLARER", { seat: game.declarer, given: best?.seat ?? "" }, { wording: `BID-WRONG-DECLARER${best ? "" : ".nobody"}` });
      }
    }

    /** A game with other cards in which the declarer has the contract and has called: a king of `partner`, else a sleeping one. */
    course(partner) {
      const { game, core } = this;
      const declarer = this.at(game.declarer);
      const sleeps = this.solo || partner >= 0 ? -1 : (declarer + 1) % game.seats.length;
      const played = this.standIn(sleeps);
      const action = this.bidAction(this.solo ? { bid: "solo" } : { bid: "dreier", fold: game.purchase.first });
      if (action < 0 || !this.passTo(played, declarer) || played.apply(action)) return null;
      this.passTo(played, -1);
      const called = game.kings[this.solo ? declarer : partner >= 0 ? partner : sleeps];
      return played.phase === "king" && !played.apply(this.number(called)) ? played : null;
    }

    purchase() {
      const { game, core } = this;
      const seat = game.declarer;
      const { first, kept, forced } = game.purchase;
      const height = this.best?.bid === "dreier" ? this.best.fold : 0;
      if (this.best && first !== height) this.report(first < height ? "PURCHASE-LOWER" : "PURCHASE-TOO-HIGH", { seat, first, bid: height }, { wording: "PURCHASE.bid" });
      if (forced) this.report("PURCHASE-SHOWN", { seat });
      if (forced && forcedChange && kept === first) this.report("PURCHASE-LOWER", { seat }, { wording: "PURCHASE.forced" });
      if (kept < first) this.report("PURCHASE-LOWER", { seat, kept, first });
      const played = this.course(-1);
      if (!played) { // no such game can be bid
        const top = core.entry("talon.upper").length - 1;
        if (kept > top) this.report("PURCHASE-TOO-HIGH", { seat, kept, most: top });
        return Math.max(Math.min(Math.max(kept, first), top), 1);
      }
      if (kept <= first) return first;
      let most = first;
      while (most < kept) {
        const refused = played.apply(core.actions.raise);
        if (refused) {
          this.report("PURCHASE-TOO-HIGH", { seat, kept, most }, { ref: refused.ref });
          return most;
        }
        most = played.seen(this.at(seat)).kept;
      }
      if (most > kept) this.report("PURCHASE-TOO-HIGH", { seat, kept, first }, { wording: "PURCHASE.step" });
      return kept;
    }

    exchange() {
      const { game, core, talon } = this;
      const seat = game.declarer;
      this.hands = new Map(game.seats.map((each) => [each, new Set(game.hands.get(each))]));
      const hand = this.hands.get(seat);
      this.left = talon;
      this.bought = null;
      if (game.purchase) {
        this.kept = this.purchase();
        const [upper, lower] = [game.talon.upper, game.talon.lower];
        [this.bought, this.left] = core.entry("talon.upper")[this.kept] ? [upper, lower] : [lower, upper];
        for (const card of this.bought) hand.add(card);
        this.scat(hand);
        for (const card of game.scat) hand.delete(card);
      } else if (game.scat.length) {
        this.report("SCAT-SIZE", { seat, number: game.scat.length }, { wording: "SCAT-SIZE.solo" });
      }
      const listed = game.handAfter;
      if (!listed.length) return;
      const twice = repeated(listed);
      const ref = this.solo ? refs["SCAT-SIZE.solo"][0] : "";
      for (const card of core.cards) if (twice.includes(card)) this.report("HAND-AFTER-TWICE", { seat, card }, { ref });
      const missing = [...hand].filter((card) => !listed.includes(card)).sort();
      const extra = [...new Set(listed)].filter((card) => !hand.has(card)).sort();
      if (missing.length || extra.length) {
        const many = [missing, extra].map(({ length }) => Math.min(length, 2)).join("");
        this.report("HAND-AFTER-DIFFERS", { seat, missing: missing.join(", "), extra: extra.join(", ") }, { ref, wording: `HAND-AFTER-DIFFERS.${many}` });
      }
    }

    /** The scat as it may be laid: what is lawful first, for a tarock waits for the suits. */
    scat(hand) {
      const { game, core } = this;
      const seat = game.declarer;
      const size = core.entry("discard.size")[0];
      const laid = new Set(game.scat);
      if (game.scat.length !== size || laid.size !== game.scat.length) this.report("SCAT-SIZE", { seat, number: laid.size, expected: size });
      const left = new Set(hand);
      const waiting = [...game.scat];
      this.laid = []; // each card with whether it is laid against the law
      while (waiting.length) {
        const posed = core.pose("scat", { hand: [...left].map(this.number) });
        const legal = posed.legal().map((number) => core.cards[number]);
        const card = waiting.find((each) => legal.includes(each)) ?? waiting[0];
        waiting.splice(waiting.indexOf(card), 1);
        if (!left.has(card)) {
          if (!hand.has(card)) this.report("SCAT-NOT-HELD", { seat, card });
          continue;
        }
        const { key, ref } = posed.rule(this.number(card));
        const refused = !legal.includes(card);
        if (refused) this.report(codes[key], { seat, card, shown: card }, { ref: refs[codes[key]] ? "" : ref });
        this.laid.push([card, refused]);
        left.delete(card);
      }
    }

    call() {
      const { game, core } = this;
      const { king, declarer } = game;
      const dealt = game.calledLate ? [...this.hands.get(declarer)] : game.hands.get(declarer);
      const posed = core.pose("king", { hand: dealt.map(this.number), folds: Number(!this.solo) });
      if (!posed.legal().includes(this.number(king))) {
        const { key, ref } = posed.rule(this.number(king));
        const code = codes[key] ?? (dealt.includes(king) ? "KING-OWN" : "KING-NOT-OWN");
        this.report(code, { ...(code === codes[key] ? {} : { seat: declarer }), card: king }, { ref });
      }
      const holder = game.seats.find((seat) => this.hands.get(seat).has(king)) ?? "";
      if (game.calledLate) this.report("KING-LATE", { seat: declarer, card: king });
      this.partner = holder !== declarer && (!game.calledLate || latePartner) ? holder : "";
      if (game.partner !== this.partner && (game.partner || game.ref)) {
        const wording = `PARTNER-DIFFERS${game.partner ? "" : ".nobody"}${this.partner ? "" : ".alone"}`;
        this.report("PARTNER-DIFFERS", { seat: game.partner, card: king, holder: this.partner }, { wording });
      }
    }

    announcements() {
      const { game, core } = this;
      const role = (seat) => (seat === game.declarer ? "declarer" : seat === this.partner ? "partner" : "defender");
      this.keeper = core.entry("words.pagat_kept")[0] ? game.announcements.find(({ call, of }) => call === CALLS[0] && of === "ultimo")?.seat ?? "" : "";
      if (!game.announcements.length) return;
      const played = this.course(this.at(this.partner));
      if (!played) return;
      if (played.phase === "purchase") played.apply(core.actions.keep);
      while (played.phase === "scat") played.apply(played.legal()[0]);
      const raises = new Map();
      for (const { seat, call, of } of game.announcements) {
        while (played.phase === "announcements" && played.actor !== this.at(seat)) played.apply(core.actions.nothing);
        const refused = played.apply(core.actions.indexOf(`${of} ${call}`));
        const stands = raises.get(of);
        if (refused) {
          const isRaise = call !== CALLS[0];
          const order = isRaise ? (!stands ? ".nothing" : stands.length > core.entry("words.raises")[0] ? ".highest" : "") : stands ? ".again" : ".late";
          const code = this.code(refused);
          const variant = code === "ANNOUNCE-SEAT" ? (isRaise ? ".raise" : "") : order;
          const first = stands?.[0] ?? [...raises.values()].map(([by]) => by).find((by) => role(by) !== role(seat));
          this.report(code, { seat, call, of, role: role(seat), first, due: CALLS[stands?.length], last: CALLS.at(-1) }, { wording: code + variant, ref: refused.ref });
          this.wordsStand = false;
          return; // what is said to a word that may not be said cannot be judged
        }
        raises.set(of, [...(stands ?? []), seat]);
      }
    }

    // The tricks

    play() {
      const { game, core } = this;
      if (game.tricks.length !== this.size) this.report("TRICKS-MISSING", { number: game.tricks.length, expected: this.size });
      const hands = new Map([...this.hands].map(([seat, hand]) => [seat, new Set(hand)]));
      const fallen = new Set();
      this.strangers = new Map();
      this.tricks = [];
      let leader = game.seats[core.entry("play.leader")[this.at(game.dealer)]];
      for (const [index, recorded] of game.tricks.entries()) {
        const trick = [];
        for (const [seat, card] of this.seated(index + 1, recorded, leader)) {
          const hand = hands.get(seat);
          trick.push(this.judged(index, seat, card, hand, trick, fallen));
          hand.delete(card);
          fallen.add(card);
        }
        const { taker } = core.pose("play", { hand: [], trick: trick.map(({ card }) => this.number(card)) });
        leader = trick[taker].seat;
        this.tricks.push({ plays: trick, winner: leader });
      }
    }

    /** The plays of a trick with their seats, by who leads; other seats in the record are told. */
    seated(trick, recorded, leader) {
      const { seats } = this.game;
      const from = (seat) => [...seats.slice(this.at(seat)), ...seats.slice(0, this.at(seat))];
      const [order, named] = [from(leader), recorded.map(([seat]) => seat)];
      const same = (one, other) => one.every((seat, at) => seat === other[at]);
      if (same(order, named)) return recorded;
      const mended = recorded.map(([, card], at) => [order[at], card]);
      const turned = same(from(named[0]), named);
      if (turned || same(order.slice(1), named.slice(1))) {
        const [seat, card] = recorded[0];
        this.report("LEAD-WRONG-SEAT", { seat, card, leader }, { trick, wording: trick > 1 ? "LEAD-WRONG-SEAT" : "LEAD-WRONG-SEAT.first" });
        return turned ? recorded : mended;
      }
      const [seat, card] = recorded.find(([each], at) => each !== order[at]);
      this.report("PLAY-ORDER", { seat, card, seats: named.join(", "), order: order.join(", ") }, { trick });
      return new Set(named).size === seats.length ? recorded : mended;
    }

    judged(index, seat, card, hand, before, fallen) {
      const { core } = this;
      const trick = index + 1;
      const found = { seat, card, legal: null, rule: null, revoke: false };
      if (!hand.has(card)) {
        this.report(fallen.has(card) ? "PLAY-TWICE" : "PLAY-NOT-HELD", { seat, card }, { trick });
        this.strangers.set(seat, [...(this.strangers.get(seat) ?? []), card]);
        return found;
      }
      const posed = core.pose("play", {
        hand: [...hand].map(this.number), trick: before.map((play) => this.number(play.card)), keeps: seat === this.keeper, before: Math.min(index, this.size - 1),
      });
      const legal = posed.legal().map((number) => core.cards[number]);
      const rule = posed.rule(this.number(legal.includes(card) ? card : legal[0]));
      if (!legal.includes(card)) {
        const { key, ref } = posed.rule(this.number(card));
        const held = this.sorted(legal);
        const suit = held[0].split("-")[0];
        const breach = filled(words[`${key}${this.isTarock(held[0]) ? ".tarock" : ""}`] ?? words[key] ?? "", { suit, held: held.join(", ") });
        this.report(codes[key], { seat, card, breach }, { trick, ref });
        found.revoke = codes[key] === "PLAY-REVOKE";
      }
      return Object.assign(found, { legal, rule, all: legal.length === hand.size });
    }

    /** What rests on a hand or a lead that cannot be as it is written down is taken back. */
    doubt() {
      const { game, talon } = this;
      const dealt = [...game.hands.values()].flat();
      const twice = new Set(repeated([...dealt, ...talon]));
      const unfit = repeated(game.scat).length > 0 || this.findings.some(({ code }) => ["SCAT-NOT-HELD", "HAND-AFTER-TWICE", "HAND-AFTER-DIFFERS"].includes(code));
      this.doubts = new Map();
      for (const [seat, held] of game.hands) {
        const mine = seat === game.declarer;
        const took = mine ? this.bought : null;
        const doubt = {
          twice: this.sorted([...twice].filter((card) => held.includes(card) || took?.includes(card))), strangers: this.strangers.get(seat) ?? [],
          number: held.length === this.size ? null : held.length, bought: !took || took.length === this.half ? null : took.length, relisted: mine && unfit,
        };
        if (doubt.twice.length || doubt.strangers.length || doubt.number !== null || doubt.bought !== null || doubt.relisted) this.doubts.set(seat, doubt);
      }
      const counted = this.sorted(repeated([...game.tricks.flat().map(([, card]) => card), ...game.scat, ...this.left]));
      const lying = new Set([...dealt, ...talon]);
      const wrong = new Set([...counted, ...[...this.strangers.values()].flat().filter((card) => lying.has(card))]);
      const leads = game.tricks.flatMap((trick, index) => (wrong.has(trick[0][1]) ? [[index + 1, ...trick[0]]] : []));
      this.uncertainLeads = new Set(leads.map(([number]) => number));
      const concluded = ["PLAY-REVOKE", "PLAY-PAGAT-EARLY", "SCAT-HONOUR", "SCAT-TAROCK"];
      this.findings = this.findings.filter(({ code, seat, trick }) => !concluded.includes(code) || !(this.doubts.has(seat) || this.uncertainLeads.has(trick)));
      for (const [seat, doubt] of this.doubts) this.reportDoubt(seat, doubt);
      for (const [trick, seat, card] of leads) this.report("LEAD-UNCERTAIN", { seat, card }, { trick });
      if (counted.length) this.report("COUNT-UNCERTAIN", { cards: counted.join(", ") });
      const placed = this.kingIsPlaced();
      if (!placed) {
        const sides = ["KING-OWN", "KING-NOT-OWN", "PARTNER-DIFFERS", "ANNOUNCE-SEAT", "ANNOUNCE-ORDER"];
        this.findings = this.findings.filter(({ code }) => !sides.includes(code));
        this.report("SIDES-UNCERTAIN", { card: game.king });
      }
      this.certain = placed && !counted.length;
    }

    reportDoubt(seat, { twice, strangers, number, bought, relisted }) {
      const list = (name, cards) => (cards.length ? filled(uncertain[name][Number(cards.length > 1)], { cards: cards.join(", ") }) : "");
      const why = [
        list("twice", twice), list("strangers", strangers), number === null ? "" : filled(uncertain.number, { number }),
        bought === null ? "" : filled(uncertain.bought, { number: bought }), relisted ? uncertain.relisted : "",
      ].filter(Boolean);
      const [ref, href] = refs["HAND-UNCERTAIN"];
      const text = filled(uncertain.begin, { seat }) + why.join(", ") + filled(uncertain.end, { seat });
      this.findings.push({ code: "HAND-UNCERTAIN", trick: 0, seat, card: "", ref, href, text });
    }

    /** Whether it is certain where the called king was: in one place only, and no surplus card. */
    kingIsPlaced() {
      const { king, hands, tricks } = this.game;
      const places = [...hands.values(), this.talon].filter((cards) => cards.includes(king));
      if (places.length !== 1 || repeated(places[0]).includes(king)) return false;
      if ([...this.strangers.values()].some((cards) => cards.includes(king))) return false;
      return tricks.flat().some(([, card]) => card === king) || places[0].length <= this.size;
    }

    // What it comes to

    /** The points of both sides before the first trick and after each, in thirds. */
    count() {
      const { core, game } = this;
      const [scat, atSolo, atDreier] = core.entry("counting.beside");
      const thirds = (cards) => core.thirds(cards.map(this.number));
      const left = thirds(this.left);
      const leftIsTheirs = !(this.solo ? atSolo : atDreier);
      const laid = this.solo ? 0 : thirds(game.scat);
      const points = [(scat ? laid : 0) + (leftIsTheirs ? 0 : left), (scat ? 0 : laid) + (leftIsTheirs ? left : 0)];
      this.points = [[...points]];
      for (const { plays, winner } of this.tricks) {
        points[winner === game.declarer || winner === this.partner ? 0 : 1] += thirds(plays.map(({ card }) => card));
        this.points.push([...points]);
      }
    }

    /** Plays the game through in the core, with its own cards, and keeps its sheets; else why there are none. */
    settle(clean) {
      const { core, game } = this;
      const known = ["PLAY-REVOKE", "PLAY-PAGAT-EARLY", "SCAT-HONOUR", "SCAT-TAROCK", "PARTNER-DIFFERS"];
      if (!clean || this.doubts.size || !this.certain || game.consulation || game.fifth || this.findings.some(({ code }) => !known.includes(code))) return;
      const played = core.start({ deal: { hands: game.seats.map((seat) => game.hands.get(seat).map(this.number)), talon: this.talon.map(this.number) }, dealer: this.at(game.dealer) });
      const acts = (seat, ...actions) => actions.every(([action, nevertheless]) => played.actor === seat && !played.apply(action, { nevertheless }));
      for (const bid of game.bids) if (!this.passTo(played, this.at(bid.seat)) || played.apply(this.bidAction(bid))) return;
      this.passTo(played, -1);
      const declarer = this.at(game.declarer);
      if (played.phase !== "king" || !acts(declarer, [this.number(game.king)])) return;
      while (played.phase === "purchase") {
        const raises = played.seen(declarer).kept < game.purchase.kept;
        if (!acts(declarer, [raises ? core.actions.raise : core.actions.keep])) return;
      }
      if (!acts(declarer, ...(this.laid ?? []).map(([card, refused]) => [this.number(card), refused]))) return;
      for (const { seat, call, of } of game.announcements) {
        while (played.phase === "announcements" && played.actor !== this.at(seat)) played.apply(core.actions.nothing);
        if (!acts(this.at(seat), [core.actions.indexOf(`${of} ${call}`)])) return;
      }
      while (played.phase === "announcements") played.apply(core.actions.nothing);
      for (const { plays } of this.tricks) {
        for (const { seat, card, legal } of plays) if (!acts(this.at(seat), [this.number(card), !legal.includes(card)])) return;
      }
      if (played.phase !== "end") return;
      this.plain = played.sheet({ revokes: false });
      this.sheet = played.sheet();
    }
  }

  window.codexJudge = (core, game) => new Judge(core, game);
})();
