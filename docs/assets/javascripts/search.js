// The search: passages in which words stand, the best first. It does what `scripts/tarock/corpus/search.py` does, with
// the same data; what is changed here is changed there: one list of queries tests both.
(() => {
  "use strict";

  const WRITTEN = 1, BASE = 0.9, STEM = 0.8, TERM = 0.7, ACCEPTED = 0.6, BEGINS = 0.55, INSIDE = 0.5, ENGLISH = 0.45, RELATED = 0.25;
  const SAID = 0.45, RULED = 6;
  const DEFINES = 2.5;
  const LIMIT = 1000;
  const WORD = /[\p{L}\p{N}]+/gu;
  const PARTS = /["„“”»«]([^"„“”»«]+)["„“”»«]|[^\s"„“”»«]+/g;
  const PLACE = /^(?:([a-z0-9]+)\s*[:-]\s*)?([a-z0-9]+(?:\.[a-z0-9]+)*)$/i;
  const SECTION = /^§§?\s*([0-9]+(?:\.[0-9]+)?)$/;

  const folded = new Map();
  function fold(text) {
    let found = folded.get(text);
    if (found === undefined) {
      found = text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "")
        .replaceAll("ae", "a").replaceAll("oe", "o").replaceAll("ue", "u");
      folded.set(text, found);
    }
    return found;
  }

  function stem(word, endings) {
    for (const [ending, least] of endings) {
      if (word.length - ending.length >= least && word.endsWith(ending)) return word.slice(0, -ending.length);
    }
    return word;
  }

  const tokensOf = (text) => [...text.matchAll(WORD)].map((match) => [fold(match[0]), match.index, match.index + match[0].length]);
  const meets = (some, others) => some.some((one) => others.includes(one));
  const unique = (list) => [...new Set(list)];

  /** Words that hyphens put together, and which are one word too: `Kauf-Talon`. */
  function* hyphened(tokens, text) {
    let run = [];
    for (const token of tokens) {
      if (run.length && text.slice(run.at(-1)[2], token[1]) === "-") {
        run.push(token);
        continue;
      }
      if (run.length > 1) yield run;
      run = [token];
    }
    if (run.length > 1) yield run;
  }

  function add(map, key, value) {
    const held = map.get(key);
    if (held) held.push(value); else map.set(key, [value]);
  }

  class Index {
    constructor(data) {
      this.data = data;
      this.modern = new Map(Object.entries(data.modern));
      this.known = new Map(Object.entries(data.bases));
      this.postings = new Map();
      this.tokens = data.passages.map(([, text]) => tokensOf(text));
      this.tokens.forEach((tokens, number) => {
        for (const [word, start, end] of tokens) add(this.postings, word, [number, start, end]);
        for (const parts of hyphened(tokens, data.passages[number][1])) {
          const word = parts.map(([part]) => part).join("");
          add(this.postings, word, [number, parts[0][1], parts.at(-1)[2]]);
          if (!this.modern.has(word)) this.modern.set(word, [parts.map(([part]) => this.modern.get(part)?.[0] ?? part).join("")]);
        }
      });
      this.englishTokens = new Map();
      this.englishPostings = new Map();
      data.passages.forEach(([ref], number) => {
        if (!Object.hasOwn(data.english, ref)) return;
        const stems = tokensOf(data.english[ref]).map(([word, start, end]) => [stem(word, data.english_endings), start, end]);
        this.englishTokens.set(number, stems);
        stems.forEach(([word], at) => add(this.englishPostings, word, [number, at]));
      });
      this.says = [];
      this.said = new Map();
      for (const [, , title, asks, sought, says] of data.rules) {
        const common = this.englishStems([title, asks, ...sought].join(" "));
        for (const [words, numbers] of says) {
          for (const key of unique([...common, ...this.englishStems(words)])) add(this.said, key, this.says.length);
          this.says.push([words, numbers]);
        }
      }
      this.average = this.tokens.reduce((sum, tokens) => sum + tokens.length, 0) / Math.max(1, this.tokens.length);
      this.keys = new Map();
      this.byForm = new Map();
      for (const word of this.postings.keys()) {
        const written = this.written(word);
        const bases = this.bases(written);
        const stems = this.stems(written, bases);
        this.keys.set(word, { written, bases, stems, related: unique([...this.derived(written), ...stems]) });
        for (const form of written) add(this.byForm, form, word);
      }
      this.terms = new Map();
      this.english = new Map();
      for (const group of data.groups) {
        for (const key of unique(group.german.flatMap((word) => this.written(word)))) add(this.terms, key, group);
        for (const [words, worth] of [[group.english, TERM], [group.accepted, ACCEPTED]]) {
          for (const key of unique(words.map((text) => this.englishStem(text)))) add(this.english, key, [group, worth]);
        }
      }
    }

    /** What a query finds, the best first, then in reading order: `{ref, number, spans, score}`; a place has no number. */
    search(query, sources = []) {
      if (query.length > LIMIT) return [];
      const asked = query.trim();
      const within = ({ ref }) => !sources.length || sources.includes(ref.split(":")[0]);
      const jump = (ref) => ({ ref, number: -1, spans: [], english: [], score: Infinity });
      const referred = this.referred(asked);
      if (referred) return [jump(referred)].filter(within);
      const jumps = this.data.places.filter(([, called]) => called.includes(fold(asked))).map(([ref]) => ref);
      const [phrases, words] = parts(query);
      const units = phrases.map((phrase) => this.translated(phrase.match(WORD).map(fold), this.phrase(phrase, WRITTEN, new Map())));
      const groups = new Set();
      units.push(...this.units(words, groups));
      const defining = new Set([...groups].flatMap((group) => group.definitions));
      const sizes = units.map((unit) => [...unit.values()].filter(({ best }) => best).length);
      const weights = sizes.map((size) => Math.log(1 + this.tokens.length / (1 + size)));
      const scored = [];
      for (const number of new Set(units.flatMap((unit) => [...unit.keys()]))) {
        const found = units.map((unit) => unit.get(number));
        if (phrases.some((_phrase, index) => !found[index])) continue;
        let score = this.score(number, found, weights);
        if (defining.has(this.data.passages[number][0])) score *= DEFINES;
        if (score) scored.push([Math.round(score * 1e9) / 1e9, number, found]);
      }
      scored.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
      const hits = jumps.map(jump);
      for (const [score, number, found] of scored) {
        const ref = this.data.passages[number][0];
        if (jumps.includes(ref)) continue;
        const of = (kind) => found.flatMap((unit) => unit?.[kind] ?? []).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        hits.push({ ref, number, score, spans: of("spans"), english: of("english"), found });
      }
      return hits.filter(within);
    }

    /** The sentences of the rules that have most of the words, in their order. */
    saidOf({ found = [] }) {
      const counted = new Map();
      for (const sentence of found.flatMap((unit) => [...(unit?.said ?? [])])) counted.set(sentence, (counted.get(sentence) ?? 0) + 1);
      const most = Math.max(0, ...counted.values());
      return [...counted].filter(([, count]) => count === most).map(([sentence]) => sentence).sort((a, b) => a - b).map((sentence) => this.says[sentence][0]);
    }

    score(number, found, weights) {
      const length = 0.5 + 0.5 * this.tokens[number].length / this.average;
      let score = 0;
      let here = 0;
      found.forEach((unit, index) => {
        if (!unit) return;
        score += weights[index] * unit.best ** 2 * unit.total / (unit.total + 0.6 * length);
        here += 1;
      });
      let near = 1;
      for (let index = 1; index < found.length; index += 1) {
        const [left, right] = [found[index - 1], found[index]];
        if (!left || !right) continue;
        near += 2 / (1 + Math.min(gap(left.spans, right.spans), gap(left.english, right.english)) / 2);
      }
      const held = new Map();
      let most = 0;
      found.forEach((unit, index) => {
        for (const sentence of unit?.said ?? []) {
          const sum = (held.get(sentence) ?? 0) + weights[index];
          held.set(sentence, sum);
          most = Math.max(most, sum);
        }
      });
      const ruled = RULED * (most / weights.reduce((sum, weight) => sum + weight, 0)) ** 2;
      return score * (here / found.length) ** 2 * near * (1 + ruled);
    }

    units(words, groups) {
      const units = [];
      for (let at = 0; at < words.length;) {
        for (const count of [3, 2, 1]) {
          const together = words.slice(at, at + count);
          const meant = this.english.get(this.englishStem(together.join(" "))) ?? [];
          if (together.length === count && (meant.length || count === 1)) {
            units.push(this.unit(together, meant, groups, at + count === words.length));
            at += count;
            break;
          }
        }
      }
      return units;
    }

    unit(words, meant, groups, last) {
      const word = words.length === 1 ? words[0] : "";
      const worth = new Map();
      const take = (found, value) => worth.set(found, Math.max(value, worth.get(found) ?? 0));
      const written = this.written(word);
      const bases = this.bases(written);
      const stems = this.stems(written, bases);
      const related = unique([...this.derived(written), ...stems]);
      const long = word.length >= 4;
      if (word) {
        for (const [key, forms] of this.keys) {
          if (meets(forms.written, written)) take(key, WRITTEN);
          else if (meets(forms.bases, bases)) take(key, BASE);
          else if (meets(forms.stems, stems)) take(key, STEM);
          else if (word.length >= 3 && (last || long) && forms.written.some((form) => form.startsWith(word))) take(key, BEGINS);
          else if (long && forms.written.some((form) => written.some((part) => form.includes(part)))) take(key, INSIDE);
          else if (meets(forms.related, related)) take(key, RELATED);
        }
      }
      const phrases = word ? [] : [[words.join(" "), WRITTEN]];
      const known = [...worth.values()].some((value) => value >= STEM);
      const own = unique([...written, ...bases].flatMap((key) => this.terms.get(key) ?? []));
      const terms = [...own.map((group) => [group, TERM]), ...meant.filter(([, value]) => !known || value > ACCEPTED)];
      for (const [group, value] of terms) {
        groups.add(group);
        for (const german of group.german) {
          if (german.includes(" ")) phrases.push([german, value]);
          for (const form of this.written(german)) for (const key of this.byForm.get(form) ?? []) take(key, value);
        }
      }
      const found = new Map();
      for (const [phrase, value] of phrases) this.phrase(phrase, value, found);
      for (const [key, value] of worth) {
        for (const [number, start, end] of this.postings.get(key)) note(found, number, value, [start, end]);
      }
      if (!known) this.translated(words, found);
      this.ruled(words, found, known);
      return found;
    }

    /** What the rules say with these words; added to `found`, without worth by itself when the texts know the word. */
    ruled(words, found, known) {
      const lists = words.map((word) => this.said.get(stem(word, this.data.english_endings)) ?? []);
      for (const sentence of lists[0] ?? []) {
        if (!lists.every((list) => list.includes(sentence))) continue;
        for (const number of this.says[sentence][1]) {
          if (!found.get(number)?.said.size) note(found, number, known ? 0 : SAID);
          found.get(number).said.add(sentence);
        }
      }
    }

    /** Where English words stand together in the translation; added to `found`. */
    translated(words, found) {
      const wanted = words.map((word) => stem(word, this.data.english_endings));
      for (const [number, at] of (wanted.length && this.englishPostings.get(wanted[0])) || []) {
        const tokens = this.englishTokens.get(number);
        if (!wanted.every((word, index) => tokens[at + index]?.[0] === word)) continue;
        note(found, number, ENGLISH);
        found.get(number).english.push([tokens[at][1], tokens[at + wanted.length - 1][2]]);
      }
      return found;
    }

    /** Where words stand together as they are, or in modern spelling; added to `found`. */
    phrase(phrase, value, found) {
      const wanted = tokensOf(phrase).map(([word]) => this.written(word));
      const first = unique(wanted[0].flatMap((form) => this.byForm.get(form) ?? []));
      for (const number of unique(first.flatMap((key) => this.postings.get(key).map(([at]) => at)))) {
        const tokens = this.tokens[number];
        for (let at = 0; at <= tokens.length - wanted.length; at += 1) {
          if (wanted.every((forms, index) => meets(this.keys.get(tokens[at + index][0]).written, forms))) {
            note(found, number, value, [tokens[at][1], tokens[at + wanted.length - 1][2]]);
          }
        }
      }
      return found;
    }

    /** The reference that the query is; empty when it is none that exists. */
    referred(query) {
      const section = query.match(SECTION);
      const place = query.match(PLACE);
      let name = "";
      if (section) name = `${this.data.sections}:${section[1]}`;
      else if (place && (place[1] || !/^[0-9]+$/.test(place[2]))) name = `${place[1] ?? this.data.sections}:${place[2]}`;
      this.named ??= new Map([...this.data.places, ...this.data.passages].map(([ref]) => [ref.toLowerCase(), ref]));
      return this.named.get(name.toLowerCase()) ?? "";
    }

    written(word) { return [word, ...(this.modern.get(word) ?? [])]; }

    bases(forms) {
      return unique(forms.flatMap((form) => this.known.get(form) ?? this.known.get(stem(form, this.data.endings)) ?? [form]));
    }

    stems(...words) { return unique(words.flat().map((word) => stem(word, this.data.endings))); }

    derived(words) { return unique(words.map((word) => stem(word, this.data.derived))); }

    englishStems(text) { return tokensOf(text).map(([word]) => stem(word, this.data.english_endings)); }

    englishStem(text) { return fold(text).split(/\s+/).filter(Boolean).map((word) => stem(word, this.data.english_endings)).join(" "); }
  }

  /** What can be gone to beside passages: terms of the glossary, notes, rules, pages and their sections. */
  class Doors {
    constructor(index) {
      const { data } = index;
      this.index = index;
      this.doors = data.doors.map(([kind, title, beside, sought, about, page, anchor]) => ({ kind, title, beside, sought, about, page, anchor, says: [] }));
      data.rules.forEach(([key, page, title, asks, sought, says]) => {
        this.doors.push({ kind: "rule", title, beside: "", sought, about: asks, page, anchor: `rule-${key}`, says });
      });
      this.words = new Map();
      this.called = new Map();
      this.doors.forEach((door, number) => {
        const group = door.kind === "term" ? data.groups[number] : null;
        const names = group ? [door.title, ...group.english, ...group.german] : [door.title];
        const sought = group ? group.accepted : door.sought;
        for (const name of names) this.call(name, number, 1);
        for (const name of sought) this.call(name, number, 0.8);
        door.length = this.take(door.title, number, 1);
        for (const name of names) this.take(name, number, 1);
        for (const name of sought) this.take(name, number, 0.9);
        this.take(door.about, number, 0.6);
        if (!group) this.take(door.beside, number, 0.6);
        for (const [words] of door.says) this.take(words, number, 0.5);
      });
    }

    /** By which name something is called. */
    call(name, number, value) {
      const key = this.index.englishStem(name);
      const held = this.called.get(key) ?? new Map();
      held.set(number, Math.max(value, held.get(number) ?? 0));
      this.called.set(key, held);
    }

    /** Which words something has; how many they are. */
    take(text, number, value) {
      const keys = unique(this.index.englishStems(text));
      for (const key of keys) {
        const held = this.words.get(key) ?? new Map();
        held.set(number, Math.max(value, held.get(number) ?? 0));
        this.words.set(key, held);
      }
      return keys.length;
    }

    /** What a query leads to, the best first; half of what is typed must be in it, small words counting little. */
    find(query) {
      const words = parts(query).flat().flatMap((text) => text.match(WORD)?.map(fold) ?? []);
      if (!words.length || query.length > LIMIT) return [];
      const scores = new Map();
      let whole = 0;
      words.forEach((word, at) => {
        const found = this.like(word, at === words.length - 1);
        const weight = Math.log(1 + this.doors.length / (1 + found.size)) * (found.size ? 1 : 0.5);
        whole += weight;
        for (const [number, value] of found) {
          const held = scores.get(number) ?? { sum: 0, titled: 0 };
          held.sum += weight * value;
          held.titled += value >= 1 ? 1 : 0;
          scores.set(number, held);
        }
      });
      const exact = this.called.get(this.index.englishStem(words.join(" ")));
      const found = [...scores].map(([number, { sum, titled }]) => {
        const covered = sum / whole;
        return { ...this.doors[number], number, covered, score: covered + (exact?.get(number) ?? 0) * 2 + Math.min(1, titled / this.doors[number].length) / 2 };
      });
      return found.filter(({ covered }) => covered >= 0.5).sort((a, b) => b.score - a.score || a.number - b.number);
    }

    /** What has a word, or one that begins so while it is being typed; each with what that is worth. */
    like(word, last) {
      const { index } = this;
      const found = new Map();
      const put = (key, worth) => {
        for (const [number, value] of this.words.get(key) ?? []) found.set(number, Math.max(value * worth, found.get(number) ?? 0));
      };
      const written = index.written(word);
      for (const form of unique([word, ...written, ...index.bases(written)])) put(stem(form, index.data.english_endings), 1);
      if (last && word.length >= 3) for (const key of this.words.keys()) if (key.startsWith(word)) put(key, 0.7);
      return found;
    }
  }

  /** How many characters lie between the two that are nearest to each other. */
  function gap(left, right) {
    let least = Infinity;
    const reached = [-Infinity, -Infinity];
    const all = [...left.map((span) => [span, 0]), ...right.map((span) => [span, 1])];
    for (const [[start, end], side] of all.sort((a, b) => a[0][0] - b[0][0] || a[0][1] - b[0][1] || a[1] - b[1])) {
      least = Math.min(least, Math.max(start - reached[1 - side], 0));
      reached[side] = Math.max(reached[side], end);
    }
    return least;
  }

  function note(found, number, value, span) {
    const here = found.get(number) ?? { best: 0, total: 0, spans: [], english: [], said: new Set() };
    here.best = Math.max(here.best, value);
    here.total += value;
    if (span) here.spans.push(span);
    found.set(number, here);
  }

  /** The phrases in quotation marks, and the other words, folded. */
  function parts(query) {
    const phrases = [];
    const words = [];
    for (const [text, phrase] of query.normalize("NFC").matchAll(PARTS)) {
      if (phrase) {
        if (phrase.match(WORD)) phrases.push(phrase);
      } else {
        const found = (text.match(WORD) ?? []).map(fold);
        words.push(...(text.includes("-") ? [found.join("")] : found));
      }
    }
    return [phrases, words.filter(Boolean)];
  }

  /** The stretch of a text that has the most of its words, cut between words. */
  function context(text, spans, width = 240) {
    if (text.length <= width) return [0, text.length];
    const starts = spans.length ? spans.map(([start]) => start) : [0];
    const held = (first) => starts.filter((start) => first <= start && start < first + (width * 3) / 4).length;
    const best = starts.reduce((found, first) => (held(first) > held(found) ? first : found));
    let start = Math.max(0, Math.min(best - Math.floor(width / 5), text.length - width));
    let end = Math.min(text.length, start + width);
    const space = text.indexOf(" ", start);
    if (start && space >= 0 && space < best) start = space + 1;
    if (end < text.length && text.lastIndexOf(" ", end) > best) end = text.lastIndexOf(" ", end);
    return [start, end];
  }

  // What follows is the search box.
  const form = document.getElementById("codex-search");
  const config = document.getElementById("__config");
  if (!form || !config) return;
  const base = JSON.parse(config.textContent).base.replace(/\/?$/, "/");
  const field = form.querySelector("input");
  const toggle = document.getElementById("__search");
  const box = document.getElementById("site-search");
  const button = document.querySelector("[data-opens=__search]");
  const output = document.querySelector(".md-search-result");
  const meta = output.querySelector(".md-search-result__meta");
  const list = output.querySelector("ol");
  const chips = document.querySelector(".search-eras");
  const AT_ONCE = 6; // results that are there before the next key
  const SHOWN = 25;
  const DOORS = 4; // terms, rules and pages before the passages
  const MOST_DOORS = 20;
  const OF_EACH = 2; // sentences of a source on a rule
  const KINDS = { term: "Glossary", note: "Historical note", rule: "Rule", page: "Page", section: "Section" };
  let index = null;
  let doors = null;
  let loading = false;
  let later = 0;
  let entered = false; // before the index was there
  let caller = null;

  /** Loads a script with data; a second time where it failed. */
  function script(name) {
    return new Promise((resolve, reject) => {
      const element = document.createElement("script");
      element.src = `${base}assets/javascripts/search-${name}.js`;
      element.addEventListener("load", resolve);
      element.addEventListener("error", () => { element.remove(); reject(new Error(name)); });
      document.head.append(element);
    });
  }

  const chosen = () => [...chips.querySelectorAll("[aria-pressed=true]")].map((chip) => chip.value).filter(Boolean);

  /** The sources whose data is still to be loaded: of those that are chosen, or of all. */
  function missing(eras) {
    return window.codexSearch.sources.filter((siglum) => !window.codexSources?.[siglum] && (!eras.length || eras.includes(siglum)));
  }

  /** What all sources have in common, with what is searched of those that are loaded, in their order. */
  function merged(common, sources) {
    const data = { ...common, passages: [], places: [], english: {}, modern: {}, bases: {}, noted: {} };
    const says = new Map(common.rules.map(([key]) => [key, []]));
    for (const source of common.sources.map((siglum) => sources[siglum]).filter(Boolean)) {
      const before = data.passages.length;
      data.passages.push(...source.passages);
      data.places.push(...source.places);
      source.passages.forEach(([ref], number) => { if (source.english[number]) data.english[ref] = source.english[number]; });
      Object.assign(data.noted, source.noted);
      for (const kind of ["modern", "bases"]) {
        for (const [form, found] of Object.entries(source[kind])) data[kind][form] = unique([...(data[kind][form] ?? []), ...found]);
      }
      for (const [key, found] of Object.entries(source.says)) {
        says.get(key).push(...found.map(([words, numbers]) => [words, numbers.map((number) => before + number)]));
      }
    }
    data.rules = common.rules.map((rule) => [...rule, says.get(rule[0])]);
    return data;
  }

  async function load() {
    if (loading || (index && !missing(chosen()).length)) return;
    loading = true;
    try {
      if (!window.codexSearch) await script("data");
      for (let names = missing(chosen()); names.length || !index; names = missing(chosen())) { // others may be chosen meanwhile
        await Promise.all(names.map(script));
        index = new Index(merged(window.codexSearch, window.codexSources ?? {}));
        doors = new Doors(index);
      }
    } catch { // the next letter, or Enter, asks again
      entered = false;
      meta.textContent = "The index of the search could not be loaded";
      return;
    } finally {
      loading = false;
    }
    window.codexSearchIndex = index;
    document.documentElement.dataset.search = "ready";
    show();
    if (entered) enter();
  }

  function address(hit) {
    const [, , page] = hit.number < 0 ? place(hit.ref) : index.data.passages[hit.number];
    return `${base}${index.data.pages[page]}#${hit.ref}`;
  }

  function place(ref) {
    return index.data.places.find(([known]) => known === ref) ?? index.data.passages.find(([known]) => known === ref);
  }

  function textOf(hit) {
    const opening = ([ref]) => ref === hit.ref || ref.startsWith(`${hit.ref}.`);
    return (hit.number < 0 ? index.data.passages.find(opening)?.[1] : index.data.passages[hit.number][1]) ?? "";
  }

  function made(tag, className, text = "", lang = "") {
    const element = document.createElement(tag);
    element.className = className;
    element.textContent = text;
    if (lang) element.lang = lang;
    return element;
  }

  /** An entry of the list: a link with a heading, what kind of thing it is, and paragraphs. */
  function entry(href, title, kind, paragraphs, className) {
    const link = made("a", "md-search-result__link");
    link.href = href;
    const article = made("article", "md-search-result__article md-typeset");
    article.append(title, ...(kind ? [made("span", "search-kind", kind)] : []), ...paragraphs);
    link.append(article);
    const line = made("li", `md-search-result__item ${className}`);
    line.append(link);
    return line;
  }

  /** The stretch of a text with most of its words, which are marked. */
  function teaser(text, spans, lang, className = "", width = 240) {
    const paragraph = made("p", className, "", lang);
    const [start, end] = context(text, spans, width);
    let position = start;
    if (start) paragraph.append("… ");
    for (const [from, to] of spans) {
      if (from < position || to > end) continue;
      paragraph.append(text.slice(position, from), made("mark", "", text.slice(from, to)));
      position = to;
    }
    paragraph.append(text.slice(position, end), end < text.length ? " …" : "");
    return paragraph;
  }

  /** A passage: its German, below it our English or what the rules say of it; only our English if only that has the words. */
  function item(hit) {
    const english = index.data.english[hit.ref] ?? "";
    const ours = index.data.summaries.includes(hit.ref.split(":")[0]) ? "our summary of the article" : "our English";
    const translated = !hit.spans.length && hit.english.length > 0;
    const shown = translated ? [teaser(english, hit.english, "en")] : [teaser(textOf(hit), hit.spans, "de")];
    const only = hit.found?.some((unit) => unit?.said.size && !unit.spans.length && !unit.english.length);
    const says = only ? index.saidOf(hit) : [];
    if (says.length) shown.push(made("p", "search-english", says[0], "en"));
    else if (english && !translated) shown.push(teaser(english, hit.english, "en", "search-english", 160));
    for (const expression of index.data.noted[hit.ref] ?? []) shown.push(made("p", "search-note", `With a historical note on “${expression}”`, "en"));
    return entry(address(hit), made("b", "search-title", hit.ref), translated ? ours : "", shown, "search-passage");
  }

  /** A term, rule, page or note; of a rule, what the sources say. */
  function way(door) {
    const title = made("b", "search-title", door.title, door.kind === "term" || door.kind === "note" ? "de" : "");
    const about = [door.kind === "term" ? `${door.beside}. ${door.about}` : door.about].filter(Boolean);
    const paragraphs = about.map((text) => made("p", "search-about", text, "en"));
    const told = new Map();
    for (const [words, [number]] of door.says) {
      if (number === undefined) continue; // it rests on a heading
      const ref = index.data.passages[number][0];
      add(told, ref.split(":")[0], `${ref} ${words}`);
    }
    for (const line of [...told.values()].flatMap((lines) => lines.slice(0, OF_EACH))) paragraphs.push(made("p", "search-english", line, "en"));
    const kind = door.kind === "section" ? `${KINDS.section} of: ${door.beside}` : KINDS[door.kind];
    return entry(`${base}${index.data.pages[door.page]}${door.anchor && `#${door.anchor}`}`, title, kind, paragraphs, "search-door");
  }

  function show() {
    const eras = chosen();
    if (!index || missing(eras).length) return; // until it is loaded
    const query = field.value.trim();
    const place = document.codexPlace?.(query).replace(/@.*/, ""); // as Enter understands it
    const hits = query ? index.search(place || query, eras) : [];
    const named = hits.filter(({ score }) => score === Infinity);
    const found = eras.length || (named.length && named.length === hits.length) ? [] : doors.find(query).slice(0, MOST_DOORS);
    const passages = hits.slice(named.length);
    list.replaceChildren(...named.map(item), ...found.slice(0, DOORS).map(way), ...passages.slice(0, AT_ONCE).map(item));
    clearTimeout(later);
    later = setTimeout(() => {
      rest(found, DOORS, way, list.querySelector(".search-door + .search-passage") ?? null, "entries and pages");
      rest(passages, SHOWN, item, null, "passages", AT_ONCE);
    });
    const told = [counted(found.length, "entry or page", "entries and pages"), counted(hits.length, "passage", "passages")];
    if (!query) meta.textContent = form.dataset.hint;
    else meta.textContent = (told.filter(Boolean).join(", ") || "Nothing has these words") + absent(eras, hits.length);
  }

  /** What is said of the sources that are not searched, where one of them was asked for or nothing is found. */
  function absent(eras, many) {
    const missing = index.data.left_out.filter((siglum) => eras.length ? eras.includes(siglum) : !many);
    return missing.map((siglum) => `; the text of ${siglum} is left out of this copy`).join("");
  }

  function counted(many, singular, plural) {
    return many ? `${many} ${many === 1 ? singular : plural}` : "";
  }

  /** What comes after the first results, put before `next` or at the end: the next ones, and a button for all. */
  function rest(found, shown, draw, next, name, at = shown) {
    for (const each of found.slice(at, shown)) list.insertBefore(draw(each), next);
    if (found.length <= shown) return;
    const more = made("li", "search-more");
    const button = made("button", "", `Show all ${found.length} ${name}`);
    button.type = "button";
    button.addEventListener("click", () => {
      const added = found.slice(shown).map(draw);
      more.replaceWith(...added);
      added[0].querySelector("a").focus();
    });
    more.append(button);
    list.insertBefore(more, next);
  }

  /** Opens the search; Escape goes back to where it was called from, or stays in the field. */
  function open() {
    if (!box.contains(document.activeElement)) caller = document.activeElement;
    reveal(true);
    field.focus();
    field.select();
  }

  function reveal(shown) {
    toggle.checked = shown;
    button?.setAttribute("aria-expanded", String(shown));
    if (shown) load();
    else entered = false;
  }

  function close() {
    const back = caller ?? field;
    if (back === document.body) document.activeElement.blur();
    else back.focus();
    reveal(false);
    caller = null;
  }

  field.addEventListener("focus", () => reveal(true));
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!relatedTarget || box.contains(relatedTarget)) return;
    reveal(false);
    caller = null;
  });
  button?.addEventListener("click", open);

  /** To the first result. */
  function enter() {
    list.querySelector("a")?.click();
  }

  field.addEventListener("input", () => {
    entered = false;
    reveal(true);
    show();
  });
  toggle.addEventListener("change", () => { if (toggle.checked) open(); else reveal(false); });
  form.addEventListener("reset", () => setTimeout(() => { show(); field.focus(); }));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    entered = !index;
    load();
    enter();
  });
  chips.addEventListener("click", (event) => {
    const chip = event.target.closest("button");
    if (!chip) return;
    for (const other of chips.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === chip));
    load();
    show();
  });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) reveal(false); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && toggle.checked) {
      event.preventDefault();
      close();
      return;
    }
    if (!box.contains(event.target)) {
      if (["/", "f", "s"].includes(event.key) && !event.target.closest?.("input, textarea, select, [contenteditable]")) {
        event.preventDefault();
        open();
      }
      return;
    }
    if (!["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    const stops = [field, ...list.querySelectorAll("a, button")];
    const next = Math.max(0, stops.indexOf(document.activeElement)) + (event.key === "ArrowDown" ? 1 : -1);
    stops[(next + stops.length) % stops.length].focus();
  });
})();
