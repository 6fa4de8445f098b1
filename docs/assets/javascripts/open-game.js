// A game of the reader's own at the table: opened as a file (what `tarock play` or `tarock replay --json` has written, YAML as
// people write it, the short notation), pasted, or clicked (`own-game.js`). It is read here and sent nowhere; its address has it
// whole, `game=`, so that it can be sent with a line in it. `judging.js` says what is wrong with it and the core what it comes
// to. Names from a file are keys of maps and of objects without a prototype only.
(() => {
  "use strict";

  const LARGEST = 1_000_000; // bytes: a session of many deals is far smaller
  const { WhatIf, WouldYou, Table, data, filled } = window.codexWhatIf;
  const { ask, load, top } = window.codexAsk;
  let told, lines; // the words of `judging-data.js`
  const { make, button, thirds, all } = window.codexTables, say = window.codexSay;
  const box = document.querySelector("[data-open-game]");
  const [file, fault, pasted, paste] = ["input", "[role=status]", "textarea", "[data-paste]"].map((part) => box.querySelector(part));
  const example = document.querySelector("[data-table]");
  const { cards } = data;
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
      return refuse(say`it is not complete JSON`);
    }
  }

  /** A field of an object, and nothing that it has inherited. */
  function own(from, name) {
    return from && typeof from === "object" && Object.hasOwn(from, name) ? from[name] : undefined;
  }

  function put(into, name, content, number) {
    if (Object.hasOwn(into, name)) refuse(say`line ${number}: “${name}” is there already`);
    into[name] = content;
  }

  const KEY = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'#&*!|>%@`,[\]{}?:-][^:#]*?) *:(?: +(.*)|)$/;

  const uncommented = (line) => line.replace(/("(?:[^"\\]|\\.)*"|'(?:[^']|'')*')|(?:^|\s)#.*/g, (_all, quoted) => quoted ?? "");

  /** The lines of YAML with their numbers: what goes on in brackets, or as text that stands further in, is one line. */
  function joined(text) {
    const found = [];
    let open = 0; // brackets
    let folded = -1; // how far in the key of a text stands that follows
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      const bare = line.replace(/"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'/g, "").replace(/(^|\s)#.*/, "");
      const indent = /^ */.exec(line)[0].length;
      const last = found.at(-1);
      const goesOn = last && bare.trim() && indent > /^ */.exec(last[1])[0].length && !/^\s*- /.test(line) && !KEY.test(line.trim()) && /[^\s:]\s*$/.test(last[1]) && !/^\s*(#|$)/.test(last[1]);
      const starts = folded < 0 || indent <= folded || !line.trim();
      if (open > 0) last[1] += ` ${uncommented(line).trim()}`;
      else if (!starts || goesOn) last[1] += ` ${line.trim()}`;
      else {
        folded = /:\s*[>|][-+]?\s*$/.test(bare) ? indent : -1;
        found.push([index + 1, folded < 0 ? line : line.replace(/\s*[>|][-+]?\s*$/, "")]);
      }
      if (folded < 0) open += (bare.match(/[[{]/g) ?? []).length - (bare.match(/[\]}]/g) ?? []).length;
      if (open > 0) found.at(-1)[1] = uncommented(found.at(-1)[1]);
    }
    return found;
  }

  /** Plain YAML: a value to a line, or below its key the items of a list or the fields of a map. */
  function plain(text) {
    const read = Object.create(null);
    let key, list, item, inner; // where the next line may go on, and how far the fields of an item stand in
    for (const [number, line] of joined(text)) {
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
    return typeof found === "string" ? found : refuse(say`“${name}” is not text`);
  }

  function list(record, name) {
    const found = own(record, name) ?? [];
    return Array.isArray(found) ? found : refuse(say`“${name}” is not a list`);
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
      return refuse(say`“${written}” is not a card` + (error.near.length ? say` (perhaps ${error.near.join(", ")})` : ""));
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
      const [, seat] = begin.exec(text) ?? refuse(say`trick ${number}: “${text.slice(at, at + 12).trim()}” is not a play`);
      stop.lastIndex = begin.lastIndex;
      const end = stop.exec(text)?.index ?? text.length;
      const [card, ...more] = read(text.slice(begin.lastIndex, end));
      if (!card || more.length) refuse(say`trick ${number}: “${text.slice(begin.lastIndex, end).trim()}” is not one card`);
      found.push([seat, card]);
      at = end;
    }
    const rest = text.slice(at).replace(/^[ .]+/, "").trim();
    return rest ? refuse(say`trick ${number}: “${rest.slice(0, 12)}” comes after its cards`) : found;
  }

  const notation = window.codexNotation({ cards: read, plays, refuse });

  // What a record must be, to be judged

  function field(record, name, kind, among) {
    const found = own(record, name);
    if (found === undefined || found === null) return undefined;
    if (kind === "number" ? !Number.isInteger(found) : typeof found !== kind) refuse(say`“${name}” cannot be read`);
    if (among && !among.includes(found)) refuse(say`“${name}” is “${found}”, not ${among.join(", ")}`);
    return found;
  }
  const needed = (record, name, kind, among) => field(record, name, kind, among) ?? refuse(say`“${name}” is missing`);

  /** A record with its cards read, as `judging.js` takes it; refuses what is none. */
  function gameOf(record) {
    const [seats, written] = [list(record, "seats"), list(record, "tricks")];
    const [dealer, declarer, partner, fifth] = ["dealer", "declarer", "partner", "fifth"].map((name) => words(record, name));
    if (!seats.length || !written.length || !declarer) refuse(say`there is no game in it`);
    if (!seats.every((seat) => typeof seat === "string" && seat) || new Set(seats).size !== seats.length) refuse(say`its seats do not all have different names`);
    const tricks = written.map((text, index) => plays(typeof text === "string" ? text : refuse(say`trick ${index + 1} is not text`), seats, index + 1));
    const era = String(own(record, "era") ?? data.record.era);
    if (era !== data.record.era) refuse(say`its rules are those of ${era}, and the table plays by those of ${data.record.era}`);
    if (!data.record.players.includes(seats.length)) refuse(say`it has ${seats.length} seats, not ${data.record.players.join(", ")}`);
    const seated = (seat) => (seats.includes(seat) ? seat : refuse(say`“${seat}” has no seat`));
    for (const seat of [dealer, declarer, ...(partner ? [partner] : [])]) seated(seat);
    const dealt = own(record, "hands");
    Object.keys(dealt ?? {}).forEach(seated);
    const talon = own(record, "talon");
    const heaps = Object.fromEntries(["upper", "lower", "whole"].map((name) => [name, read(words(talon, name))]));
    if (heaps.whole.length && (heaps.upper.length || heaps.lower.length)) refuse(say`its talon is given whole and in halves`);
    const [king, ...more] = read(words(record, "king"));
    if (!king || more.length) refuse(say`“${words(record, "king")}” is not a king that can be called`);
    const purchase = own(record, "purchase");
    return {
      seats, dealer, declarer, partner, fifth, tricks, king, talon: heaps, kings: data.record.kings, ref: words(record, "ref"), consulation: own(record, "consulation"),
      hands: new Map(seats.map((seat) => [seat, read(words(dealt, seat))])), scat: read(words(record, "scat")), handAfter: read(words(record, "hand_after")),
      calledLate: field(record, "called_late", "boolean") ?? false,
      purchase: purchase ? { first: needed(purchase, "first", "number"), kept: needed(purchase, "kept", "number"), forced: field(purchase, "forced", "boolean") } : null,
      bids: list(record, "bids").map((bid) => ({ seat: seated(own(bid, "seat")), bid: needed(bid, "bid", "string", ["pass", "dreier", "solo"]), fold: field(bid, "fold", "number") ?? 0 })),
      announcements: list(record, "announcements").map((said) => ({
        seat: seated(own(said, "seat")), call: needed(said, "call", "string", ["announce", "contra", "re", "supra"]), of: needed(said, "of", "string", ["ultimo", "volat"]),
      })),
    };
  }

  // Showing

  /** A link that saves a game in the short notation, which can be opened here and by `tarock replay` again. */
  function saving(record) {
    const text = notated(record);
    if (text === null) return make("span", "", say`The names of its seats cannot be written in the short notation.`);
    const save = make("a", "open-game__save", say`Save this game in the short notation`);
    save.href = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
    save.download = `${(own(record, "id") ?? "game").replace(/[^\p{L}\p{N}._-]+/gu, "-")}.txt`;
    return save;
  }

  const listed = (cards) => cards.map(window.codexWhatIf.named).join(", ");
  const sum = (name, many, values) => filled(told[`${name}.${Math.min(many, 2)}`], values);

  /** The steps of a judged game before the first card. */
  function stepsBefore({ game, core, talon, points, kept }) {
    const { seats, dealer, declarer, king } = game;
    const forehand = seats[core.entry("game.forehand")[seats.indexOf(dealer)]];
    const most = Math.max(...[...game.hands.values()].map(({ length }) => length));
    const found = [{ id: "deal", kind: "deal", says: filled(told["step.deal"], { dealer, number: most, talon: talon.length, forehand }) }];
    game.bids.forEach(({ seat, bid, fold }, place) => {
      found.push({ id: `bid${place + 1}`, kind: "bid", seat, says: filled(told[bid === "dreier" ? `step.bid.dreier.${fold}` : `step.bid.${bid}`] ?? `${seat}: ${bid} ${fold}`, { seat }) });
    });
    found.push({ id: "call", kind: "call", seat: declarer, card: king, known: game.purchase ? [declarer] : seats, says: filled(told[game.purchase ? "step.call" : "step.call.solo"], { seat: declarer, king: window.codexWhatIf.named(king) }) });
    const [ours, theirs] = points[0].map(thirds);
    if (game.purchase) {
      for (let fold = Math.max(Math.min(game.purchase.first, game.purchase.kept, kept), 1), place = 1; fold <= kept; fold += 1, place += 1) {
        const cards = core.entry("talon.upper")[fold] ? game.talon.upper : game.talon.lower;
        const says = filled(told[`step.talon.${fold === kept ? "kept" : "left"}.${fold}`] ?? "", { seat: declarer, cards: listed(cards) });
        found.push({ id: `talon${place}`, kind: "talon", seat: declarer, cards, kept: fold === kept, says, unseen: filled(told[`step.talon.unseen.${fold}`] ?? "", { seat: declarer }) });
      }
      const says = filled(told["step.scat"], { seat: declarer, cards: listed(game.scat), points: ours, left: theirs });
      found.push({ id: "scat", kind: "scat", seat: declarer, cards: game.scat, points: points[0], says, unseen: filled(told["step.scat.unseen"], { seat: declarer }) });
    } else {
      found.push({ id: "talon1", kind: "talon", cards: talon, points: points[0], says: filled(told["step.talon.solo"], { cards: listed(talon), points: theirs }), unseen: told["step.talon.unseen.solo"] });
    }
    game.announcements.forEach(({ seat, call, of }, place) => {
      found.push({ id: `say${place + 1}`, kind: "announce", seat, says: filled(told[call === "announce" ? "step.announce" : "step.announce.raise"], { seat, call, of }) });
    });
    return found;
  }

  /** The steps of the tricks, each with what might have been played; nothing is concluded from a doubtful hand or lead. */
  function stepsOfPlay({ game, tricks, points, doubts, uncertainLeads, findings }) {
    return tricks.flatMap(({ plays: trick, winner }, index) => trick.map(({ seat, card, legal, rule, all: any }, place) => {
      const judged = legal && !doubts.has(seat) && !(place && uncertainLeads.has(index + 1));
      const last = place === trick.length - 1;
      const says = filled(place ? data.words.play : data.words.lead, { seat, card: window.codexWhatIf.named(card) });
      const takes = last ? ` ${filled(data.words.takes, { seat: winner, card: window.codexWhatIf.named(trick.find((each) => each.seat === winner).card) })}` : "";
      const wrong = findings.filter((each) => each.trick === index + 1 && each.seat === seat && each.card === card);
      const against = judged && !legal.includes(card);
      return {
        id: `${index + 1}.${place + 1}`, kind: "play", seat, card, says: says + takes,
        ...(judged && !against ? { law: rule.says, ref: rule.ref, rule: rule.key } : {}), ...(judged && !any ? { legal } : {}),
        ...(wrong.length ? { findings: wrong } : {}), ...(last ? { winner, points: points[index + 1] } : {}), ...(card === game.king ? { known: game.seats } : {}),
      };
    }));
  }

  const writes = ({ seats }, kind) => ({ reason, seats: payees, points, ref }, place) => {
    const names = payees.map((seat) => seats[seat]);
    return { id: `${kind}${place + 1}`, kind, seats: names, amount: points, ref, says: sum("step.score", names.length, { seats: names.join(", "), amount: points, what: lines[reason] }) };
  };

  /** The steps of the score, once more with what a revoke costs. */
  function stepsOfScore({ game, plain, sheet }) {
    if (!plain) return [];
    const first = plain.lines.map(writes(game, "score"));
    if (!sheet.revokes.length) return first;
    const again = sheet.lines.map(writes(game, "again"));
    const left = again.map(({ says }) => says);
    const names = sheet.revokes.map((seat) => game.seats[seat]);
    const struck = first.filter(({ says }) => !left.includes(says)).map(({ id }) => id);
    return [...first, { id: "revoke", kind: "revoke", struck, says: sum("step.revoke", names.length, { seats: names.join(", ") }), ref: window.codexJudging.revoke }, ...again];
  }

  /** Who writes what in a sheet, and who has it at the end. */
  function scored({ game, sheet, core }) {
    const cell = (text, tag = "td") => make(tag, "", String(text));
    const titled = (words, scope) => Object.assign(cell(words, "th"), { scope });
    const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));
    const rows = sheet.lines.map(({ reason, seats, points, ref }) => {
      const link = make("td", "", ...(ref ? [Object.assign(make("a", "", ref), { href: new URL(core.reasons.find((each) => each.ref === ref).href, top) })] : []));
      return make("tr", "", titled(lines[reason], "row"), link, ...game.seats.map((_seat, at) => cell(seats.includes(at) ? points : "")));
    });
    const sums = (words, points) => make("tr", "", titled(words, "row"), make("td"), ...points.map((each) => cell(each)));
    const table = make("table", "open-game__sheet", make("thead", "", make("tr", "", titled(say`Score`, "col"), titled("§", "col"), ...game.seats.map((seat) => titled(seat, "col")))),
      make("tbody", "", ...rows, sums(say`Written`, sheet.totals), sums(say`Paid`, sheet.pay.map(signed))));
    table.setAttribute("aria-label", say`What each writes`);
    const scroll = make("div", "table-wrap open-game__score", table);
    scroll.tabIndex = 0;
    scroll.setAttribute("role", "group");
    scroll.setAttribute("aria-label", say`What each writes`);
    return scroll;
  }

  /** A judged game as the table shows it. */
  function levelOf(judge, title) {
    const { game, core, hands, partner, keeper, doubts, talon } = judge;
    const { seats, declarer, king } = game;
    const roles = Object.fromEntries(seats.map((seat) => [seat, seat === declarer ? "declarer" : seat === partner ? "partner" : "defender"]));
    const knows = Object.fromEntries(seats.map((seat) => [seat, hands.get(seat).has(king) ? seats : [declarer, seat]]));
    const steps = [...stepsBefore(judge), ...stepsOfPlay(judge)];
    if (title) steps[0].says = `${title}. ${steps[0].says}`;
    const heaps = game.talon.whole.length ? [talon] : [game.talon.upper, game.talon.lower];
    return {
      name: "file", declarer, partner, king, hands: Object.fromEntries(seats.map((seat) => [seat, [...game.hands.get(seat)]])), talon: heaps, roles, knows, steps, keeper,
      doubted: [...doubts.keys()], forehand: seats[core.entry("game.forehand")[seats.indexOf(game.dealer)]],
    };
  }

  const gone = () => { for (const old of box.querySelectorAll(".table-box, .open-game__found, .open-game__saved, .open-game__score")) old.remove(); };

  /** The game at the table, what is wrong with it before all else. */
  function show(judge, title, record) {
    const { game } = judge;
    const level = levelOf(judge, title);
    const { words: called } = JSON.parse(example.querySelector("script").textContent);
    gone();
    const shown = make("div", "table-box");
    Object.assign(shown.dataset, { table: "", level: "file", address: "" });
    const links = Object.fromEntries(judge.findings.filter(({ href }) => href).map(({ ref, href }) => [ref, href]));
    const of = { seats: game.seats, dealer: game.dealer, forehand: level.forehand, total: data.total, levels: { file: level } };
    const script = Object.assign(document.createElement("script"), { type: "application/json", textContent: JSON.stringify({ game: of, links, words: called }) });
    shown.append(script, example.querySelector("template").cloneNode(true));
    const found = make("section", "open-game__found");
    box.append(found, make("p", "open-game__saved", saving(record)), shown);
    const table = new Table(shown);
    const printed = table.printed;
    const whatIf = new WhatIf(table);
    const end = whatIf.end(printed);
    if (!judge.certain) end.says = filled(data.words.count, { points: thirds(end.points[0]), total: thirds(data.total), end: data.ends.unjudged });
    printed.steps = [...printed.steps, end, ...stepsOfScore(judge)]; // another list than the one that has been drawn
    table.chosen.game = notated(record) ?? JSON.stringify(record);
    new WouldYou(whatIf);
    whatIf.learn();
    table.measured = "";
    summarize(found, judge, table);
    if (judge.sheet) found.after(scored(judge));
    table.read();
    table.show();
    const hide = (ahead) => { for (const each of [found, ...box.querySelectorAll(".open-game__score")]) each.hidden = ahead; };
    shown.addEventListener("table:shown", ({ detail }) => hide(detail.ahead));
    hide(table.chosen.ahead === "hidden");
    all.push(table);
    return table;
  }

  /** What is wrong, each a way to its play; and what is not looked at here. */
  function summarize(found, { findings, sheet }, table) {
    const many = findings.length === 1 ? say`1 thing is wrong in this game:` : findings.length ? say`${findings.length} things are wrong in this game:` : say`Nothing in this game is against the rules.`;
    found.setAttribute("aria-label", say`What is wrong in this game`);
    found.append(make("p", "", findings.length ? make("strong", "", many) : many));
    if (findings.length) found.append(make("ul", "", ...findings.map((each) => item(each, table))));
    if (!sheet) found.append(make("p", "", say`What each writes is not reckoned here: tarock replay does it.`));
  }

  function item({ code, trick, seat, card, text, ref }, table) {
    const made = make("li");
    const index = table.printed.steps.findIndex((step) => step.kind === "play" && step.id.startsWith(`${trick}.`) && (step.seat === seat && step.card === card));
    if (index >= 0) made.append(button("table__button", say`trick ${trick}`, () => { table.jump(index); table.inSight(); }), " ");
    else if (trick) made.append(say`trick ${trick}`, ": ");
    made.dataset.code = code;
    made.append(...table.spoken(text), " ", make("span", "open-game__code", "[", make("code", "", code), ", ", table.ref(ref), "]"));
    return made;
  }

  // Opening

  function notated(record) {
    try {
      return notation.write({ ...record, era: own(record, "era") ?? data.record.era });
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      return null;
    }
  }

  /** Loads what judges a game. */
  async function prepare() {
    const [core] = await Promise.all([ask(), load(say.data("judging-data")).then(() => load("judging"))]);
    ({ steps: told, lines } = window.codexJudging);
    window.codexWhatIf.core = core;
    return core;
  }

  /** Judges the games in a text and shows the first; the others can be chosen. */
  async function open(text) {
    const core = await prepare();
    const found = records(text.replace(/^\uFEFF/, "").normalize("NFC"));
    const judged = found.map((record, number) => {
      try {
        return [window.codexJudge(core, gameOf(record)), words(record, "title"), record];
      } catch (error) {
        if (!(error instanceof Fault) || found.length === 1) throw error;
        return refuse(say`game ${number + 1}: ${error.message}`);
      }
    });
    const table = show(...judged[0]);
    fault.replaceChildren(found.length > 1 ? say`The first of ${found.length} games. ` : "");
    if (found.length > 1) {
      const select = make("select");
      select.setAttribute("aria-label", say`Which game`);
      select.append(...judged.map(([, title], number) => new Option(say`Game ${number + 1}` + (title ? `: ${title}` : ""), number)));
      select.addEventListener("change", () => show(...judged[select.value]));
      fault.append(select);
    }
    return table;
  }

  /** Opens what the reader gives; what is no game is refused in words. */
  async function given(text) {
    gone(); // it is not that of this text
    delete fault.dataset.refused;
    try {
      history.replaceState(history.state, "", location.pathname); // no step of another game
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
    try {
      const table = await open(await text());
      table.choose({});
      box.querySelector(".open-game__found").scrollIntoView({ block: "start", behavior: "instant" });
      return table;
    } catch (error) {
      const why = error instanceof Fault ? error.message : say`it cannot be read as a game`;
      fault.textContent = say`This game cannot be shown: ${why}.`;
      fault.dataset.refused = "";
      return null;
    }
  }

  file.addEventListener("change", () => {
    const [chosen] = file.files;
    if (chosen) given(async () => (chosen.size > LARGEST ? refuse(say`it is too large`) : chosen.text()));
  });
  paste.addEventListener("click", () => given(async () => (pasted.value.length > LARGEST ? refuse(say`it is too large`) : pasted.value)));

  const sent = new URLSearchParams(location.search).get("game");
  if (sent !== null || new URLSearchParams(location.search).has("deal")) {
    open(sent ?? "").then((table) => table.arrive(), () => { fault.textContent = say`The address holds no game that can be shown.`; });
  }
  for (const [name, words] of [["own-game", say`Lay out a game by clicking`], ["score-sheet", say`Open a score sheet`]]) {
    const place = document.querySelector(`[data-${name}]`);
    const begin = button("playing__button playing__button--first", words, () => load(name).then(() => begin.remove(), (error) => begin.after(` ${error.message}`)));
    place.append(begin);
    place.hidden = false;
  }
  Object.assign(window.codexWhatIf, { prepare, openGame: given, readGame: (text) => gameOf(records(text)[0]) });
})();
