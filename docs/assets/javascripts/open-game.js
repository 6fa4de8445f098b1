// A file of the reader's own at the table: what `tarock play` or `tarock replay --json` has written, or a record of that kind.
// It is read here and sent nowhere. The game stands in the address, `deal=`, so that it can be sent with a line in it.
// A file is shown as it is or refused by name: nothing in it is mended, and what no reader below knows is no game. How many
// cards lie where, `play-data.js` says. Names from a file are keys of maps and of objects without a prototype only.
(() => {
  "use strict";

  const LARGEST = 1_000_000; // bytes: a session of many deals is far smaller
  const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const { WhatIf, WouldYou, Table, law, data } = window.codexWhatIf;
  const { make, button, all } = window.codexTables, say = window.codexSay;
  const box = document.querySelector("[data-open-game]");
  const [file, fault] = [box.querySelector("input"), box.querySelector("[role=status]")];
  const example = document.querySelector("[data-table]");
  const cards = Object.keys(law.cards);
  const names = new Map([...cards.map((name) => [name, name]), ...Object.entries(data.names)]);
  box.hidden = false;

  /** What is wrong with a file, in words for its reader; any other error is one of this script. */
  class Fault extends Error {}
  const refuse = (words) => { throw new Fault(words); };

  // Reading a file

  /** The records in a text: JSON, or the plain YAML in which games are written, one value to a line. */
  function records(text) {
    const read = /^\s*[[{]/.test(text) ? json(text) : notation.isShort(text) ? notation.parse(text) : plain(text);
    const games = Array.isArray(read) ? read : own(read, "games") ?? [read];
    if (!Array.isArray(games) || !games.length) refuse(say`there is no game in it`);
    return games.map((each) => own(each, "game") ?? each);
  }

  function json(text) {
    try {
      return JSON.parse(text);
    } catch {
      return refuse(say`it is no whole JSON`);
    }
  }

  /** A field of an object, and nothing that it has inherited. */
  function own(from, name) {
    return from && typeof from === "object" && Object.hasOwn(from, name) ? from[name] : undefined;
  }

  function put(into, name, content, number) {
    if (Object.hasOwn(into, name)) refuse(say`line ${number}: “${name}” stands there already`);
    into[name] = content;
  }

  const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`,[\]{}?:-][^:#]*?) *:(?: +(.*)|)$/;

  /** Plain YAML: a value to a line, or below its key the items of a list or the fields of a map. */
  function plain(text) {
    const read = Object.create(null);
    let key, list, item, inner; // where the next line may go on, and how far the fields of an item stand in
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const number = index + 1;
      const [, indent, words] = /^( *)(.*?)\s*$/.exec(line);
      if (!words || words.startsWith("#") || (words === "---" && key === undefined)) continue;
      const [, dash] = /^(- +)\S/.exec(words) ?? [];
      const said = dash ? words.slice(dash.length) : words;
      const field = KEY.exec(said);
      const within = () => value(field[2], number);
      if (!indent && !dash && field) {
        key = scalar(field[1], number);
        put(read, key, field[2] ? within() : undefined, number);
        [list, item] = [undefined, undefined];
      } else if (dash && key !== undefined && (list || read[key] === undefined)) {
        list = read[key] ??= [];
        item = field ? Object.create(null) : undefined;
        inner = indent.length + dash.length;
        if (field) put(item, scalar(field[1], number), within(), number);
        list.push(item ?? value(said, number));
      } else if (field && item && indent.length === inner) {
        put(item, scalar(field[1], number), within(), number);
      } else if (field && indent && key !== undefined && !list && (read[key] === undefined || Object.getPrototypeOf(read[key]) === null)) {
        read[key] ??= Object.create(null);
        put(read[key], scalar(field[1], number), within(), number);
      } else {
        refuse(say`line ${number} cannot be read`);
      }
    }
    return read;
  }

  /** A value of YAML on one line: a scalar, or a list or map in brackets. */
  function value(text = "", number) {
    let rest = text.trim();
    const take = (pattern) => {
      const [found] = pattern.exec(rest) ?? [];
      rest = found === undefined ? rest : rest.slice(found.length).trimStart();
      return found;
    };
    const word = (pattern) => take(pattern) ?? refuse(say`line ${number} cannot be read`);
    const QUOTED = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')/;
    const between = (end, each) => {
      while (!take(end)) {
        each();
        if (!take(/^,/) && !end.test(rest)) refuse(say`line ${number} cannot be read`);
      }
    };
    const one = () => {
      if (take(/^\[/)) {
        const found = [];
        between(/^\]/, () => found.push(one()));
        return found;
      }
      if (take(/^\{/)) {
        const found = Object.create(null);
        between(/^\}/, () => {
          const name = scalar((take(QUOTED) ?? word(/^[^\s,[\]{}"'#:][^,[\]{}:]*/)).trim(), number);
          word(/^:/);
          put(found, name, one(), number);
        });
        return found;
      }
      return scalar((take(QUOTED) ?? word(/^[^,[\]{}"'#][^,[\]{}]*/)).trim(), number);
    };
    if (!rest || rest.startsWith("#")) return undefined;
    const whole = /^["'[{]/.test(rest) ? one() : scalar(word(/^.*?(?=\s+#|$)/), number);
    if (rest && !rest.startsWith("#")) refuse(say`line ${number} cannot be read`);
    return whole;
  }

  const CONSTANTS = new Map([["true", true], ["false", false], ["null", undefined], ["~", undefined]]);

  function scalar(written, number) {
    try {
      if (written.startsWith('"')) return JSON.parse(written);
    } catch {
      refuse(say`line ${number} cannot be read`);
    }
    if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
    if (/^[&*!|>%@`?]/.test(written) || /: |:$/.test(written)) refuse(say`line ${number} cannot be read`);
    if (CONSTANTS.has(written)) return CONSTANTS.get(written);
    return /^-?\d+$/.test(written) ? Number(written) : written;
  }

  // Reading a record, in the notation of the books

  /** A text of a record; empty where there is none. */
  function words(record, name) {
    const found = own(record, name) ?? "";
    return typeof found === "string" ? found : refuse(say`“${name}” is no text`);
  }

  function list(record, name) {
    const found = own(record, name) ?? [];
    return Array.isArray(found) ? found : refuse(say`“${name}” is no list`);
  }

  const readNames = window.codexCards(data.record.lexicon);
  const dashes = Object.entries(window.codexVariants.replacements).filter(([, plain]) => plain === "-").map(([sign]) => sign).join("");
  const DASH = new RegExp(`[${dashes}]`, "gu");

  /** Cards in a row; a suit holds for the ranks behind it. */
  function read(text) {
    try {
      return readNames(text).map((name) => names.get(name));
    } catch (error) {
      if (error.token === undefined) throw error;
      const written = text.includes(error.token) ? error.token : text.trim();
      if (error.cards.length) return refuse(say`“${written}” can be several cards: ${error.cards.map((card) => names.get(card) ?? card).join(", ")}`);
      return refuse(say`“${written}” is no card` + (error.near.length ? say` (perhaps ${error.near.join(", ")})` : ""));
    }
  }

  /** The plays of a trick, each a seat and its card. */
  function plays(written, seats, number) {
    const text = written.replace(DASH, "-");
    const known = [...seats].sort((a, b) => b.length - a.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")).join("|");
    const begin = new RegExp(`[\\s.]*(?:-\\s+)?(${known})\\.?\\s+`, "y");
    const stop = new RegExp(`\\.(?:\\s|$)|\\s+-\\s|\\s+(?=(?:${known})\\.?\\s)`, "g");
    const found = [];
    let at = 0;
    while (found.length < seats.length) {
      begin.lastIndex = at;
      const [, seat] = begin.exec(text) ?? refuse(say`trick ${number}: “${text.slice(at, at + 12).trim()}” is no play`);
      stop.lastIndex = begin.lastIndex;
      const end = stop.exec(text)?.index ?? text.length;
      const [card, ...more] = read(text.slice(begin.lastIndex, end));
      if (!card || more.length) refuse(say`trick ${number}: “${text.slice(begin.lastIndex, end).trim()}” is not one card`);
      found.push([seat, card]);
      at = end;
    }
    const rest = text.slice(at).replace(/^[ .]+/, "").trim();
    return rest ? refuse(say`trick ${number}: “${rest.slice(0, 12)}” stands behind its cards`) : found;
  }

  const notation = window.codexNotation({ cards: read, plays, refuse });

  // What a game must be, to be shown

  /** Hands and talon are the pack, each card once; else what is wrong, card by card. */
  function partition(hands, talon) {
    const wrong = [];
    const where = new Map();
    for (const [seat, held] of [...hands, ["", talon.flat()]]) {
      const place = seat ? say`with ${seat}` : say`in the talon`;
      for (const card of held) {
        if (where.has(card)) wrong.push(say`${card} lies ${where.get(card)} and ${place}`);
        where.set(card, place);
      }
    }
    wrong.push(...cards.filter((card) => !where.has(card)).map((card) => say`${card} lies nowhere`));
    for (const [seat, held] of hands) if (held.length !== data.record.hand) wrong.push(say`${seat} has ${held.length} cards, not ${data.record.hand}`);
    const count = talon.flat().length;
    const halved = talon.length === 1 || talon.every((half) => half.length === data.record.half);
    if (count !== data.record.talon || !halved) wrong.push(say`the talon has ${talon.map((half) => half.length).join(" + ")} cards, not ${data.record.talon}`);
    if (wrong.length) refuse(say`its deal is impossible: ${wrong.join("; ")}`);
  }

  /** The declarer's hand after purchase and scat; `hands` is altered. */
  function exchange(record, hands, halves, declarer, scat) {
    const hand = hands.get(declarer);
    const purchase = own(record, "purchase");
    const due = data.record.scat[purchase ? "dreier" : "solo"];
    if (purchase) {
      const half = Object.hasOwn(data.record.halves, own(purchase, "kept")) ? halves.get(data.record.halves[own(purchase, "kept")]) : undefined;
      if (!half?.length) refuse(say`its talon has no half for a Dreier of “${own(purchase, "kept") ?? ""}”`);
      hand.push(...half);
    }
    if (scat.length !== due) refuse(say`${scat.length} cards lie in the Scat, not ${due}`);
    for (const card of scat) {
      if (!hand.includes(card)) refuse(say`${declarer} lays ${card} away without holding it`);
      hand.splice(hand.indexOf(card), 1);
    }
    const listed = read(words(record, "hand_after"));
    const other = listed.length ? [...listed.filter((card, place) => !hand.includes(card) || listed.indexOf(card) < place), ...hand.filter((card) => !listed.includes(card))] : [];
    if (other.length) refuse(say`the hand of ${declarer} after the Scat is listed otherwise: ${other.join(", ")}`);
  }

  /** The cards in order of play, each by the seat whose turn it is, out of its hand. */
  function follow(tricks, seats, hands, leader) {
    if (tricks.length !== data.record.hand) refuse(say`it has ${tricks.length} tricks, not ${data.record.hand}`);
    const played = [];
    let first = leader;
    for (const [index, trick] of tricks.entries()) {
      const number = index + 1;
      const order = [...seats.slice(first), ...seats.slice(0, first)];
      if (trick.some(([seat], place) => seat !== order[place])) refuse(say`trick ${number}: ${trick.map(([seat]) => seat).join(", ")} play, but the turn is ${order.join(", ")}`);
      for (const [seat, card] of trick) {
        const held = hands.get(seat).indexOf(card);
        if (played.includes(card)) refuse(say`trick ${number}: ${seat} plays ${card}, which is played already`);
        if (held < 0) refuse(say`trick ${number}: ${seat} plays ${card} without holding it`);
        hands.get(seat).splice(held, 1);
        played.push(card);
      }
      first = seats.indexOf(order[law.winner(trick.map(([, card]) => card))]);
    }
    return played;
  }

  /** What the address holds of a game: seats, who is what, the points beside the tricks, and the cards in order of play. */
  function deal(record) {
    const [seats, written] = [list(record, "seats"), list(record, "tricks")];
    const [dealer, declarer, named] = ["dealer", "declarer", "partner"].map((name) => words(record, name));
    if (!seats.length || !written.length || !declarer) refuse(say`there is no game in it`);
    if (!seats.every((seat) => typeof seat === "string" && seat) || new Set(seats).size !== seats.length) refuse(say`its seats are not different names`);
    const tricks = written.map((text, index) => plays(typeof text === "string" ? text : refuse(say`trick ${index + 1} is no text`), seats, index + 1));
    const era = String(own(record, "era") ?? data.record.era);
    if (era !== data.record.era) refuse(say`its rules are those of ${era}, and the table plays by those of ${data.record.era}`);
    if (!data.record.players.includes(seats.length)) refuse(say`it has ${seats.length} seats, not ${data.record.players.join(", ")}`);
    for (const seat of [dealer, declarer, ...(named ? [named] : [])]) if (!seats.includes(seat)) refuse(say`“${seat}” has no seat`);
    const dealt = own(record, "hands");
    const strange = Object.keys(dealt ?? {}).find((seat) => !seats.includes(seat));
    if (strange !== undefined) refuse(say`“${strange}” has no seat`);
    const hands = new Map(seats.map((seat) => [seat, read(words(dealt, seat))]));
    const talon = own(record, "talon");
    const heaps = new Map(["upper", "lower", "whole"].map((name) => [name, read(words(talon, name))]));
    if (heaps.get("whole").length && (heaps.get("upper").length || heaps.get("lower").length)) refuse(say`its talon is given whole and in halves`);
    partition(hands, heaps.get("whole").length ? [heaps.get("whole")] : [heaps.get("upper"), heaps.get("lower")]);
    const scat = read(words(record, "scat"));
    exchange(record, hands, heaps, declarer, scat);
    const [king, ...more] = read(words(record, "king"));
    if (more.length || !data.record.kings.includes(king)) refuse(say`“${words(record, "king")}” is no king that can be called`);
    const holder = seats.find((seat) => hands.get(seat).includes(king)) ?? "";
    const partner = holder === declarer ? "" : holder;
    const having = holder || say`nobody`;
    if (named && named !== partner) refuse(say`${named} is named as partner, but ${king} lies with ${having}`);
    const keeper = list(record, "announcements").find((said) => own(said, "of") === "ultimo" && own(said, "call") === "announce");
    const leader = (seats.indexOf(dealer) + data.record.leads) % seats.length;
    const played = follow(tricks, seats, hands, leader);
    const laid = law.thirds(scat);
    const left = data.total - law.thirds(played) - laid;
    const beside = (data.beside.scat ? laid : 0) + (data.beside[own(record, "purchase") ? "dreier" : "solo"] ? left : 0);
    return [seats, ...[dealer, declarer, partner, own(keeper, "seat") ?? ""].map((seat) => seats.indexOf(seat)), leader, cards.indexOf(king), beside,
      played.map((name) => SIGNS[cards.indexOf(name)]).join("")];
  }

  // Showing

  /** A link that saves a game of a file in the short notation, which can be opened here and by `tarock replay` again. */
  function saving(record) {
    const save = make("a", "open-game__save", say`Save this game in the short notation`);
    try {
      save.href = URL.createObjectURL(new Blob([notation.write({ ...record, era: own(record, "era") ?? data.record.era })], { type: "text/plain;charset=utf-8" }));
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return make("span", "", say`In the short notation ${error.message}.`);
    }
    save.download = `${(own(record, "id") ?? "game").replace(/[^\p{L}\p{N}._-]+/gu, "-")}.txt`;
    return save;
  }

  /** The game at the table; refuses what is none. `record` is what a file has of it. */
  function show(dealt, title, record) {
    const [seats, dealer, declarer, partner, keeper, leader, king, beside, played] = dealt;
    const order = [...played].map((sign) => cards[SIGNS.indexOf(sign)]);
    const places = [dealer, declarer, leader].every((place) => Object.hasOwn(seats, place)) && [partner, keeper].every((place) => place === -1 || Object.hasOwn(seats, place));
    if (!places || new Set(seats).size !== seats.length || !data.record.players.includes(seats.length) || !Object.hasOwn(cards, king) || !Number.isInteger(beside)) refuse(say`there is no game in it`);
    if (order.length !== seats.length * data.record.hand || order.includes(undefined) || new Set(order).size !== order.length) refuse(say`it is not played to its end, or a card falls twice`);
    const hands = Object.fromEntries(seats.map((seat) => [seat, []]));
    let first = leader;
    for (let at = 0; at < order.length; at += seats.length) {
      const trick = order.slice(at, at + seats.length);
      trick.forEach((name, place) => hands[seats[(first + place) % seats.length]].push(name));
      first = (first + law.winner(trick)) % seats.length;
    }
    const roles = Object.fromEntries(seats.map((seat, place) => [seat, place === declarer ? "declarer" : place === partner ? "partner" : "defender"]));
    const knows = Object.fromEntries(seats.map((seat, place) => [seat, place === partner ? seats : [seats[declarer], seat]]));
    const rest = data.total - law.thirds(order) - beside;
    const says = (title ? `${title}. ` : "") + say`The hands after the Scat, before the first card. ${seats[declarer]} plays, and has called ${cards[king]}.`;
    const steps = [{ id: "deal", kind: "deal", says, points: [beside, rest] }];
    const level = { name: "file", declarer: seats[declarer], partner: seats[partner] ?? "", king: cards[king], hands, talon: [], roles, knows, steps, keeper: seats[keeper] ?? "" };
    const { words: called } = JSON.parse(example.querySelector("script").textContent);
    const game = { seats, dealer: seats[dealer], forehand: seats[leader], total: data.total, levels: { file: level } };
    for (const old of box.querySelectorAll(".table-box, .open-game__found, .open-game__saved")) old.remove();
    const shown = make("div", "table-box");
    Object.assign(shown.dataset, { table: "", level: "file", address: "" });
    const script = Object.assign(document.createElement("script"), { type: "application/json", textContent: JSON.stringify({ game, links: {}, words: called }) });
    shown.append(script, example.querySelector("template").cloneNode(true));
    const found = make("p", "open-game__found");
    const saved = make("p", "open-game__saved", ...(record ? [saving(record)] : []));
    box.append(found, saved, shown);
    const table = new Table(shown);
    const printed = table.printed;
    const whatIf = new WhatIf(table);
    for (const name of order) printed.steps.push(whatIf.play(printed, whatIf.turn(printed, seats[leader]), name));
    const end = whatIf.end(printed);
    const illegal = printed.steps.filter((step) => step.findings);
    if (illegal.some(({ revoke }) => revoke)) end.says += ` ${say`Somebody has revoked: what each writes then (${data.record.revoke}) is not reckoned here; tarock replay reckons it.`}`;
    printed.steps = [...printed.steps, end]; // another list than the one that has been drawn
    whatIf.made.clear(); // of the game there was nothing yet
    table.chosen.deal = JSON.stringify(dealt);
    new WouldYou(whatIf);
    table.measured = "";
    table.read();
    table.show();
    count(found, illegal, table);
    shown.addEventListener("table:shown", ({ detail }) => { found.hidden = detail.ahead; });
    found.hidden = table.chosen.ahead === "hidden";
    all.push(table);
    return table;
  }

  /** How many cards are played against a rule, each a way to its play. */
  function count(found, illegal, table) {
    const many = illegal.length === 1 ? say`1 card is played against a rule: ` : illegal.length ? say`${illegal.length} cards are played against a rule: ` : say`No card is played against a rule.`;
    found.append(...(illegal.length ? [make("strong", "", many)] : [many]));
    for (const step of illegal) {
      found.append(button("table__button", say`trick ${step.id.split(".")[0]}, ${step.seat} plays ${step.card}`, () => {
        table.jump(table.level.steps.findIndex(({ id }) => id === step.id));
        table.inSight();
      }), " ");
    }
  }

  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    for (const old of box.querySelectorAll(".table-box, .open-game__found, .open-game__saved")) old.remove(); // it is not that of this file
    delete fault.dataset.refused;
    try {
      history.replaceState(history.state, "", location.pathname); // no step of another game
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
    try {
      if (chosen.size > LARGEST) refuse(say`it is too large`);
      const found = records((await chosen.text()).replace(/^\uFEFF/, "").normalize("NFC"));
      const dealt = found.map((record, number) => {
        try {
          return [deal(record), words(record, "title"), record];
        } catch (error) {
          if (!(error instanceof Fault) || found.length === 1) throw error;
          return refuse(say`game ${number + 1}: ${error.message}`);
        }
      });
      const table = show(...dealt[0]);
      fault.replaceChildren(found.length > 1 ? say`The first of ${found.length} games. ` : "");
      if (found.length > 1) {
        const select = make("select");
        select.setAttribute("aria-label", say`Which game`);
        select.append(...dealt.map(([, title], number) => new Option(say`Game ${number + 1}` + (title ? `: ${title}` : ""), number)));
        select.addEventListener("change", () => show(...dealt[select.value]));
        fault.append(select);
      }
      table.choose({});
      table.felt.focus({ preventScroll: true });
    } catch (error) {
      const why = error instanceof Fault ? error.message : say`it cannot be read as a game`;
      fault.textContent = say`This file cannot be shown: ${why}.`;
      fault.dataset.refused = "";
    }
  });

  const sent = new URLSearchParams(location.search).get("deal");
  if (sent) {
    try {
      show(JSON.parse(sent), "").arrive();
    } catch {
      fault.textContent = say`The address holds no game that can be shown.`;
    }
  }
})();
