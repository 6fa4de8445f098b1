// The names of cards as people write them, as `scripts/tarock/game/common/card_names.py` reads them, by the same lexicon
// (`play_data.py`): `Sküs`, `xxi`, `XVIIII`, `Koenig`, `Pik-10`, `♥K`.
(() => {
  "use strict";

  const TOKEN = /([♠-♧🂠-🃵]|[\p{L}\p{N}]+)|(-+)|[\s.,:;/|()[\]{}"'•·+&*]+|(.)/gu;
  const RANK_FIRST = /(?<![\p{L}\p{N}_♠-♧-])([\p{L}\p{N}]+)([♠-♧])(?![\p{L}\p{N}_])/gu; // `K♥`, which is read as `♥K`
  const RANK_OF = /([\p{L}\p{N}]+)\s+(?:of|von)\s+([\p{L}\p{N}]+)/giu; // `king of hearts`
  const fold = window.codexFold;

  /** A token that is no one card: `cards` are those that it may be, `near` are names that are like it. */
  class Unread extends Error {
    constructor(token, cards = [], near = []) {
      super(token);
      Object.assign(this, { token, cards, near });
    }
  }

  function split(given, between) {
    const found = [];
    const text = given.replace(RANK_FIRST, "$2$1").replace(RANK_OF, "$2-$1");
    for (const match of text.matchAll(TOKEN)) {
      const [whole, word, dash, other] = match;
      if (other) throw new Unread(other);
      if (word && !between.includes(fold(word))) found.push({ typed: word, folded: fold(word), joined: false });
      if (!dash) continue;
      const inside = text.slice(0, match.index).slice(-1).trim() && text.slice(match.index + whole.length).slice(0, 1).trim();
      if (inside && found.at(-1)?.typed) found.at(-1).joined = true;
      else found.push({ typed: "", folded: "", joined: false });
    }
    return found;
  }

  function distance(one, other) {
    let row = [...other, ""].map((_, place) => place);
    for (const [i, letter] of [...one].entries()) {
      const before = row;
      row = [i + 1];
      for (const [j, second] of [...other].entries()) row.push(Math.min(before[j + 1] + 1, row[j] + 1, before[j] + Number(letter !== second)));
    }
    return row.at(-1);
  }

  /** A reader of lists of cards by a lexicon; it returns names, and throws what it cannot read. */
  window.codexCards = (lexicon) => {
    const of = (name) => new Map(Object.entries(lexicon[name]));
    const [suits, ranks, cards, begins, pips, ofSuit] = ["suits", "ranks", "cards", "begins", "pips", "of_suit"].map(of);
    const { trumps, tarocks, between } = lexicon;
    const unique = (list) => [...new Set(list)];
    const isNumber = (folded) => /^[0-9]+$/.test(folded);

    function read(text) {
      let suit = "";
      let grouped = false;
      const tokens = split(window.codexPlain(text), between);
      const found = [];

      const inSuit = (name, folded) => {
        const own = ofSuit.get(name) ?? [];
        let those = (ranks.get(folded) ?? (pips.has(folded) ? [pips.get(folded)] : [])).filter((rank) => own.includes(rank));
        if (!those.length) those = unique([...begins].filter(([each]) => each.startsWith(folded)).flatMap(([, each]) => each)).filter((rank) => own.includes(rank));
        return those.map((rank) => `${name}-${rank}`);
      };
      const ofRank = (folded) => (ranks.get(folded) ?? []).filter((rank) => ofSuit.get(suit)?.includes(rank)).map((rank) => `${suit}-${rank}`);
      const trump = (folded) => {
        if (isNumber(folded)) return folded.length < 3 && tarocks[Number(folded) - 1] ? [tarocks[Number(folded) - 1]] : [];
        return (cards.get(folded) ?? []).filter((name) => tarocks.includes(name));
      };
      const suitsOf = ({ folded, joined }) => {
        if (suits.has(folded) || !joined) return suits.get(folded) ?? [];
        return unique([...suits].filter(([name]) => name.startsWith(folded)).flatMap(([, each]) => each));
      };
      const near = ({ folded, joined }) => {
        const names = [...suits, ...(joined ? [] : [...ranks, ...cards])];
        const most = Math.floor(folded.length / 4);
        return unique(names.filter(([name]) => distance(name, folded) <= most).flatMap(([, each]) => each)).slice(0, 3);
      };
      const single = (token, at) => {
        const { folded } = token;
        const own = suit ? ofRank(folded) : [];
        if (own.length) return [own, at];
        if (cards.has(folded)) return [cards.get(folded), at];
        const behind = tokens[at];
        const those = behind && !behind.joined ? suits.get(behind.folded) ?? [] : [];
        const before = those.length === 1 ? inSuit(those[0], folded) : [];
        const next = tokens[at + 1];
        if (before.length && !(next?.typed && inSuit(those[0], next.folded).length)) {
          [suit, grouped] = ["", false];
          return [before, at + 1];
        }
        if (isNumber(folded)) {
          const pip = suit && pips.has(folded) ? inSuit(suit, folded) : [];
          return [pip.length && !grouped ? pip : [...pip, ...trump(folded)], at];
        }
        if (ranks.has(folded)) {
          return [[...ofSuit].flatMap(([name, each]) => each.filter((rank) => ranks.get(folded).includes(rank)).map((rank) => `${name}-${rank}`)), at];
        }
        for (let cut = 1; cut < folded.length; cut += 1) {
          const rest = folded.slice(cut);
          for (const name of ranks.has(rest) || pips.has(rest) ? suits.get(folded.slice(0, cut)) ?? [] : []) {
            const inside = inSuit(name, rest);
            if (!inside.length) continue;
            [suit, grouped] = [name, false];
            return [inside, at];
          }
        }
        return [suit && !grouped ? inSuit(suit, folded) : [], at];
      };

      let at = 0;
      while (at < tokens.length) {
        let token = tokens[at];
        at += 1;
        if (!token.typed) {
          grouped = true;
          continue;
        }
        let may;
        const named = suitsOf(token);
        if (trumps.includes(token.folded) && at < tokens.length) {
          token = tokens[at];
          at += 1;
          may = trump(token.folded);
        } else if (named.length && !ofRank(token.folded).length) {
          if (named.length > 1) throw new Unread(token.typed, named);
          if (at === tokens.length) throw new Unread(token.typed, ofSuit.get(named[0]).map((rank) => `${named[0]}-${rank}`));
          [suit, grouped] = [named[0], false];
          if (tokens[at].joined && suits.get(tokens[at].folded)?.join() === named.join()) at += 1; // `Herz-Herz-Dame`
          token = tokens[at];
          at += 1;
          may = inSuit(suit, token.folded);
        } else {
          [may, at] = single(token, at);
        }
        if (may.length !== 1) throw new Unread(token.typed, may, may.length ? [] : near(token));
        if (tarocks.includes(may[0])) suit = "";
        found.push(may[0]);
      }
      return found;
    }

    return read;
  };
})();
