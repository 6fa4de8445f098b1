// Quotations found in a text and compared with the editions, as `tarock verify` does it, by the same table and the same texts.
// What it does with words, marks and alignments is told in `corpus/verify/words.py`, `marks.py`, `alignment.py`, `comparison.py`.
window.CodexVerify = class {
  "use strict";

  static ORDER = [
    "same", "same but for typography", "same but for letter forms", "as transcribed, mended since", "modern spelling",
    "bracketed by the citer", "older edition", "other passage", "different", "not from these texts", "not looked at",
  ];

  static Late = class extends Error {};
  static SECONDS = 20;

  constructor(data) {
    const blank = { heading: false, choices: [], older: {}, modern: {}, english: "", spans: [], emended: 0 };
    const pages = data.at.flatMap(([page, count]) => Array(count).fill(page));
    this.at = new Map(data.passages.map(({ ref }, number) => [ref, pages[number]]));
    this.data = { ...data, passages: data.passages.map((each) => ({ ...blank, ...each, siglum: each.ref.split(":")[0] })) };
    this.table = data.table;
    this.numbers = new Map(data.passages.map((passage, number) => [passage.ref, number]));
    const one = (signs) => signs.map((sign) => sign.replace(/[\\\]^-]/g, "\\$&")).join("");
    const table = this.table;
    this.unseen = new RegExp(`[${one(table.left_out)}]`, "gu");
    const letter = `(?:(?![${one(table.superscripts)}])[\\p{L}\\p{N}]|[\\u0300-\\u036f${one(table.left_out)}])`;
    this.word = new RegExp(`${letter}+`, "gu");
    const ellipsis = "[\\[(]\\s*(?:…|\\.(?:\\s?\\.){2,}|-\\s?-\\s?-|–|—)\\s*[\\])]|…|\\.(?:[ \\u00a0\\u202f]?\\.){2,}";
    const comment = "[\\[(]\\s*sic\\s*!?\\s*[\\])]|[\\[(]\\s*[!?]+\\s*[\\])]|\\[\\^?\\d+\\]|"
      + "\\[\\s*(?:(?:so|recte|lies)(?![\\p{L}\\p{N}_])|i\\. ?e\\.|=)[^\\[\\]]{0,80}\\]";
    const word = `(?:${letter}|(?<=${letter})\\[${letter}*\\]|\\[${letter}+\\](?=${letter}))+`;
    this.quoted = new RegExp(`(?<left>${ellipsis})|(?<comment>${comment})|(?<word>${word})|(?<added>\\[[^\\[\\]]*\\])`, "gu");
    this.folded = new Map([...Object.entries(table.signs), ...table.dashes.map((sign) => [sign, "-"])]);
    for (const sign of [...table.quotation_marks, ...table.blanks, ...table.left_out, ...table.superscripts, ...table.divided,
      ..." \t\n\r\v\f*_\\"]) this.folded.set(sign, "");
    const hyphens = ["-", ...table.dashes].filter((sign) => sign !== "–" && sign !== "—");
    this.division = new RegExp(`^(?:[${one(hyphens)}]\\s+|[${one(table.divided)}]\\s*)$`, "u");
    const lines = [...table.lines].sort((a, b) => b.length - a.length).map((sign) => sign.replace(/[|/]/g, "\\$&"));
    this.lines = new RegExp(`(?<=\\s)(?:${lines.join("|")})(?=\\s)`, "u");
    this.called = new RegExp(`[${one(table.superscripts)}*†‡]`, "gu");
    this.calls = new RegExp(`(?:${table.note_calls})$`, "u");
    this.flows = null;
    this.known = new Map([...Object.keys(data.parts), ...this.numbers.keys(), ...Object.keys(data.containers)].map((ref) => [ref.toLowerCase(), ref.split(":")[1]]));
    this.deadline = Infinity;
  }

  /** Throws where a text has taken too long, as the command does. */
  stop() {
    if (Date.now() > this.deadline) throw new this.constructor.Late();
  }

  // --- words

  plain(word) {
    for (const [sign, meant] of Object.entries(this.table.ligatures)) word = word.replaceAll(sign, meant);
    return word;
  }

  key(plain) {
    for (const [sign, meant] of Object.entries(this.table.letters)) plain = plain.replaceAll(sign, meant);
    return plain.normalize("NFC");
  }

  signs(between) {
    return [...between].map((sign) => this.folded.get(sign) ?? sign).join("").replace(/-+/g, "-");
  }

  cut(text, asQuoted = false) {
    const words = [];
    let [before, skip, added, position] = ["", "", [], 0];
    for (const found of text.matchAll(asQuoted ? this.quoted : this.word)) {
      before += text.slice(position, found.index);
      position = found.index + found[0].length;
      const kind = asQuoted ? Object.entries(found.groups).find(([, value]) => value !== undefined)[0] : "word";
      if (kind === "word" && !found[0].replace(this.unseen, "")) before += found[0];
      else if (kind === "word") {
        words.push(this.made(text, found.index, position, before, skip, added));
        [before, skip, added] = ["", "", []];
      } else if (kind === "left") skip = "marked";
      else {
        added.push(found[0]);
        if (kind === "added" && !skip) skip = "replaced";
      }
    }
    return { words, signs: this.signs(before + text.slice(position)), added };
  }

  made(text, start, end, before, skip, added) {
    const raw = text.slice(start, end);
    const seen = (word) => word.replace(this.unseen, "").normalize("NFC");
    const broken = text[start - before.length - 1] === "\u00ad" && /^\s+$/.test(before);
    const divided = before !== "" && (broken || this.division.test(before));
    let shown = before.replace(this.unseen, "").replace(/[ \t\r\n\f\v]+/g, " ");
    let [whole, core] = ["", ""];
    if (raw.includes("[")) {
      whole = this.key(this.plain(seen(raw.replace(/[[\]]/g, ""))));
      core = this.key(this.plain(seen(raw.replace(/\[[^\]]*\]/g, ""))));
    }
    const word = seen(raw);
    const plain = this.plain(word);
    const called = before.search(this.called) >= 0;
    const signs = this.signs(called ? before.replace(this.called, "") : before);
    const ofLines = this.lines.test(before);
    return { text: word, plain, key: this.key(plain), start, end, signs, shown, divided, called, skip, added, core, whole, ofLines };
  }

  keysOf(word, first) {
    let keys = new Set([word.core, word.whole, word.key].filter(Boolean));
    const called = word.text.search(this.calls);
    if (called > 0) keys.add(this.key(this.plain(word.text.slice(0, called))));
    if (first || word.whole) {
      for (const key of [...keys]) {
        const small = key[0].toLowerCase() === key[0] ? key[0].toUpperCase() : key[0].toLowerCase();
        keys.add(this.key(small + key.slice(1)));
      }
      const plain = word.plain.replace(/[[\]]/g, "");  // whose capital the table may have as another letter
      const small = plain[0].toLowerCase() === plain[0] ? plain[0].toUpperCase() : plain[0].toLowerCase();
      keys.add(this.key(small + plain.slice(1)));
    }
    return keys;
  }

  merged(one, other) {
    const text = one.text + other.text;
    const plain = this.plain(text);
    return { ...one, text, plain, key: this.key(plain), core: "", whole: "" };
  }

  // --- texts

  spots(numbers, textOf) {
    const found = [];
    let tail = "";
    for (const number of numbers) {
      const passage = this.data.passages[number];
      const cut = this.cutOnce(textOf(passage));
      cut.words.forEach((word, place) => {
        const modern = passage.modern[word.text] ?? this.data.modern[passage.siglum][word.text];
        const [signs, shown] = place ? [word.signs, word.shown] : [tail + word.signs, ""];
        found.push({ word, entry: number, modern: modern ? this.key(this.plain(modern)) : "", signs, shown });
      });
      if (cut.words.length) tail = cut.signs;
    }
    return found;
  }

  cutOnce(text) {
    this.cuts ??= new Map();
    if (!this.cuts.has(text)) this.cuts.set(text, this.cut(text));
    return this.cuts.get(text);
  }

  flow(name) {
    this.flows ??= {};
    return this.flows[name] ??= this.indexed(this.spots(this.data.passages.keys(), (passage) => passage[name]));
  }

  indexed(spots) {
    const places = new Map();
    spots.forEach((spot, place) => {
      for (const key of new Set([spot.word.key, spot.modern])) {
        if (key) places.has(key) ? places.get(key).push(place) : places.set(key, [place]);
      }
    });
    const weight = (key) => 1 + Math.log((spots.length + 1) / ((places.get(key)?.length ?? 0) + 1));
    return { spots, places, weight };
  }

  headings(spots) {
    const found = new Map();
    let start = null;
    spots.forEach((spot, place) => {
      const isHeading = this.data.passages[spot.entry].heading;
      if (isHeading && start === null) start = place;
      else if (!isHeading && start !== null) { found.set(place, start); start = null; }
    });
    return found;
  }

  // --- alignment

  align(cut, spots) {
    const words = cut.words;
    if (!words.length || !spots.length) return null;
    const accepted = words.map((word, number) => this.keysOf(word, !number));
    let steps = words.some((word) => word.skip) ? null : this.exactly(words, accepted, spots);
    let cost = 0;
    if (!steps) [cost, steps] = this.cheapest(words, accepted, spots);
    return this.described(cut, spots, steps, cost);
  }

  exactly(words, accepted, spots) {
    let found = null;
    const fits = (spot, keys) => keys.has(spot.word.key) || keys.has(spot.modern);
    for (let start = 0; start + words.length <= spots.length; start += 1) {
      if (!accepted.every((keys, number) => fits(spots[start + number], keys))) continue;
      const steps = words.map((_word, n) => ({ row: n + 1, column: start + n + 1, above: n, left: start + n, kind: "pair" }));
      if (words.every((word, n) => !n || word.signs === spots[start + n].signs)) return steps;
      found ??= steps;
    }
    return found;
  }

  cheapest(words, accepted, spots) {
    const width = spots.length + 1;
    const passed = this.headings(spots);
    const rows = [new Array(width).fill(0)];
    const steps = [new Array(width).fill(null)];
    words.forEach((word, number) => {
      this.stop();
      const row = number + 1;
      const [costs, reached] = this.opened(rows[row - 1], word, passed);
      const joined = word.divided && row > 1 ? this.keysOf(this.merged(words[row - 2], word), row === 2) : new Set();
      const fitting = accepted[row - 1];
      const here = new Array(width).fill(Infinity);
      const came = new Array(width).fill(null);
      here[0] = costs[0] + 1;
      came[0] = [row - 1, 0, "quoted"];
      for (let column = 1; column < width; column += 1) {
        const { word: { key }, modern, signs } = spots[column - 1];
        const same = fitting.has(key) || fitting.has(modern);
        let [cost, step] = [costs[column - 1] + (same ? 0 : 0.9), [row - 1, reached[column - 1], "pair"]];
        if (here[column - 1] + 1 < cost) [cost, step] = [here[column - 1] + 1, [row, column - 1, "there"]];
        if (costs[column] + 1 < cost) [cost, step] = [costs[column] + 1, [row - 1, reached[column], "quoted"]];
        if (joined.size && (joined.has(key) || joined.has(modern)) && rows[row - 2][column - 1] < cost) {
          [cost, step] = [rows[row - 2][column - 1], [row - 2, column - 1, "joined"]];
        }
        if (column > 1 && signs === "-" && costs[column - 2] < cost && fitting.has(spots[column - 2].word.key + key)) {
          [cost, step] = [costs[column - 2], [row - 1, reached[column - 2], "split"]];
        }
        here[column] = cost;
        came[column] = step;
      }
      rows.push(here);
      steps.push(came);
    });
    const last = rows.at(-1);
    let column = 0;
    last.forEach((cost, place) => { if (cost < last[column]) column = place; });
    const found = [];
    const cost = last[column];
    for (let row = words.length; row;) {
      const [above, left, kind] = steps[row][column];
      found.push({ row, column, above, left, kind });
      [row, column] = [above, left];
    }
    return [cost, found.reverse()];
  }

  opened(costs, word, passed) {
    const before = [...costs];
    const reached = [...costs.keys()];
    if (word.skip === "marked") {
      for (let column = 1; column < before.length; column += 1) {
        if (before[column - 1] < before[column]) [before[column], reached[column]] = [before[column - 1], reached[column - 1]];
      }
    } else if (word.skip === "replaced") {
      const most = Math.max(3, 2 * word.added.join(" ").split(/\s+/).length);
      for (let column = 1; column < before.length; column += 1) {
        for (let other = column - 1; other >= Math.max(0, column - most); other -= 1) {
          if (costs[other] < before[column]) [before[column], reached[column]] = [costs[other], other];
        }
      }
    } else {
      for (const [end, start] of passed) {
        if (before[start] < before[end]) [before[end], reached[end]] = [before[start], reached[start]];
      }
    }
    return [before, reached];
  }

  described(cut, spots, steps, cost) {
    const { words } = cut;
    const grown = new Set();  // words to which a citer put letters that the text has not
    const [levels, stretches, shared, leftOut] = [new Set(), [], [], []];
    let [first, last, behind, open] = [-1, -1, -1, false];
    for (const step of steps) {
      const begin = step.column - ({ split: 2, quoted: 0 }[step.kind] ?? 1);
      const quoted = words.slice(step.above, step.row);
      const there = spots.slice(begin, step.column);
      const level = ["pair", "split", "joined"].includes(step.kind) ? this.level(quoted, there, words[0]) : null;
      if (quoted.length && quoted[0].skip && last >= 0 && step.left < begin) leftOut.push(this.running(spots.slice(step.left, begin)));
      if (level === null) {
        if (!open) stretches.push({ quoted: [], there: [] });
        stretches.at(-1).quoted.push(...quoted.map((word) => word.text));
        stretches.at(-1).there.push(...there.map((spot) => spot.word.text));
        open = true;
        continue;
      }
      if (!open && last >= 0 && !quoted[0].skip) {
        if (begin === behind) this.compareSigns(words, step.above, spots, begin, levels, stretches, grown);
        else levels.add(1);
      }
      open = false;
      levels.add(level);
      const [{ core, whole }, spot] = [quoted[0], there[0]];
      const of = (word) => word === spot.word.key || word === spot.modern;
      if (core && of(core) && !of(whole)) grown.add(step.above);
      for (let place = step.above; place < step.row; place += 1) shared.push(place);
      if (first < 0) first = begin;
      [last, behind] = [step.column - 1, step.column];
    }
    const added = [...words.flatMap((word, place) => [...word.added, ...(grown.has(place) ? [word.text] : [])]), ...cut.added];
    if (added.length || words.some((word) => word.skip)) levels.add(5);
    const differences = stretches.map((each) => this.contrast(each.quoted.join(" "), each.there.join(" ")));
    return { cost, levels, differences, first, last, shared, left_out: leftOut, added };
  }

  level(quoted, there, firstWord) {
    let [word, spot, least] = [quoted[0], there[0], 0];
    if (quoted.length > 1) {
      least = quoted[1].shown.trim() ? 1 : 0;
      word = this.merged(word, quoted[1]);
    }
    if (there.length > 1) return word.key === this.key(this.plain(there.map((each) => each.word.text).join(""))) ? 1 : null;
    if (!word.core && !word.whole) {
      if (word.text === spot.word.text) return least;
      if (word.plain === spot.word.plain) return 1;
      if (word.key === spot.word.key) return 2;
      if (word.key === spot.modern) return 4;
    }
    const keys = this.keysOf(word, quoted[0] === firstWord);
    if (!keys.has(spot.word.key) && !keys.has(spot.modern)) return null;
    if (word.core || word.whole) return 5;
    const called = word.text.search(this.calls);
    if (called > 0 && word.text.slice(0, called) === spot.word.text) return 1;
    return keys.has(spot.word.key) ? 2 : 4;
  }

  compareSigns(words, place, spots, column, levels, stretches, grown) {
    const [word, spot] = [words[place], spots[column]];
    let { signs } = word;
    if (signs !== spot.signs && word.ofLines) for (const sign of this.table.lines) signs = signs.replaceAll(sign, "");
    if (`.${signs}` === spot.signs && grown.has(place - 1)) return;  // an abbreviation that is written out
    if (signs !== spot.signs && signs === spot.signs.replaceAll("-", "") && (word.divided || /\s-/.test(spot.shown))) {
      levels.add(1);  // at the end of a line programs take a hyphen or dash for a division
      return;
    }
    if (signs !== spot.signs) {
      stretches.push({ quoted: [`${words[place - 1].text}${word.shown}${word.text}`], there: [this.running(spots.slice(column - 1, column + 1))] });
    } else if (word.called || (word.ofLines && !spot.word.ofLines) || (spot.shown && word.shown !== spot.shown)) levels.add(1);
  }

  contrast(quoted, there) {
    const [mine, theirs] = [this.key(quoted), this.key(there)];
    let hint = null;
    if (quoted && there && mine !== theirs) {
      for (const [a, b] of this.table.misread) {
        for (const [wrong, right] of [[a, b], [b, a]]) {
          if (hint || !mine.includes(wrong)) continue;
          const pattern = mine.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll(wrong, `(?:${wrong}|${right})`);
          if (new RegExp(`^(?:${pattern})$`, "u").test(theirs)) hint = [wrong, right];
        }
      }
    }
    return { quoted, there, hint };
  }

  running(spots) {
    const parts = spots.slice(1).map((spot) => `${spot.shown || `${spot.signs} `}${spot.word.text}`);
    return (spots[0].word.text + parts.join("")).replace(/\s+/g, " ");
  }

  // --- what a quotation is

  /** What words are that may be from some places, the likeliest first; as `Checker._judged`. */
  judge(text, places) {
    const faulty = places.find((each) => each.fault);
    const unread = (why) => ({ class: "not looked at", text, named: faulty?.written ?? places[0]?.written, why });
    if (faulty) return unread(faulty.fault);
    const english = places.find((each) => each.english)?.english ?? "";
    const isOlder = Boolean(english) && english !== this.data.english[this.data.passages[places[0].numbers[0]].siglum];
    try {
      const found = this.compared(text, places, !isOlder);
      return isOlder && ["different", "other passage", "not from these texts"].includes(found.class) ? { ...found, ...unread("command"), differences: [] } : found;
    } catch (error) {
      if (error instanceof this.constructor.Late) return unread("late");
      throw error;
    }
  }

  compared(text, places, english) {
    this.stop();
    const cuts = this.cutsOf(text);
    if (!cuts.length) return { class: "not looked at", text, why: "nothing" };
    if (cuts[0].words.length > 4000) return { class: "not looked at", text, why: "long" };
    for (const named of places) {
      const found = this.inNamed(cuts, named, english);
      if (found) return this.quotation(text, found, named.written);
    }
    const beside = places.flatMap((named) => this.ways(named.numbers, named.version, english).map(([edition, textOf]) => {
      const found = this.least(cuts, named.numbers, textOf, false);
      return found && { ...found, edition: this.edition(found, edition) };
    })).filter(Boolean);
    const least = (list) => list.reduce((best, each) => (!best || each.alignment.cost < best.alignment.cost ? each : best), null);
    const near = least(beside);
    const { length } = cuts[0].words;
    if (near && length >= 8 && 6 * near.alignment.cost <= length) return this.quotation(text, { ...near, as: "different" }, places[0].written);
    const elsewhere = this.search(cuts, english);
    let best = elsewhere;
    if (places.length) {
      if (elsewhere && !elsewhere.alignment.differences.length) return this.quotation(text, { ...elsewhere, as: "other passage" }, places[0].written);
      best = least([...beside, elsewhere].filter(Boolean));
      if (near && near.alignment.cost <= best.alignment.cost + 1) best = near;
      if (!best) return { class: "different", text, named: places[0].written, differences: [], left_out: [], added: [] };
      return this.quotation(text, { ...best, as: "different" }, places[0].written);
    }
    if (!best || (best.alignment.differences.length && !this.isLike(cuts, best))) return { class: "not from these texts", text, ref: "" };
    return this.quotation(text, best.alignment.differences.length ? { ...best, as: "different" } : best, "");
  }

  cutsOf(text) {
    const plain = this.cut(text);
    if (!plain.words.length) return [];
    const quoted = this.cut(text, true);
    return quoted.words.length && JSON.stringify(plain) !== JSON.stringify(quoted) ? [plain, quoted] : [plain];
  }

  ways(numbers, version, english) {
    const passages = numbers.map((number) => this.data.passages[number]);
    const current = this.data.sources[passages[0].siglum];
    const found = [];
    if (version && version !== current) {
      found.push([version, (passage) => passage.older[version] ?? passage.text, passages.some((each) => version in each.older) ? "older edition" : "same"]);
    } else found.push(["", (passage) => passage.text, "same"]);
    const most = Math.max(0, ...passages.map((passage) => passage.choices.length));
    for (let number = 0; number < most; number += 1) {
      found.push(["transcript", ({ choices, text }) => choices[Math.min(number, choices.length - 1)] ?? text, "as transcribed, mended since"]);
    }
    if (!(version && version !== current)) {
      for (const older of new Set(passages.flatMap((passage) => Object.keys(passage.older)))) {
        found.push([older, (passage) => passage.older[older] ?? passage.text, "older edition"]);
      }
    }
    return english ? [...found, ["English", (passage) => passage.english, "same"]] : found;
  }

  inNamed(cuts, named, english) {
    for (const [edition, ofPassage, as] of this.ways(named.numbers, named.version, english)) {
      const textOf = (passage) => (as === "same" ? named.parts[passage.ref] : null) ?? ofPassage(passage);
      for (const further of [false, true]) {
        const found = this.least(cuts, named.numbers, textOf, further);
        if (found && !found.alignment.differences.length) return { ...found, edition: this.edition(found, edition), as };
      }
    }
    return null;
  }

  least(cuts, numbers, textOf, further) {
    const { siglum } = this.data.passages[numbers[0]];
    const last = numbers.at(-1);
    const around = further ? [numbers[0] - 1, ...numbers, last + 1, last + 2].filter((each) => this.data.passages[each]?.siglum === siglum) : numbers;
    const spots = this.spots(around, textOf);
    const wanted = new Set(numbers);
    let best = null;
    for (const cut of cuts) {
      const parts = spots.length * cut.words.length <= 160000 ? [spots] : this.stretches(cut, this.indexed(spots));
      for (const part of parts) {
        const alignment = this.align(cut, part);
        if (!alignment || alignment.first < 0) continue;
        const within = part.slice(alignment.first, alignment.last + 1).some((spot) => wanted.has(spot.entry));
        if (within && (!best || this.worse(best.alignment, alignment))) best = { alignment, spots: part };
      }
      if (best && !best.alignment.differences.length) return best;
    }
    return best;
  }

  worse(one, other) {
    const badness = (each) => [each.cost, each.differences.length, [...each.levels].reduce((sum, level) => sum + level, 0)];
    const [a, b] = [badness(one), badness(other)];
    const place = a.findIndex((value, number) => value !== b[number]);
    return place >= 0 && b[place] < a[place];
  }

  stretches(cut, flow) {
    const exact = this.exactPlaces(cut, flow);
    const { length } = cut.words;
    if (exact.length) return exact.map((start) => flow.spots.slice(start, start + length));
    const further = cut.words.some((word) => word.skip) ? 1500 : 0;
    const scores = new Map();
    const keys = new Set(cut.words.flatMap((word, number) => [
      ...this.keysOf(word, !number),
      ...(word.divided && number ? [this.key(this.plain(cut.words[number - 1].text + word.text))] : []),
    ]));
    for (const key of keys) {
      const places = flow.places.get(key) ?? [];
      if (places.length > 400) continue;
      for (const block of new Set(places.map((place) => Math.floor(place / 64)))) scores.set(block, (scores.get(block) ?? 0) + flow.weight(key));
    }
    return [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 3).map(([block]) => {
      const low = Math.max(0, block * 64 - length - 32 - further);
      const high = Math.min(flow.spots.length, (block + 1) * 64 + length + 32 + further);
      const { siglum } = this.data.passages[flow.spots[Math.min(flow.spots.length - 1, block * 64 + 32)].entry];
      return flow.spots.slice(low, high).filter((spot) => this.data.passages[spot.entry].siglum === siglum);
    });
  }

  exactPlaces(cut, flow) {
    const { words } = cut;
    if (words.some((word) => word.skip)) return [];
    const accepted = words.map((word, number) => this.keysOf(word, !number));
    const count = (keys) => [...keys].reduce((sum, key) => sum + (flow.places.get(key)?.length ?? 0), 0);
    let rare = 0;
    accepted.forEach((keys, number) => { if (count(keys) < count(accepted[rare])) rare = number; });
    const found = [];
    for (const place of new Set([...accepted[rare]].flatMap((key) => flow.places.get(key) ?? []))) {
      const spots = flow.spots.slice(Math.max(0, place - rare), place - rare + words.length);
      if (place < rare || spots.length < words.length) continue;
      if (!spots.every((spot, n) => accepted[n].has(spot.word.key) || accepted[n].has(spot.modern))) continue;
      const off = words.filter((word, n) => n && word.signs !== spots[n].signs).length;
      const otherwise = words.filter((word, n) => word.text !== spots[n].word.text).length;
      found.push([off, otherwise, place - rare]);
    }
    return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]).slice(0, 50).map((each) => each[2]);
  }

  search(cuts, english) {
    let best = null;
    for (const [edition, name] of [["", "text"], ["English", "english"]].slice(0, english ? 2 : 1)) {
      const flow = this.flow(name);
      for (const cut of cuts) {
        const others = Math.max(0, this.exactPlaces(cut, flow).length - 1);
        for (const spots of this.stretches(cut, flow)) {
          const alignment = this.align(cut, spots);
          if (alignment && alignment.first >= 0 && (!best || this.worse(best.alignment, alignment))) {
            best = { alignment, spots, others };
            best.edition = this.edition(best, edition);
          }
          if (alignment && !alignment.differences.length) break;
        }
      }
      if (best && !best.alignment.differences.length) return best;
    }
    if (!best || best.edition.startsWith("English")) return best;
    const numbers = [];
    for (let number = this.entry(best, "first"); number <= this.entry(best, "last"); number += 1) numbers.push(number);
    for (const [edition, textOf, as] of this.ways(numbers, "", false)) {
      const other = this.least(cuts, numbers, textOf, true);
      if (other && !other.alignment.differences.length) return { ...other, edition: this.edition(other, edition), as };
    }
    return best;
  }

  entry(found, end) {
    return found.spots[Math.max(0, found.alignment[end])].entry;
  }

  edition(found, edition) {
    const { siglum } = this.data.passages[this.entry(found, "first")];
    return edition === "English" ? `English ${this.data.english[siglum] ?? ""}`.trim() : edition || this.data.sources[siglum];
  }

  isLike(cuts, found) {
    const flow = this.flow(found.edition.startsWith("English") ? "english" : "text");
    const off = (cut) => Math.abs(cut.words.length - found.alignment.shared.length);
    const cut = cuts.reduce((best, each) => (off(each) < off(best) ? each : best));
    if (cut.words.length < 3 || found.alignment.shared.length < 2) return false;
    const weights = cut.words.map((word) => flow.weight(word.key));
    const sum = (list) => list.reduce((total, each) => total + each, 0);
    return sum([...new Set(found.alignment.shared)].map((place) => weights[place] ?? 0)) >= 0.5 * sum(weights);
  }

  quotation(text, found, named) {
    const { alignment, spots } = found;
    const [first, last] = [this.data.passages[this.entry(found, "first")], this.data.passages[this.entry(found, "last")]];
    const ref = first === last ? first.ref : `${first.ref}-${last.ref.split(":")[1]}`;
    const order = this.constructor.ORDER;
    const kinds = [...new Set([...[...alignment.levels].map((level) => order[level]), found.as ?? "same"])].sort((a, b) => order.indexOf(a) - order.indexOf(b));
    let kind = kinds.at(-1);
    if (alignment.differences.length) kind = "different";
    if (found.as === "other passage" || found.as === "different") kind = found.as;
    const there = spots.slice(Math.max(0, alignment.first), alignment.last + 1);
    return {
      class: kind, also: kinds.filter((each) => each !== kind && each !== "same" && each !== "different"), text, named, ref, edition: found.edition,
      words: there.length ? this.running(there) : "", others: found.others ?? 0, differences: alignment.differences,
      left_out: alignment.left_out, added: alignment.added,
    };
  }

  // --- marks

  marked(text) {
    const pairs = new Map();
    for (const [weak, list] of [[false, this.table.marks], [true, this.table.weak_marks]]) {
      for (const [opening, closing] of list) pairs.set(opening, [...(pairs.get(opening) ?? []), [closing, weak]]);
    }
    const openings = [...pairs.keys()].sort((a, b) => b.length - a.length);
    const pattern = new RegExp(openings.map((mark) => mark.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "g");
    const [strong, weak] = [[], []];
    for (let match; (match = pattern.exec(text));) {
      this.stop();
      const [opening] = match;
      const inner = match.index + opening.length;
      if (!this.opens(text, match.index, inner)) continue;
      let best = null;
      for (const [closing, isWeak] of pairs.get(opening)) {
        const ascii = (mark) => !/[^\x00-\x7f]/.test(mark);
        if (best && ascii(closing) && !ascii(opening)) continue;
        const end = this.closed(text, inner, opening, closing);
        if (end >= 0 && (!best || end < best.high || (end === best.high && closing.length > best.closing.length))) best = { high: end, closing, isWeak };
      }
      if (!best) continue;
      const found = { start: match.index, end: best.high + best.closing.length, low: inner, high: best.high, marks: `${opening}…${best.closing}`, weak: best.isWeak };
      if (best.isWeak) weak.push(found);
      else { strong.push(found); pattern.lastIndex = found.end; }
    }
    const kept = [...strong];
    for (const each of weak) if (!kept.some((other) => each.start < other.end && other.start < each.end)) kept.push(each);
    return kept.sort((a, b) => a.start - b.start);
  }

  opens(text, start, end) {
    const isWord = (sign) => /[\p{L}\p{N}]/u.test(sign ?? "");
    const mark = text.slice(start, end);
    if (!text[end]) return false;
    const [before, blank] = [text[start - 1] ?? "", /\s/.test(text[end])];
    if (blank && ["«", "‹", "“"].includes(mark)) return !before.trim() || "([—–-".includes(before);
    if (blank && !["„", "‟", "``"].includes(mark)) return false;
    if (["„", "‟", "‚", "``", ",,", "「", "『", "〝", "❝", '"`', '"<', '">'].includes(mark)) return true;
    return !isWord(text[start - 1]);
  }

  closed(text, start, opening, closing) {
    const inParagraph = ["'", '"', "`", "´", "*", "_", "**", "__", "[", "(", ",", "’", "‘", "‹", "›", "''"].includes(opening);
    let stop = Math.min(text.length, start + 20000);
    const blank = inParagraph ? text.slice(start, stop).search(/\n[ \t]*\n/) : -1;
    if (blank >= 0) stop = start + blank;
    if (text.slice(start, stop).indexOf(closing) < 0) return -1;
    let depth = 0;
    for (let position = start; position < stop;) {
      if (text.startsWith(closing, position) && this.closes(text, position, closing)) {
        if (!depth) return text.slice(start, position).trim() ? position : -1;
        depth -= 1;
        position += closing.length;
      } else if (opening !== closing && text.startsWith(opening, position)) {
        if (!"'’‘`´,‚‛*_[(".includes(opening) || !/[\p{L}\p{N}]/u.test(text[position - 1] ?? "")) depth += 1;
        position += opening.length;
      } else position += 1;
    }
    return -1;
  }

  closes(text, start, closing) {
    if (!["'", "’", "‘", "`", "´", "*", "_", "“", "”", '"', "«", "»", "›", "‹"].includes(closing)) return true;
    const behind = text[start + closing.length] ?? "";
    const doubled = ["“", "”", "«", "»", '"'].includes(closing) && !/\s/.test(text[start - 1] ?? "");
    const ended = doubled && closing !== '"' && /[\p{L}\p{N}.,;:!?…]/u.test(text[start - 1] ?? "");
    if ((/\p{L}/u.test(behind) && !ended) || (/\p{N}/u.test(behind) && !doubled)) return false;
    return !/\s/.test(text[start - 1] ?? "") || ["“", "”", "«", "»", "›", "‹"].includes(closing);
  }

  // --- places that a text names

  cited(text) {
    const sigla = Object.keys(this.data.sources).join("|");
    const places = ":[A-Za-z0-9](?:[A-Za-z0-9.,;:#-]*[A-Za-z0-9])?";
    const version = "@[0-9]+\\.[0-9]+\\.[0-9]+";
    const found = [];
    const add = (start, end, written, siglum, place, asked, fault = "") => {
      if (found.some((each) => each.start < end && start < each.end)) return;
      const read = fault || written.length > 200 ? { ref: "", numbers: [], parts: {}, units: [], fault: fault || "place", isPlace: false } : this.read(siglum, place, asked);
      found.push({ start, end, written, siglum, place, version: asked, ...read, spans: [[start, end]] });
    };
    for (const match of text.matchAll(/https?:\/\/[^\s"“”„«»<>{}|\\^`]+/g)) {
      const length = match[0].replace(/[).,;:\]’']+$/, "").length;
      const address = match[0].slice(0, length).replaceAll(/%([0-7][0-9a-f])/gi, (_all, code) => String.fromCharCode(parseInt(code, 16)));
      const whole = new RegExp(`/c/(${sigla})(?:/([A-Za-z0-9.]+))?(?:@([0-9.]+))?/?(?:index\\.html)?(?:\\?places=([^#]*))?(?:#([A-Za-z0-9.]+))?$`).exec(address);
      const anchor = new RegExp(`#(${sigla})[:-]([A-Za-z0-9.]+)`).exec(address);
      const [start, end] = [match.index, match.index + length];
      if (whole) {
        const sentence = whole[2] && /^[1-9][0-9]*$/.test(whole[5] ?? "") ? `#${whole[5]}` : "";
        add(start, end, address, whole[1], whole[2] ? whole[2] + sentence : whole[4] ?? whole[5] ?? "", whole[3] ?? "");
      } else if (anchor) add(start, end, address, anchor[1], anchor[2], "");
      else if (address.includes("/c/")) add(start, end, address, "", "", "", "place");
    }
    for (const [written, { length }] of [...text.matchAll(/urn:cts:tarock:[A-Za-z0-9.-]+(?::[A-Za-z0-9](?:[A-Za-z0-9.,;:#-]*[A-Za-z0-9])?)?/g)].map((match) => [match, match[0]])) {
      const parts = /^urn:cts:tarock:(.+?)([0-9]+-[0-9]+-[0-9]+)(?::(.+))?$/.exec(written[0]);
      const siglum = parts && Object.keys(this.data.urns).find((each) => this.data.urns[each] === parts[1]);
      add(written.index, written.index + length, written[0], siglum ?? "", parts?.[3] ?? "", siglum ? parts[2].replaceAll("-", ".") : "", siglum ? "" : "urn");
    }
    for (const match of text.matchAll(new RegExp(`(?<![\\p{L}\\p{N}_:/.#@-])\\[?((${sigla})(${places})?(${version})|(${sigla})(${places}))\\]?`, "gu"))) {
      const siglum = match[2] ?? match[5];
      add(match.index, match.index + match[0].length, match[1], siglum, (match[3] ?? match[6] ?? ":").slice(1), (match[4] ?? "").slice(1));
    }
    for (const each of this.told(text)) add(each.start, each.end, each.written, each.siglum, each.places, "");
    found.sort((a, b) => a.start - b.start);
    const merged = [];
    for (const each of found) {
      const last = merged.at(-1);
      const between = last ? text.slice(last.until, each.start) : "";
      const close = last && last.siglum === each.siglum && !/[„“”»«"]|\n[ \t]*\n|(?:\S+\s+){60}/.test(between);
      if (close && Array.isArray(last.place) && each.version && each.isPlace && last.place.some((outer) => this.holds(each, outer))) {
        merged.pop();
        merged.push({ ...each, first: last.first, until: each.end, spans: [...last.spans, ...each.spans] });
      }
      else if (close && last.isPlace && each.isPlace && last.ref === each.ref && (!last.version || !each.version || last.version === each.version)) {
        if (!last.version) Object.assign(last, { version: each.version, fault: each.fault });
        last.until = each.end;
        last.spans.push(...each.spans);
      } else merged.push({ ...each, first: each.start, until: each.end });
    }
    merged.forEach((each, number) => {
      const stop = merged[number + 1]?.first ?? text.length;
      const hash = /\bsha256:\s*([0-9a-f]{1,64})(?![0-9a-f])/i;
      const before = text.slice(Math.max(merged[number - 1]?.end ?? 0, each.start - 300, 0), each.start);
      const digest = hash.exec(text.slice(each.end, Math.min(stop, each.until + 600))) ?? hash.exec(before);
      each.digest = digest?.[1].toLowerCase() ?? "";
      const english = /\b(?:Engl|[Tt]ransl|Übers)[\p{L}\p{N}_]*(?![\p{L}\p{N}_])[^;“”"„]{0,80}?\b[Vv]ersion ([0-9]+\.[0-9]+\.[0-9]+)/u;
      each.english = english.exec(text.slice(each.end, Math.min(stop, each.end + 8000)))?.[1] ?? "";
    });
    return merged;
  }

  /** Whether a place may be called by another: itself, what it is part of, or its page. */
  holds({ siglum, place }, outer) {
    const ident = String(place).split(/[#,;-]/)[0];  // of the first of several
    if (!ident || ident === outer || ident.startsWith(`${outer}.`) || outer.startsWith(`${ident}.`)) return true;
    return (this.data.pages[`${siglum}:${outer}`] ?? []).some((number) => `${this.data.passages[number].ref}.`.startsWith(`${siglum}:${ident}.`));
  }

  * told(text) {
    const js = (pattern) => pattern.replace(/\\([ \-#&~'’"])/g, "$1").replaceAll("[\\W_]", "[^\\p{L}\\p{N}]").replaceAll("\\w", "[\\p{L}\\p{N}_]");
    const located = this.table.locators.map(([name, pattern]) => [name, new RegExp(js(pattern), "iuy")]);
    const filler = /[\s,;:.()[\]„“”"'’~]+/y;
    const at = (pattern, position) => { pattern.lastIndex = position; return pattern.exec(text); };
    for (const [siglum, pattern] of Object.entries(this.data.names)) {
      const fillers = new RegExp(js(this.data.fillers[siglum]), "iuy");
      for (const match of text.matchAll(new RegExp(js(pattern), "giu"))) {
        const [start, numbers] = [match.index + match[0].length, []];
        for (let [end, going] = [start, true]; going;) {
          let position = end;
          for (let step; (step = at(filler, position) ?? at(fillers, position)) && step[0] && position + step[0].length - start <= 60;) position += step[0].length;
          going = false;
          for (const [name, locator] of located) {
            const hit = at(locator, position);
            if (!hit || numbers.some(([each]) => each === name)) continue;
            numbers.push([name, hit[1]]);
            end = position + hit[0].length;
            going = true;
            break;
          }
          if (!going && numbers.length) {
            const label = numbers.map((each) => each.join(" ")).sort().join(", ");
            const places = this.data.labels[siglum][label];
            if (places) yield { start: match.index, end, written: text.slice(match.index, end).replace(/\s+/g, " "), siglum, places };
          }
        }
      }
    }
  }

  /** What a reference names, or why not, as `read_reference` and `select`; `place` may be several ids that a label names. */
  read(siglum, place, version) {
    const parts = (Array.isArray(place) ? place : place ? place.split(/([,;])/).filter((_each, number) => !(number % 2)) : []).map((each) => this.ends(siglum, each));
    const marks = Array.isArray(place) ? [] : place.split(/[^,;]+/).slice(1);
    const apart = (before, behind) => /^(?:.+)\.[0-9]+$/.test(before.split("#")[0]) && /^[0-9]+$/.test(behind.split("#")[0]);
    const blank = { ref: "", numbers: [], parts: {}, units: [], fault: "place", isPlace: false };
    if (parts.includes(null)) return blank;
    if (parts.some(({ typed: [first] }, number) => number && marks[number - 1] === "," && apart(parts[number - 1].typed.findLast(Boolean), first))) return blank;
    let ref = siglum;
    parts.forEach(({ named: [first, last] }, number) => {
      const before = number && parts[number - 1].named.findLast(Boolean);
      ref += `${number ? (apart(before, first) ? ";" : ",") : ":"}${first}${last ? `-${last}` : ""}`;
    });
    const found = { ...blank, ref, isPlace: !Array.isArray(place) || place.length === 1 };
    if (version && !(version in this.data.forms[siglum])) return { ...found, fault: "edition" };
    const whole = [...this.numbers].filter(([each]) => each.startsWith(`${siglum}:`)).map(([, number]) => number);
    const units = parts.length ? parts.map(({ named: [first, last] }) => this.between(siglum, first, last)) : [whole.map((number) => ({ number }))];
    const fault = units.find((each) => typeof each === "string");
    if (fault) return { ...found, fault };
    const all = units.flat();
    const ofParts = {};
    for (const { number, text } of all) {
      const unit = this.data.passages[number].ref;
      if (text !== undefined) ofParts[unit] = unit in ofParts ? `${ofParts[unit]} ${text}` : text;
    }
    const kept = parts.length ? all : all.filter(({ number }) => !this.data.passages[number].heading);
    return { ...found, fault: "", parts: ofParts, units: kept, numbers: [...new Set(all.map((each) => each.number))].sort((a, b) => a - b) };
  }

  /** The ends of a place, as they are typed and as the edition names them; nothing where it is malformed or has two readings. */
  ends(siglum, place) {
    const part = "[A-Za-z0-9]+(?:\\.[A-Za-z0-9]+)*(?:#[1-9][0-9]*)?";
    const following = /^(.*[0-9])(ff?)$/i.exec(place);
    if (following && !this.known.has(`${siglum}:${place}`.toLowerCase())) return this.following(siglum, following[1], following[2].length > 1);
    const typed = new RegExp(`^(${part})(?:-(?:(?:([A-Za-z0-9]+):)?(${part})|(#[1-9][0-9]*)))?$`).exec(place);
    if (!typed || (typed[2] && typed[2] !== siglum)) return null;
    const named = (ident) => ident.replace(/^[^#]+/, (within) => this.known.get(`${siglum}:${within}`.toLowerCase()) ?? within);
    const first = named(typed[1]);
    const within = first.split("#")[0];
    const last = typed[3] ?? (typed[4] ? within + typed[4] : "");
    const made = (end) => ({ typed: [typed[1], last], named: [first, end] });
    if (!last || (first.includes("#") && last.includes("#"))) return made(last && named(last));
    if (first.includes("#")) return made(/^[0-9]+$/.test(last) ? `${within}#${last}` : named(last));
    const [, inside, number] = /^(?:(.*)\.)?([^.]*)$/.exec(first);
    const digits = /^[A-Za-z]*([0-9]+)$/.exec(number)?.[1];
    const short = [...(inside ? [`${inside}.${last}`] : []), ...(digits ? [first.slice(0, -digits.length) + last] : [])];
    const found = short.find((each) => each !== last && this.known.has(`${siglum}:${each}`.toLowerCase()));
    const isBehind = (end) => Array.isArray(this.between(siglum, first, end));
    if (!found || !isBehind(named(found))) return made(named(last));
    return this.known.has(`${siglum}:${last}`.toLowerCase()) && isBehind(named(last)) ? null : made(named(found));
  }

  /** The ends of `47f.`, a place and the next, or of `47ff.`, to the end of its page; nothing where there is no such place. */
  following(siglum, place, toEnd) {
    const first = this.known.get(`${siglum}:${place}`.toLowerCase());
    if (!first) return null;
    const inside = (ident) => ident.slice(0, Math.max(0, ident.lastIndexOf(".")));
    const isNumber = (ident) => /^[0-9]+$/.test(ident);
    const ident = (ref) => (ref.startsWith(`${siglum}:`) ? ref.slice(siglum.length + 1) : "");
    const containers = Object.keys(this.data.containers).filter((ref) => this.data.containers[ref].length).map(ident).filter(Boolean);
    const among = containers.includes(first)
      ? containers.filter((each) => inside(each) === inside(first) && isNumber(each) === isNumber(first))
      : this.data.passages.filter((each) => !each.heading).map((each) => ident(each.ref)).filter((each) => each && inside(each) === inside(first));
    const number = (each) => this.data.containers[`${siglum}:${each}`]?.at(-1) ?? this.numbers.get(`${siglum}:${each}`);
    const page = (each) => this.at.get(this.data.passages[number(each)].ref);
    const behind = among.slice(among.indexOf(first));
    if (!behind.includes(first)) return null;
    const last = toEnd ? behind.findLast((each) => page(each) === page(first)) : behind[1] ?? first;
    return { typed: [place, last === first ? "" : last], named: [first, last === first ? "" : last] };
  }

  /** The passages from one place to another, or those of one; a reason where there are none. */
  between(siglum, first, last) {
    const start = this.unitsOf(siglum, first);
    if (!last || typeof start === "string") return start;
    const end = this.unitsOf(siglum, last);
    if (typeof end === "string") return end;
    const [from, to] = [start[0], end.at(-1)];
    const { passages } = this.data;
    if (first.includes("#") !== last.includes("#") || from.part || to.part || passages[from.number].heading || passages[to.number].heading) return "place";
    if (to.number < from.number || (to.number === from.number && (to.sentence ?? 0) < (from.sentence ?? 0))) return "place";
    const found = [];
    for (let { number } = from; number <= to.number; number += 1) {
      if (passages[number].heading) continue;
      if (!from.sentence) { found.push({ number }); continue; }
      const [low, high] = [number === from.number ? from.sentence : 1, number === to.number ? to.sentence : this.sentences(number).length];
      for (let sentence = low; sentence <= high; sentence += 1) found.push({ number, sentence, text: this.sentences(number)[sentence - 1] });
    }
    return found;
  }

  unitsOf(siglum, ident) {
    const [within, sentence] = ident.split("#");
    const ref = `${siglum}:${within}`;
    const numbers = this.data.containers[ref];
    if (numbers && !numbers.length) return "command";
    if (numbers) return sentence ? "place" : numbers.map((number) => ({ number }));
    if (ref in this.data.parts) return sentence ? "command" : [{ number: this.numbers.get(ref.replace(/\.[^.]*$/, "")), text: this.data.parts[ref], part: true }];
    const number = this.numbers.get(ref);
    if (number === undefined) return "place";
    if (!sentence) return [{ number }];
    const text = this.sentences(number)[sentence - 1];
    return text === undefined ? "place" : [{ number, sentence: Number(sentence), text }];
  }

  sentences(number) {
    const { spans, text } = this.data.passages[number];
    return spans.length ? spans.map(([start, end]) => text.slice(start, end)) : [text];
  }

  // --- a text

  /** Whether a text is written for a program (HTML, TeX, BibTeX, RIS, JSON): the command reads those. */
  isOfProgram(text) {
    const isJson = (words) => {
      try { JSON.parse(words); return true; } catch { return false; }
    };
    const begins = /^\s*[[{]/.test(text);
    if (begins && (isJson(text) || text.split("\n").every((line) => !line.trim() || isJson(line)))) return true;
    return this.data.programs.some(([pattern, flags]) => new RegExp(pattern, flags).test(text));
  }

  /** What is found in a text: it takes no longer than the command may, and what is not compared by then is not looked at. */
  async check(given) {
    this.deadline = Date.now() + 1000 * this.constructor.SECONDS;
    try {
      return await this.checked(given);
    } catch (error) {
      if (!(error instanceof this.constructor.Late)) throw error;
      return { status: 2, quotations: [{ line: 1, class: "not looked at", text: given.slice(0, 300), why: "late" }], unread: [] };
    }
  }

  async checked(given) {
    const lines = given.replace(/\r\n?/g, "\n").split("\n");
    const [kept, blocks] = [[], []];
    let [length, start] = [0, -1];
    for (const line of lines) {
      const mark = /^[ \t]{0,3}(?:>[ \t]?)+/.exec(line);
      const rest = (mark ? line.slice(mark[0].length) : line).replace(/\\([!-/:-@[-`{-~])/g, "$1");
      if (mark && start < 0) start = length;
      else if (!mark && start >= 0) { blocks.push([start, length - 1]); start = -1; }
      kept.push(rest);
      length += rest.length + 1;
    }
    if (start >= 0) blocks.push([start, length - 1]);
    const text = kept.join("\n");
    const named = this.cited(text);
    for (const each of named) each.hash = each.fault ? "" : (await this.hashOf(each, each.version || this.data.sources[each.siglum])) ?? "";
    const cited = named.map((each) => this.recognised(text, each)).sort((a, b) => a.first - b.first);
    const regions = this.regions(text, blocks, cited);
    const place = (at) => text.slice(0, at).split("\n").length;
    const quotations = [];
    const taken = cited.flatMap((each) => each.spans);
    for (const each of cited) {
      if (!each.ref || (each.fault && each.version && !each.digest)) quotations.push([each.start, { class: "not looked at", text: each.written, why: each.fault }]);
      else {
        if (each.digest) quotations.push([each.first, await this.hashed(each)]);
        for (const words of each.others) quotations.push([each.first, { class: "not looked at", marks: "citation", text: words, why: "ours" }]);
      }
    }
    const masked = this.masked(text, [...regions.filter((each) => !each.weak).map((each) => [each.start, each.end]), ...taken]);
    const add = (list) => list.forEach(([start, end, found]) => { quotations.push([start, found]); taken.push([start, end]); });
    const bracketed = regions.filter((each) => each.weak && "([".includes(each.marks[0]));
    for (const region of regions) if (!bracketed.includes(region)) add(this.judged(text, masked, region, regions, cited));
    const unmarked = this.free(text, taken).flatMap(([low, high]) => this.pieces(text, low, high)).flatMap(([low, high]) => [...this.unmarked(text, low, high, cited)]);
    const across = (region, [start, end]) => (start < region.start && region.start < end) || (start < region.end && region.end < end);
    for (const region of bracketed) if (!unmarked.some((each) => across(region, each))) add(this.judged(text, masked, region, regions, cited));
    add(unmarked.filter(([start, end]) => !taken.some(([low, high]) => low < end && start < high)));
    const unread = this.free(text, taken).map(([low, high]) => ({ line: place(low), text: text.slice(low, high).trim() })).filter((each) => this.hasWords(each.text));
    const beside = unread.reduce((sum, each) => sum + each.text.split(/\s+/).length, 0);
    if (quotations.length && quotations.every(([, each]) => each.marks === "hash") && beside <= 200) {
      for (const each of unread.splice(0)) quotations.push([text.length, { class: "not looked at", marks: "none", text: each.text, why: "marks" }]);
    }
    quotations.sort((a, b) => a[0] - b[0]);
    const all = quotations.map(([at, each]) => ({ line: place(at), ...each }));
    const kinds = new Set(all.map((each) => each.class));
    let status = kinds.has("not looked at") || ![...kinds].some((kind) => kind !== "not from these texts") ? 2 : 0;
    if (kinds.has("different") || kinds.has("other passage")) status = 1;
    return { status, quotations: all, unread };
  }

  hasWords(text) {
    return /[\p{L}\p{N}]/u.test(text);
  }

  masked(text, spans) {
    let [found, position] = ["", 0];
    for (const [start, end] of this.joinedSpans(spans)) {
      found += text.slice(position, start) + text.slice(start, end).replace(/\S/g, " ");
      position = end;
    }
    return found + text.slice(position);
  }

  joinedSpans(spans) {
    const found = [];
    for (const [start, end] of [...spans].sort((a, b) => a[0] - b[0] || a[1] - b[1])) {
      if (found.length && start < found.at(-1)[1]) found.at(-1)[1] = Math.max(found.at(-1)[1], end);
      else found.push([start, end]);
    }
    return found;
  }

  /** A place with the stretches that our citation of it takes, and other words inside it. */
  recognised(text, cited) {
    const spans = [...cited.spans];
    for (const hash of text.matchAll(/\bsha256:\s*([0-9a-f]+)/gi)) {
      const digits = hash[1].toLowerCase();
      if (cited.digest && Math.min(digits.length, cited.digest.length) >= 8 && (digits.startsWith(cited.digest) || cited.digest.startsWith(digits))) spans.push([hash.index, hash.index + hash[0].length]);
    }
    if (!(cited.version || cited.digest) || cited.fault) return { ...cited, spans: this.joinedSpans(spans), others: [] };
    const [low, high] = [Math.max(0, cited.start - 700), cited.end + 8000];
    const known = this.joinedSpans([...spans, ...this.phrases(text.slice(low, high), cited).map(([a, b]) => [low + a, low + b])]);
    const count = (words) => words.split(/\s+/).filter(Boolean).length;
    let [start, end] = [cited.start, cited.end];
    for (const [a, b] of known.filter((each) => each[0] < cited.start).reverse()) {
      if (count(text.slice(b, start)) > 7 || /\n[ \t]*\n/.test(text.slice(b, start))) break;
      spans.push([a, b]);
      start = a;
    }
    const inMarks = /[“„"][^“”„"]*[”“"]/g;
    for (const [a, b] of known.filter((each) => each[1] > cited.start)) {
      const between = text.slice(end, a);
      if (a > end && (count(between.replace(inMarks, "")) > 7 || /\n[ \t]*\n/.test(between))) break;
      spans.push([a, b]);
      end = Math.max(end, b);
    }
    const kept = this.joinedSpans(spans);
    const others = kept.length > 3 ? kept.slice(1).map(([next], number) => text.slice(kept[number][1], next).replace(inMarks, "").trim()) : [];
    return { ...cited, first: start, spans: kept, others: others.filter((each) => this.hasWords(each) && count(each) <= 7) };
  }

  /** The stretches of a text that are phrases of our citations of a place. */
  phrases(text, cited) {
    const edge = /^[^\p{L}\p{N}_§♠-♧🂠-🃿]+|[^\p{L}\p{N}_§♠-♧🂠-🃿]+$/gu;
    const words = [];
    for (const run of text.matchAll(/\S+/g)) {
      const word = run[0].replace(edge, "");
      if (word) words.push([word.normalize("NFC").toLowerCase().replaceAll("ß", "ss").replaceAll("ſ", "s"), run.index, run.index + run[0].length]);
    }
    const { siglum } = cited;
    const version = cited.version || this.data.sources[siglum];
    const { numbers } = cited;
    const passages = numbers.map((number) => this.data.passages[number]);
    const emended = passages.reduce((sum, each) => sum + each.emended, 0);
    const counted = Object.values(this.data.emended).map((each) => each[Math.min(2, emended)].replace("#", emended).toLowerCase()).filter(Boolean);
    const ident = cited.ref.slice(siglum.length);
    const own = [`${cited.ref}@${version}`, `urn:cts:tarock:${this.data.urns[siglum]}${version.replaceAll(".", "-")}${ident}`, `sha256:${cited.hash.slice(0, 12)}`];
    const pages = Object.keys(this.data.pages).filter((each) => this.data.pages[each].some((number) => numbers.includes(number)));
    const told = [ident, ...pages.map((each) => each.split(":")[1]), ...passages.map((each) => (each.heading ? each.text : ""))].join(" ");
    const digits = new Set(told.match(/[0-9]+/g) ?? []);
    const fits = (word, part) => word === part || (part.includes("#") && word?.replace(/[0-9]+/g, "#") === part && word.match(/[0-9]+/g).every((each) => digits.has(each)));
    const ends = cited.ref.slice(siglum.length + 1).split(/[,;-]/).map((each) => each.split("#")[0]);
    const labels = Object.entries(this.data.places[siglum]).filter(([, idents]) => !idents.length || idents.some((each) => ends.includes(each)));
    const wanted = [...(this.data.forms[siglum]?.[version] ?? []), ...labels.map(([label]) => label), ...counted, ...own].map((each) => each.split(" "));
    const found = [];
    for (let position = 0; position < words.length;) {
      let length = Math.max(0, ...wanted.filter((parts) => parts.every((part, number) => fits(words[position + number]?.[0], part))).map((parts) => parts.length));
      const rest = words.slice(position, position + 5).map((each) => each[0]).join(" ");
      if (!length) length = /^accessed [0-9]{1,2} \S+ [0-9]{4}/.test(rest) ? 4 : /^abgerufen am [0-9]{1,2} \S+ [0-9]{4}/.test(rest) ? 5 : 0;
      if (length) found.push([words[position][1], words[position + length - 1][2]]);
      position += length || 1;
    }
    return found;
  }

  /** What stands in marks or is a block quotation, without what our citations have in marks. */
  regions(text, blocks, cited) {
    const known = cited.flatMap((each) => each.spans);
    const around = cited.map((each) => [each.spans[0][0], each.spans.at(-1)[1]]);
    let regions = this.marked(text).filter((each) => this.hasWords(text.slice(each.low, each.high))
      && !known.some(([start, end]) => start <= each.low && each.high <= end)
      && !(each.weak && around.some(([start, end]) => start < each.end && each.start < end)));
    const count = (words) => words.split(/\s+/).filter(Boolean).length;
    for (const [start, end] of blocks) {
      const inside = regions.filter((each) => !each.weak && start <= each.start && each.start < end);
      const here = cited.filter((each) => start <= each.first && each.first < end);
      const words = inside.reduce((sum, each) => sum + count(text.slice(each.low, each.high)), 0);
      if (inside.length && (here.length || 2 * words >= count(text.slice(start, end)))) continue;
      let [low, high] = [start, end];
      for (const each of here) {
        const behind = !this.hasWords(text.slice(each.end, end)) || this.hasWords(text.slice(low, each.first));
        [low, high] = behind ? [low, Math.min(high, each.first)] : [Math.max(low, each.end), high];
      }
      if (!this.hasWords(text.slice(low, high))) continue;
      regions = regions.filter((each) => each.start < low || each.start >= high);
      regions.push({ start: low, end: high, low, high, marks: "block", weak: false });
    }
    if (!cited.length && !regions.length && text.trim() && count(text) <= 60) {
      const low = text.length - text.trimStart().length;
      regions = [{ start: low, end: text.trimEnd().length, low, high: text.trimEnd().length, marks: "none", weak: false }];
    }
    return regions.sort((a, b) => a.start - b.start);
  }

  /** What a quotation is, with its characters: none of weak marks, several where others are inside it. */
  judged(text, masked, region, regions, cited) {
    const words = text.slice(region.low, region.high).trim();
    const count = words.split(/\s+/).length;
    const say = (found) => [[region.start, region.end, { ...found, marks: region.marks }]];
    const bound = this.bound(masked, region, regions, cited);
    const foreign = "not from these texts";
    if (bound.length && count >= 5 && bound.every((each) => each.first < region.start
      && regions.some((other) => other.end <= each.first && !this.hasWords(text.slice(other.end, each.first))))) {
      const found = this.judge(words, []);
      if (found.class === foreign) return say(found);
    }
    if (region.weak && (count < 3 || this.judge(words, []).class === foreign)) return [];
    const found = this.judge(words, bound);
    const inner = ["different", "other passage", foreign].includes(found.class) ? this.inside(text, region, cited) : [];
    if (!inner.length) return say(found);
    const apart = this.masked(text, [...inner.map((each) => [each.start, each.end]), ...cited.flatMap((each) => each.spans)]);
    const all = inner.flatMap((each) => this.judged(text, apart, each, inner, cited));
    const within = cited.some((each) => region.start <= each.start && each.start < region.end);
    return bound.length && !within ? [...all, ...say({ class: "not looked at", text: words, why: "citer" })] : all;
  }

  /** The quotations inside one whose other words are from no text of ours; nothing where they may be. */
  inside(text, region, cited) {
    const words = text.slice(region.low, region.high);
    const inner = this.marked(words).filter((each) => !each.weak && this.hasWords(words.slice(each.low, each.high)))
      .map((each) => ({ ...each, start: each.start + region.low, end: each.end + region.low, low: each.low + region.low, high: each.high + region.low }));
    const spans = [...inner.map((each) => [each.start, each.end]), ...cited.flatMap((each) => each.spans)];
    const rest = this.masked(text, spans).slice(region.low, region.high);
    return !this.hasWords(rest) || this.judge(rest, []).class === "not from these texts" ? inner : [];
  }

  /** What became of the words with a hash; a browser reckons hashes on pages that come from this machine or by https. */
  async hashed(cited) {
    const blank = { marks: "hash", text: `sha256:${cited.digest}`, ref: cited.ref, named: cited.written, class: "not looked at" };
    if (cited.digest.length < 8 || cited.fault) return { ...blank, why: cited.fault || "hash" };
    const current = this.data.sources[cited.siglum];
    const found = [];
    for (const version of Object.keys(this.data.forms[cited.siglum])) {
      const hash = await this.hashOf(cited, version);
      if (hash === null) return { ...blank, why: "command" };
      if (hash.startsWith(cited.digest)) found.push(version);
    }
    if (found.includes(current)) return { ...blank, class: "same", edition: current };
    if (found.length) return { ...blank, class: "older edition", edition: found.at(-1) };
    return { ...blank, class: "different", differences: [], why: "digest" };
  }

  /** The hash of what a place names in an edition; nothing for a sentence that was another, and where a browser reckons none. */
  async hashOf({ units }, version) {
    const older = ({ number }) => this.data.passages[number].older[version];
    if (!globalThis.crypto?.subtle || units.some((each) => each.text !== undefined && older(each) !== undefined)) return null;
    const words = units.map((each) => each.text ?? older(each) ?? this.data.passages[each.number].text).join("\n");
    const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(words)));
    return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  }

  bound(masked, region, regions, cited) {
    const behind = cited.find((each) => each.first >= region.end);
    const before = cited.findLast((each) => each.end <= region.start);
    const foreign = /\([^()]{0,120}?(?<!\d)(?:1[4-9]|20)\d\d[a-z]?(?!\d)[^()]{0,80}\)|\[\d{1,3}\]|\([^()]{0,60}\b(?:S|pp?)\. ?\d[^()]{0,40}\)|\((?:ebd|ibid|a\. ?a\. ?O)[^()]{0,40}\)/;
    const near = (between) => {
      const words = between.trim() ? between.trim().split(/\s+/).length : 0;
      if (/\n[ \t]*\n/.test(between) && (words > 7 || (region.marks !== "block" && words))) return false;
      return !/[\p{L}\p{N}]/u.test(between) || !/[.!?…]["'”“»’)\]]*\s+(?=["'„“»«‚‘([]*[A-ZÄÖÜ0-9§>])/u.test(`${between}A`);
    };
    const found = [];
    const other = foreign.exec(masked.slice(region.end, region.end + 700));
    const inside = behind ? regions.filter((each) => region.end <= each.start && each.start < behind.first).reduce((sum, each) => sum + each.end - each.start, 0) : 0;
    if (behind && behind.first - region.end <= 700 + inside) {
      const between = masked.slice(region.end, behind.first);
      if (!(other && region.end + other.index < behind.first) && near(between)) found.push([between.trim().length, behind]);
    }
    if (before && region.start - before.end <= 8000) {
      const between = masked.slice(before.until, region.start);
      const stopped = other && !masked.slice(region.end, region.end + other.index).replace(/[\s.,;:]/g, "");
      if (!stopped && near(between) && !foreign.test(between)) found.push([/:\s*$/.test(between) ? -1 : between.trim().length + 40, before]);
    }
    return found.sort((a, b) => a[0] - b[0]).map(([, each]) => each);
  }

  /** The stretches of a text that are like words of ours, as `QuotationComparer.alike`. */
  alike(text, near) {
    const { words } = this.cut(text);
    const found = [];
    for (const name of ["text", "english"]) {
      const flow = this.flow(name);
      flow.runs ??= this.runsOf(flow);
      const hits = [];
      for (let number = 0; number + 2 < words.length; number += 1) {
        this.stop();
        const places = flow.runs.get(words.slice(number, number + 3).map((each) => each.key).join(" ")) ?? [];
        for (const at of places.slice(0, 50)) hits.push([number, at]);
      }
      for (const run of this.clusters(hits, 2, 5)) found.push(this.extended(words, flow, run));
    }
    if (near.length) {
      const flow = this.indexed(this.spots(near, (passage) => passage.text));
      const hits = words.flatMap((word, number) => (flow.places.get(word.key) ?? []).map((at) => [number, at]));
      for (const run of hits.length < 200000 ? this.clusters(hits, 0, 2) : []) {
        if (words.slice(run.low, run.high + 1).some((word) => this.tells(word.key, flow))) found.push(this.extended(words, flow, run));
      }
    }
    const taken = [];
    for (const [low, high] of found.sort((a, b) => (a[0] - a[1]) - (b[0] - b[1]))) {
      if (!taken.some(([start, end]) => low <= end && start <= high)) taken.push([low, high]);
    }
    const joined = [];
    for (const [low, high] of taken.sort((a, b) => a[0] - b[0])) {
      const last = joined.at(-1);
      if (last && low === last.high + 1 && !/[.!?;:]/.test(words[low].signs)) Object.assign(last, { high, joined: true });
      else joined.push({ low, high, joined: false });
    }
    return joined.map((each) => ({ start: words[each.low].start, end: words[each.high].end, joined: each.joined }));
  }

  runsOf(flow) {
    const runs = new Map();
    for (let place = 0; place + 2 < flow.spots.length; place += 1) {
      const run = flow.spots.slice(place, place + 3).map((spot) => spot.word.key).join(" ");
      runs.has(run) ? runs.get(run).push(place) : runs.set(run, [place]);
    }
    return runs;
  }

  tells(key, flow) {
    return flow.places.has(key) && key.length >= 5 && this.flow("text").weight(key) > 5.5;
  }

  clusters(hits, width, least) {
    const groups = new Map();
    for (const [number, place] of hits) {
      const diagonal = Math.floor((place - number) / 4);
      groups.has(diagonal) ? groups.get(diagonal).push([number, place - number]) : groups.set(diagonal, [[number, place - number]]);
    }
    const found = [];
    for (const [diagonal, group] of groups) {
      this.stop();
      const seen = new Map([...group, ...(groups.get(diagonal + 1) ?? [])].map((each) => [each.join(" "), each]));
      const both = [...seen.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      let run = [both[0]];
      for (const each of [...both.slice(1), null]) {
        if (each && each[0] - run.at(-1)[0] <= 6) { run.push(each); continue; }
        const covered = new Set(run.flatMap(([number]) => Array.from({ length: width + 1 }, (_none, step) => number + step))).size;
        const [low, high] = [run[0][0], run.at(-1)[0] + width];
        const inPlace = covered >= 4 || new Set(run.map(([, behind]) => behind)).size === 1;
        if (inPlace && covered >= least && 5 * covered >= 3 * (high + 1 - low)) found.push({ low, high, first: run[0][1], last: run.at(-1)[1] });
        if (each) run = [each];
      }
    }
    return found;
  }

  extended(words, flow, run) {
    const keys = words.map((word) => word.key);
    const before = flow.spots.slice(Math.max(0, run.low + run.first - 60), Math.max(0, run.low + run.first));
    const behind = flow.spots.slice(run.high + run.last + 1).slice(0, 60);
    const low = run.low - this.goingOn(keys.slice(Math.max(0, run.low - 60), run.low).reverse(), before.reverse(), flow);
    return [low, run.high + this.goingOn(keys.slice(run.high + 1, run.high + 61), behind, flow)];
  }

  goingOn(keys, spots, flow) {
    let [at, place] = [0, 0];
    const same = (one, other) => one < keys.length && other < spots.length && [spots[other].word.key, spots[other].modern].includes(keys[one]);
    const next = () => {
      for (let sum = 0; sum <= 6; sum += 1) {
        for (let one = Math.max(0, sum - 3); one <= Math.min(3, sum); one += 1) {
          const [a, b] = [at + one, place + sum - one];
          if (same(a, b) && (same(a + 1, b + 1) || this.tells(keys[a], flow))) return [a, b];
        }
      }
      return null;
    };
    for (let step = next(); step; step = next()) {
      [at, place] = step;
      while (same(at, place)) [at, place] = [at + 1, place + 1];
    }
    const isNumber = (key) => /^[0-9]+$/.test(key ?? "");
    return at + (isNumber(keys[at]) && isNumber(spots[place]?.word.key) ? 1 : 0);
  }

  /** Words in no marks that are like words of the texts. */
  * unmarked(text, low, high, cited) {
    const count = (words) => (words.match(/[\p{L}\p{N}_]+/gu) ?? []).length;
    if (count(text.slice(low, high)) < 3) return;
    const far = (each) => Math.max(each.start - high, low - each.end);
    const near = cited.filter((each) => each.ref && each.start - high <= 700 && low - each.end <= 8000).sort((a, b) => far(a) - far(b));
    let stretches = [];
    try {
      stretches = this.alike(text.slice(low, high), near.flatMap((each) => each.numbers));
    } catch (error) {
      if (!(error instanceof this.constructor.Late)) throw error;
      yield [low, low, { class: "not looked at", marks: "none", text: text.slice(low, low + 300), why: "late" }];
    }
    for (const alike of stretches) {
      let [from, to] = [low + alike.start, low + alike.end];
      const ends = [low, ...[...text.slice(low, high).matchAll(/[.!?…]["'”“»’)\]]*\s+(?=["'„“»«‚‘([]*[A-ZÄÖÜ0-9§>])|\n[ \t]*\n|[:„“”»«"]\s*/gu)].map((each) => low + each.index + each[0].length), high];
      const [begin, stop] = [Math.max(...ends.filter((each) => each <= from)), Math.min(...ends.filter((each) => each >= to))];
      if (count(text.slice(from, to)) >= 0.75 * count(text.slice(begin, stop))) [from, to] = [begin, stop];
      const words = text.slice(from, to).trim();
      const alone = text.slice(low + alike.start, low + alike.end).trim();
      let found = { ...this.judge(words, near.slice(0, 1)), marks: "none" };
      const isCompared = ({ class: kind }) => !["different", "other passage", "not from these texts", "not looked at"].includes(kind);
      const first = /[\p{L}\p{N}_]+\s*$/u.exec(text.slice(begin, from));
      if (first && isCompared(found)) { // the first word may have another capital than there
        const begun = this.judge(text.slice(begin + first.index, to).trim(), near.slice(0, 1));
        if (isCompared(begun)) [from, found] = [begin + first.index, { ...begun, marks: "none" }];
      }
      if (found.class === "not from these texts" && !alike.joined) continue;
      if (found.class === "other passage") found = { ...this.judge(words, []), marks: "none" };
      else if (found.class === "not from these texts") found = { ...found, class: "not looked at", why: "several" };
      else if (found.class === "different" && alone !== words && isCompared(this.judge(alone, near.slice(0, 1)))) {
        found = { ...found, class: "not looked at", differences: [], why: "beside" };
      } else if (found.class === "different") {
        const off = found.differences.reduce((sum, each) => sum + Math.max(...[each.quoted, each.there].map((one) => one.split(/\s+/).filter(Boolean).length)), 0);
        const { length } = this.cut(words).words;
        const numbered = found.differences.length === 1 && found.differences[0].quoted === /^[0-9]+/.exec(words)?.[0];
        if (numbered || length < 8 || 6 * off > length) found = { ...found, class: "not looked at", why: "marks" };
      }
      if (isCompared(found) && !this.isApart(text.slice(begin, from), text.slice(to, stop))) {
        found = { ...found, class: "not looked at", why: "beside" };
      }
      yield [from, to, found];
    }
  }

  /** Whether no other words stand in the sentence of some words but such as lead to a quotation. */
  isApart(before, behind) {
    const lead = before.trimEnd();
    const told = lead.match(/[\p{L}\p{N}_]+/gu)?.at(-1) ?? "";
    return (!told || ",;:(–—-".includes(lead.at(-1)) || this.table.leads.includes(told.toLowerCase())) && !this.hasWords(behind);
  }

  /** A stretch of a text in pieces that do not take long. */
  pieces(text, start, end) {
    const found = [];
    for (; end - start > 20000; start = found.at(-1)[1]) {
      const line = text.lastIndexOf("\n", start + 19999);
      found.push([start, line >= start + 10000 ? line + 1 : start + 20000]);
    }
    return [...found, [start, end]];
  }

  free(text, taken) {
    const found = [];
    let position = 0;
    for (const [start, end] of [...taken].sort((a, b) => a[0] - b[0])) {
      if (position < start) found.push([position, start]);
      position = Math.max(position, end);
    }
    if (position < text.length) found.push([position, text.length]);
    return found;
  }
};
