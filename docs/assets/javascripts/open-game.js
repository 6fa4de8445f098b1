// A file of the reader's own at the table: what `tarock play` or `tarock replay --json` has written, or a record of that kind.
// It is read here and sent nowhere. The game stands in the address, `deal=`, so that it can be sent with a line in it.
(() => {
  "use strict";

  const LARGEST = 1_000_000; // bytes: a session of many deals is far smaller
  const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";
  const { WhatIf, WouldYou, Table, law, data } = window.codexWhatIf;
  const { make, all } = window.codexTables, say = window.codexSay;
  const box = document.querySelector("[data-open-game]");
  const [file, fault] = [box.querySelector("input"), box.querySelector("[role=status]")];
  const example = document.querySelector("[data-table]");
  const cards = Object.keys(law.cards);
  box.hidden = false;

  // Reading

  /** The records in a text: JSON, or the plain YAML in which games are written, one value to a line. */
  function records(text) {
    let read;
    try {
      read = JSON.parse(text);
    } catch {
      read = plain(text);
    }
    return (read.games ?? (Array.isArray(read) ? read : [read])).map((each) => each?.game ?? each);
  }

  function plain(text) {
    const read = {};
    let key = "";
    for (const line of text.split(/\r?\n/)) {
      const [, indent, item, name, rest] = /^( *)(- )?(?:([\w ]+):(?: |$))?(.*)$/.exec(line.replace(/^\s*#.*$/, ""));
      if (!line.trim() || /^\s*#/.test(line)) continue;
      if (!indent && name) {
        key = name;
        read[key] = rest.trim() ? value(rest) : {};
      } else if (item) {
        if (!Array.isArray(read[key])) read[key] = [];
        read[key].push(value(name ? `${name}: ${rest}` : rest));
      } else if (name && key) {
        read[key][name] = value(rest);
      }
    }
    return read;
  }

  function value(text) {
    const written = text.trim();
    const inner = written.slice(1, -1);
    const parts = () => (inner.match(/(?:"(?:[^"\\]|\\.)*"|[^,])+/g) ?? []).map((part) => part.trim());
    if (/^\{.*\}$/.test(written)) return Object.fromEntries(parts().map((part) => [part.split(":")[0], value(part.slice(part.indexOf(":") + 1))]));
    if (/^\[.*\]$/.test(written)) return parts().map(value);
    return written.startsWith('"') ? JSON.parse(written.match(/^"(?:[^"\\]|\\.)*"/)[0]) : written.replace(/ #.*$/, "");
  }

  function card(name) {
    const found = data.names[name] ?? name;
    if (!Object.hasOwn(law.cards, found)) throw new Error(`“${name}” is no card`);
    return found;
  }

  /** The cards of a list in the notation of the books: a suit holds for the ranks behind it. */
  function list(text = "") {
    let suit = "";
    return text.split(/[\s.,]+/).filter((word) => word && word !== "-").map((word) => {
      if (word.includes("-")) [suit] = word.split("-");
      return card(word.includes("-") || Object.hasOwn(law.cards, data.names[word] ?? word) ? word : `${suit}-${word}`);
    });
  }

  /** What the address holds of a game: seats, who is what, the points beside the tricks, and the cards in order of play. */
  function deal(record) {
    if (!Array.isArray(record?.tricks) || !Array.isArray(record.seats) || !record.declarer) throw new Error(say`there is no game in it`);
    const { seats } = record;
    const place = (seat) => {
      if (seat && !seats.includes(seat)) throw new Error(say`“${seat}” has no seat`);
      return seats.indexOf(seat);
    };
    const tricks = record.tricks.map((trick) => trick.split(" - ").map((play) => {
      const seat = seats.find((name) => play.trim().startsWith(`${name} `)) ?? "";
      return [seat, card(play.trim().slice(seat.length + 1).replace(/\.$/, ""))];
    }));
    const plays = tricks.flat();
    const king = card(record.king);
    const holder = plays.find(([, name]) => name === king)?.[0] ?? "";
    const keeper = (record.announcements ?? []).find((said) => said.of === "ultimo" && said.call === "announce")?.seat ?? "";
    const scat = law.thirds(list(record.scat));
    const talon = data.total - law.thirds(plays.map(([, name]) => name)) - scat;
    const beside = (data.beside.scat ? scat : 0) + (data.beside[record.purchase ? "dreier" : "solo"] ? talon : 0);
    const partner = holder === record.declarer ? "" : holder;
    return [seats, ...[record.dealer, record.declarer, partner, keeper, plays[0]?.[0]].map(place), cards.indexOf(king), beside,
      plays.map(([, name]) => SIGNS[cards.indexOf(name)]).join("")];
  }

  // Showing

  /** The game at the table; raises an error for what is none. */
  function show(dealt, title) {
    const [seats, dealer, declarer, partner, keeper, leader, king, beside, played] = dealt;
    const plays = [...played].map((sign) => cards[SIGNS.indexOf(sign)]);
    const size = plays.length / seats.length;
    if (!Number.isInteger(size) || !size || plays.includes(undefined) || new Set(plays).size !== plays.length) throw new Error(say`it is not played to its end, or a card falls twice`);
    const hands = Object.fromEntries(seats.map((seat) => [seat, []]));
    let first = leader;
    for (let at = 0; at < plays.length; at += seats.length) {
      const trick = plays.slice(at, at + seats.length);
      trick.forEach((name, place) => hands[seats[(first + place) % seats.length]].push(name));
      first = (first + law.winner(trick)) % seats.length;
    }
    const roles = Object.fromEntries(seats.map((seat, place) => [seat, place === declarer ? "declarer" : place === partner ? "partner" : "defender"]));
    const knows = Object.fromEntries(seats.map((seat, place) => [seat, place === partner ? seats : [seats[declarer], seat]]));
    const rest = data.total - law.thirds(plays) - beside;
    const says = (title ? `${title}. ` : "") + say`The hands after the Scat, before the first card. ${seats[declarer]} plays, and has called ${cards[king]}.`;
    const steps = [{ id: "deal", kind: "deal", says, points: [beside, rest] }];
    const level = { name: "file", declarer: seats[declarer], partner: seats[partner] ?? "", king: cards[king], hands, talon: [], roles, knows, steps, keeper: seats[keeper] ?? "" };
    const { words } = JSON.parse(example.querySelector("script").textContent);
    const game = { seats, dealer: seats[dealer], forehand: seats[leader], total: data.total, levels: { file: level } };
    box.querySelector(".table-box")?.remove();
    const shown = make("div", "table-box");
    Object.assign(shown.dataset, { table: "", level: "file", address: "" });
    const script = Object.assign(document.createElement("script"), { type: "application/json", textContent: JSON.stringify({ game, links: {}, words }) });
    shown.append(script, example.querySelector("template").cloneNode(true));
    box.append(shown);
    const table = new Table(shown);
    const own = table.printed;
    const whatIf = new WhatIf(table);
    for (const name of plays) own.steps.push(whatIf.play(own, whatIf.turn(own, seats[leader]), name));
    own.steps.push(whatIf.end(own));
    whatIf.made.clear(); // of the game there was nothing yet
    table.chosen.deal = JSON.stringify(dealt);
    new WouldYou(whatIf);
    table.measured = "";
    table.read();
    table.show();
    all.push(table);
    return table;
  }

  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    try {
      if (chosen.size > LARGEST) throw new Error(say`it is too large`);
      const found = records(await chosen.text());
      if (!found.length) throw new Error(say`there is no game in it`);
      const dealt = found.map((record) => [deal(record), record.title ?? ""]);
      history.replaceState(history.state, "", location.pathname); // no step of another game
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
      fault.textContent = say`This file cannot be shown: ${error.message}.`;
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
