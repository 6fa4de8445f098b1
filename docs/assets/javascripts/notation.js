// The short notation of a game, a line per hand, bid and trick: read and written as `short_notation.py` does it, by the
// grammar of `contributing/notation.md`. A record is what the YAML of a game has, its cards and plays in words.
(() => {
  "use strict";

  const say = window.codexSay;
  const HEAD = /^(?:[ \t]*(?:#[^\n]*)?\r?\n)*[ \t]*tarock[ \t]+[0-9]{4}[ \t]*(?::|\r?\n|$)/i;
  const CALLS = ["announce", "contra", "re", "supra"];
  const WHOLE = ["title", "ref", "dealer", "declarer", "partner", "fifth", "scat"];
  const plain = (entries = {}) => Object.assign(Object.create(null), entries); // names of a file are nothing but names

  /** Reader and writer; `cards` reads a list of cards, `plays` a trick, `refuse` throws what is told to the reader. */
  window.codexNotation = ({ cards, plays, refuse }) => {
    const strip = (line) => line.replace(/^\s*(?:title|result|remark\s[^:]*)\s*:/i.test(line) ? /^\s*#.*/ : /(?:^|\s)#.*/, "").trim();
    const parts = (value) => value.split(",").map((part) => part.trim()).filter(Boolean);

    function parse(text) {
      const record = plain({ hands: plain(), tricks: [] });
      let number = 0;
      const unread = () => refuse(say`line ${number} cannot be read`);
      const matched = (pattern, part) => pattern.exec(part) ?? unread();
      const put = (into, name, content) => {
        if (Object.hasOwn(into, name)) refuse(say`line ${number}: “${name}” is there already`);
        into[name] = content;
      };
      const withRef = (value) => {
        const [, words, ref] = /^([^]*?)(?:\s*\[([^[\]\s]*)\])?\s*$/.exec(value);
        return [words, ref ? { ref } : {}];
      };
      const lines = {
        ...Object.fromEntries(WHOLE.map((name) => [name, (value) => put(record, name, value)])),
        after: (value) => put(record, "hand_after", value),
        seats: (value) => put(record, "seats", value.split(",").map((seat) => seat.trim())),
        king(value) {
          if (/, late$/i.test(value)) put(record, "called_late", true);
          put(record, "king", value.replace(/, late$/i, ""));
        },
        consulation(value) {
          const [, size, points] = matched(/^(\S+)(?:\s+([0-9]+))?$/, value);
          put(record, "consulation", size.toLowerCase());
          if (points) put(record, "small_consulation", Number(points));
        },
        talon(value) {
          const [upper, lower] = value.split("/").map((half) => half.trim());
          put(record, "talon", plain(lower === undefined ? { whole: upper } : { upper, lower }));
        },
        bids: (value) => put(record, "bids", parts(value).map((part) => {
          const implied = part.startsWith("(") && part.endsWith(")");
          const [, seat, bid, fold] = matched(/^(.+?)\s+([A-Za-z]+)(?:\s+([0-9]+))?$/, part.replace(/^[()]+|[()]+$/g, ""));
          return plain({ seat, bid: bid.toLowerCase(), ...(fold ? { fold: Number(fold) } : {}), ...(implied ? { implied } : {}) });
        })),
        buys(value) {
          const [, first, kept, forced] = matched(/^([0-9]+)(?:,?\s*keeps\s+([0-9]+))?(,\s*forced)?$/i, value);
          put(record, "purchase", plain({ first: Number(first), kept: Number(kept ?? first), ...(forced ? { forced: true } : {}) }));
        },
        says: (value) => put(record, "announcements", parts(value).map((part) => {
          const [, seat, call, of] = matched(/^(.+?)(?:\s+(announce|contra|re|supra))?\s+([A-Za-z]+)$/i, part);
          return plain({ seat, call: (call ?? CALLS[0]).toLowerCase(), of: of.toLowerCase() });
        })),
        result: (value) => put(record, "stated", value.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/).map((part) => {
          const [, rest, quote] = /^([^]*?)\s*("(?:[^"\\]|\\.)*")?\s*$/.exec(part);
          const [words, ref] = withRef(rest);
          const [, what, said] = matched(/^\s*(\S+)\s*(yes|no|true|false|-?[0-9]{1,6}|)\s*$/i, words);
          const held = { yes: true, true: true, "": true, no: false, false: false }[said.toLowerCase()];
          return plain({ what: what.toLowerCase(), value: held ?? Number(said), ...ref, ...(quote ? { quote: JSON.parse(quote) } : {}) });
        })),
      };
      for (const line of text.split("\n")) {
        number += 1;
        const said = strip(line);
        if (!said) continue;
        if (record.era === undefined) {
          [, record.era, record.id] = /^tarock\s+([0-9]{4})\s*(?::[ \t]*(.*))?$/i.exec(said);
          continue;
        }
        const [, called, of = "", value] = matched(/^([A-Za-z_]+|[0-9]+)(?:\s+([^:]*?))?\s*:[ \t]*(.*)$/, said);
        const name = called.toLowerCase();
        if (name === "hand" && of) put(record.hands, of, value);
        else if (/^[0-9]+$/.test(name) && !of && Number(name) === record.tricks.length + 1) record.tricks.push(value);
        else if (name === "remark" && /^-?[0-9]+$/.test(of)) {
          const [words, ref] = withRef(value);
          (record.remarks ??= []).push(plain({ after: Number(of), text: words, ...ref }));
        } else if (!of && Object.hasOwn(lines, name)) lines[name](value);
        else unread();
      }
      return record;
    }

    /** Cards as the books write them: trumps, then each suit with its ranks. */
    function written(text = "") {
      const suits = new Map();
      for (const card of cards(text)) {
        const [, suit, rank] = /^(?:(.*)-)?(.*)$/.exec(card);
        suits.set(suit ?? "", [...(suits.get(suit ?? "") ?? []), rank]);
      }
      const trumps = suits.get("") ?? [];
      suits.delete("");
      return [...(trumps.length ? [trumps.join(" ")] : []), ...[...suits].map(([suit, ranks]) => `${suit}-${ranks.join(", ")}`)].join(" - ");
    }

    /** The text of a record that can be shown; refuses names that have no place in it. */
    function write(record) {
      const { seats, purchase, talon = {} } = record;
      for (const seat of [...seats, record.fifth ?? ""]) {
        const [...named] = seat.split(" ");
        if (/[,;:()[\]#"]|^\s|\s$/.test(seat) || (named.length > 1 && CALLS.includes(named.at(-1).toLowerCase()))) refuse(say`the seat “${seat}” cannot be written in this notation`);
      }
      const lines = [`tarock ${record.era}: ${record.id ?? "game"}`];
      const put = (name, value) => { if (value) lines.push(`${name}: ${String(value).trim().replace(/\s+/g, " ")}`); };
      const when = (value, words) => (value ? words : "");
      for (const name of ["title", "ref"]) put(name, record[name]);
      put("seats", seats.join(", "));
      for (const name of ["fifth", "dealer"]) put(name, record[name]);
      put("consulation", when(record.consulation, `${record.consulation}${when(record.small_consulation, ` ${record.small_consulation}`)}`));
      for (const seat of Object.keys(record.hands)) put(`hand ${seat}`, written(record.hands[seat]));
      put("talon", written(talon.whole) || `${written(talon.upper)} / ${written(talon.lower)}`);
      put("bids", (record.bids ?? []).map(({ seat, bid, fold, implied }) => {
        const text = `${seat} ${bid}${when(fold, ` ${fold}`)}`;
        return implied ? `(${text})` : text;
      }).join(", "));
      for (const name of ["declarer", "partner"]) put(name, record[name]);
      put("king", `${written(record.king)}${when(record.called_late, ", late")}`);
      if (purchase) put("buys", `${purchase.first}${when(purchase.kept !== purchase.first, `, keeps ${purchase.kept}`)}${when(purchase.forced, ", forced")}`);
      put("scat", written(record.scat));
      put("after", written(record.hand_after));
      put("says", (record.announcements ?? []).map(({ seat, call, of }) => `${seat} ${when(call !== CALLS[0], `${call} `)}${of}`).join(", "));
      record.tricks.forEach((trick, index) => put(index + 1, plays(trick, seats, index + 1).map(([seat, card]) => `${seat} ${card}`).join(" - ")));
      for (const { after, text, ref } of record.remarks ?? []) put(`remark ${after}`, `${text}${ref || /\[[^[\]\s]*\]\s*$/.test(text) ? ` [${ref ?? ""}]` : ""}`);
      put("result", (record.stated ?? []).map(({ what, value, ref, quote }) => {
        const said = { true: "yes", false: "no" }[value] ?? value;
        return `${what} ${said}${when(ref, ` [${ref}]`)}${when(quote, ` ${JSON.stringify(quote ?? "")}`)}`;
      }).join("; "));
      return `${lines.join("\n")}\n`;
    }

    return { isShort: (text) => HEAD.test(text), parse, write };
  };
})();
