// An evening at the table of `playing.js`: what is kept of it on this machine, the file that takes it elsewhere, and the link to
// one deal. Nothing is sent. What cannot be read, or was made by another version or by other rules, is refused with the reason.
(() => {
  "use strict";

  const say = window.codexSay;
  const VERSION = 1;
  const KIND = "tarock evening";
  const key = `${typeof __md_scope === "undefined" ? location.pathname : __md_scope.pathname}.__evening`;
  const whole = (value, least, most) => Number.isInteger(value) && value >= least && value <= most;

  /** A whole number below 2^53 of a text: a check against slips and a source of deals, no secret. */
  function number(text) {
    let [low, high] = [0x2c1b3c6d, 0x297a2d39];
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      low = Math.imul(low ^ code, 0x01000193);
      high = Math.imul(high ^ (code + at), 0x85ebca6b);
      low ^= high >>> 15;
      high ^= low >>> 13;
    }
    low = Math.imul(low ^ (high >>> 16), 0x7feb352d);
    high = Math.imul(high ^ (low >>> 15), 0x846ca68b);
    return ((high ^ (low >>> 16)) >>> 11) * 0x100000000 + (low >>> 0);
  }

  const hash = (text) => number(text).toString(16).padStart(14, "0");

  /** A seed that nobody chose. */
  const draw = () => number(crypto.getRandomValues(new Uint32Array(4)).join());

  const isSeed = (seed) => whole(seed, 0, Number.MAX_SAFE_INTEGER);

  /** A deal as it stands at its beginning. */
  const begin = (seed, dealer) => ({ seed, dealer, acts: [], practice: false });

  function isDeal(deal) {
    const most = deal?.five ? 4 : 3;
    return deal && isSeed(deal.seed) && whole(deal.dealer, 0, most) && whole(deal.packet ?? 0, 0, 3) && ["undefined", "object"].includes(typeof deal.options) && (deal.declared === undefined || Array.isArray(deal.declared)) && Array.isArray(deal.acts) && deal.acts.length <= 400 && deal.acts.every((act) => whole(act, 0, 255)) && ["undefined", "string"].includes(typeof deal.day);
  }

  /** What a text holds, as an evening by the rules with this digest; throws what is told to the reader. */
  function read(text, rules) {
    let found;
    try {
      found = JSON.parse(text);
    } catch {
      throw new Error(say`this is not a saved evening: the file cannot be read`);
    }
    if (found?.kind !== KIND) throw new Error(say`this is not a saved evening of this table`);
    if (found.version !== VERSION) throw new Error(say`it was kept by another version of this page`);
    if (typeof found.rules !== "string") throw new Error(say`it is damaged`);
    if (found.rules !== rules) throw new Error(say`it was played by other rules (${String(found.rules).slice(0, 8)}; here ${rules.slice(0, 8)})`);
    const { deals, current, options } = found;
    const persons = options?.persons ?? 4;
    const settled = Array.isArray(deals) && deals.length <= 500 && deals.every((deal) => isDeal(deal) && Array.isArray(deal.wrote) && deal.wrote.length === persons && deal.wrote.every((points) => whole(points, -1e6, 1e6)));
    if (!settled || (current && !isDeal(current)) || typeof options !== "object" || !options) throw new Error(say`it is damaged`);
    return { deals, current, options };
  }

  const write = (evening, rules) => JSON.stringify({ kind: KIND, version: VERSION, rules, ...evening });

  window.codexEvening = {
    draw, begin, read, write,

    /** What tells these rules and machines from others: of the table of the core and its module. */
    digest: ({ table, module }) => hash(`${table.digest} ${module}`),

    /** What is kept here: `evening`, or why it cannot be gone on with. */
    kept(rules) {
      let text = null;
      try {
        text = localStorage.getItem(key);
      } catch {
        return {}; // nothing may be kept here
      }
      if (!text) return {};
      try {
        return { evening: read(text, rules) };
      } catch (error) {
        return { fault: error.message, text };
      }
    },

    /** Returns whether it could be kept. */
    keep(evening, rules) {
      try {
        localStorage.setItem(key, write(evening, rules));
        return true;
      } catch {
        return false;
      }
    },

    forget() {
      try {
        localStorage.removeItem(key);
      } catch {
        // nothing was kept
      }
    },

    /** The deal of a day in UTC, `2026-11-29`: the same for all who have these rules. */
    ofDay: (day, rules) => begin(number(`${day} ${rules}`), number(day) % 4),
    today: () => new Date().toISOString().slice(0, 10),

    /** What stands in a link to a deal: seed, dealer, the seat, the numbers of what was `agreed`, rules, and a check of all this. */
    link({ seed, dealer }, seat, agreed, rules) {
      const told = `${seed}-${dealer}-${seat}-${agreed}-${rules.slice(0, 8)}`;
      return `deal=${told}-${hash(told).slice(0, 6)}`;
    },

    /** The deal that a link leads to, null without one; throws what is told to the reader. */
    linked(fragment, seats, rules) {
      const told = /^deal=(.*)$/.exec(fragment)?.[1];
      if (told === undefined) return null;
      const [seed, dealer, seat, agreed, made, check, ...rest] = told.split("-");
      const sound = /^[0-9]{1,16}$/.test(seed) && isSeed(Number(seed)) && /^[0-3]$/.test(dealer) && seats.includes(seat) && /^[0-9]*$/.test(agreed);
      if (rest.length || !sound || check !== hash(`${seed}-${dealer}-${seat}-${agreed}-${made}`).slice(0, 6)) {
        throw new Error(say`The link to a deal is damaged: ask for it once more.`);
      }
      if (made !== rules.slice(0, 8)) throw new Error(say`The link was made under other rules (${made}; here ${rules.slice(0, 8)}): the same cards would give another game.`);
      return { ...begin(Number(seed), Number(dealer)), seat, agreed };
    },
  };
})();
