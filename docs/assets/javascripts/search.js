// The search: passages in which words stand, the best first. It does what `scripts/tarock/corpus/search.py` does, with
// the same data; what is changed here is changed there: one list of queries tests both.
(() => {
  "use strict";

  const say = window.codexSay;
  const spoken = document.documentElement.lang;
  const WRITTEN = 1, BASE = 0.75, STEM = 0.62, TERM = 0.7, OWN = 0.6, EVERYDAY = 0.66, LIKE_EVERYDAY = 0.65, BEGINS = 0.55, INSIDE = 0.4, ACCEPTED = 0.4, RELATED = 0.25, RESPELLED = 0.4;
  const ENGLISH = 0.68, SMALL = 0.25, LED = 0.65, LEADS = 0.85, LEADS_ALSO = 0.5, SAID = 0.4, ASKING = 0.75, TELLS = 0.6, HEADED = 0.45, RULED = 3.6, DEFINES = 1.4, ASKED = 9, ALSO = 0.8, ANSWERS = 5;
  const IN_GAME = 0.35, AROUND = 0.5, EXAMPLE = 0.65, HEADING = 0.5, OPENING = 1.05, RULES = 1.6, NEAR = 1, LONG = 0.85, LEAST = 0.1, LEADING = 0.9, TOGETHER = 4, FEW = 10, MOST = 50;
  const ANSWERED = 0.5, LOOKED = 0.4, OPTIONAL = 0.3, UNKNOWN = 0.5, EVIDENCE = 10, NEAR_ENOUGH = 3, MOSTLY = 0.66, LEAN = 1, SURE = 1.5, FIRST = 3, SHORTEST = 4, SHORT_WORD = 5, LONG_WORD = 9;
  const SIGNS = [3.4, 1.6, 2.9, 3.3, 4, 1.4, 1.7, -1.4, -0.7, -2.2];
  const LIMIT = 1000;
  const NAME = /[A-ZÄÖÜ]|(?![a-zA-ZäöüÄÖÜß])\p{L}/u; // has such a letter
  const WORD = /[\p{L}\p{N}]+/gu;
  const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
  const PARTS = /["„“”»«]([^"„“”»«]+)["„“”»«]|[^\s"„“”»«]+/g;
  const PLACE = /^(?:([a-z0-9]+)\s*[:-]\s*)?([a-z0-9]+(?:\.[a-z0-9]+)*)$/i;
  const PARAGRAPH = "([0-9]+)(?:\\s*[.,/]\\s*([0-9]+))?(?:\\s*,?\\s*([0-9]+)\\.\\s*abs(?:atz|\\.)?|\\s*,?\\s*(?:abs(?:atz|\\.)?|para(?:graph|\\.)?)\\s*([0-9]+))?";
  const SECTION = new RegExp(`^(?:([0-9]{4})[:,]?\\s*)?(?:§§?|section|sect?\\.|paragraph)\\s*${PARAGRAPH}(?:,?\\s*(?:von|of|in|aus)?\\s*([0-9]{4}))?$`, "i");
  const NUMBERS = /^(?:([0-9]{4})[\s,/]+)?(?:(?:regel|rule|satz|sentence|nr\.?|no\.?)\s*)?([0-9]+)(?:\s*[.,/]\s*([0-9]+))?$/i;
  const PAGE = /^(?:seite|s\.|page|pag\.|p\.)\s*([0-9]+)(?:,?\s*(?:von|of|in)?\s*([0-9]{4}))?$/i;
  const EXAMPLE_BEGINS = /^Z\. ?B\./;
  const SEPARABLE = "zusammen zuruck hinein herein heraus hinaus weiter durch nach raus rein rauf aus auf mit vor weg ein her hin ab an um los zu".split(" ");
  const PREFIXES = "ab an auf aus be bei durch ein ent er ge her hin los mit nach um un unter uber ver vor weg wider zer zu zuruck zusammen".split(" ");

  const folded = new Map();
  function fold(text) {
    let found = folded.get(text);
    if (found === undefined) {
      found = text.toLowerCase();
      if (!/^[a-z]*$/.test(found) || /[aou]e/.test(found)) found = window.codexFold(text);
      folded.set(text, found);
    }
    return found;
  }

  const stems = new Map(); // by endings and word
  function stem(word, endings) {
    let kept = stems.get(endings);
    if (!kept) {
      stems.set(endings, kept = new Map());
      kept.endings = new Map(); // by their last letter
      for (const each of endings) add(kept.endings, each[0].at(-1), each);
    }
    let found = kept.get(word);
    if (found === undefined) {
      found = word;
      for (const [end, least] of kept.endings.get(word[word.length - 1]) ?? []) {
        if (word.length - end.length < least || !word.endsWith(end)) continue;
        found = word.slice(0, word.length - end.length);
        break;
      }
      kept.set(word, found);
    }
    return found;
  }

  const HYPHENED = /[\p{L}\p{N}]-[\p{L}\p{N}]/u;
  const LETTER = /[\p{L}\p{N}]/u;
  const LETTERS = Uint8Array.from({ length: 0x250 }, (_, code) => (LETTER.test(String.fromCharCode(code)) ? 1 : 0));

  /** Puts each word of a text, with its number, its start and its end; returns how many there are. */
  function scan(text, put) {
    let many = 0;
    let start = -1;
    for (let at = 0; at <= text.length; at += 1) {
      const code = at < text.length ? text.charCodeAt(at) : 32;
      if (code < 0x250 ? LETTERS[code] : LETTER.test(text[at])) {
        if (start < 0) start = at;
      } else if (start >= 0) {
        put(fold(text.slice(start, at)), many, start, at);
        many += 1;
        start = -1;
      }
    }
    return many;
  }
  const split = new Map(); // our sentences are read more than once
  function wordsOf(text) {
    let found = split.get(text);
    if (!found) {
      found = [];
      if (/[\ud800-\udfff]/.test(text)) found = (text.match(WORD) ?? []).map(fold); // has letters of two codes
      else scan(text, (word) => found.push(word));
      split.set(text, found);
    }
    return found;
  }
  const unique = (list) => (list.length < 2 ? list : list.length < 9 ? list.filter((each, at) => list.indexOf(each) === at) : [...new Set(list)]);
  const dotted = (number, paragraph) => (paragraph ? `${number}.${paragraph}` : number);
  const sourceOf = (ref) => ref.slice(0, ref.indexOf(":"));

  /** Words that hyphens put together, and which are one word too: `Kauf-Talon`. */
  function* hyphened(text) {
    const tokens = [];
    scan(text, (word, _at, start, end) => tokens.push([word, start, end]));
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

  function addOnce(map, key, number) {
    const held = map.get(key);
    if (!held) map.set(key, [number]);
    else if (held[held.length - 1] !== number) held.push(number);
  }

  /** Numbers by key, in a row for each, put down one after the other: of all keys, few are ever asked for. */
  class Rows {
    constructor(width, make) {
      this.width = width;
      this.make = make; // of the rows of a key
      this.cells = new Float64Array(1 << 12);
      this.end = width + 1; // no row begins at 0
      this.last = new Map();
      this.made = new Map();
    }

    add(key, first, second, third, fourth) {
      if (this.end + this.width >= this.cells.length) {
        const { cells } = this;
        this.cells = new Float64Array(cells.length * 2);
        this.cells.set(cells);
      }
      this.cells[this.end] = this.last.get(key) ?? 0; // where the row before it is
      this.cells[this.end + 1] = first;
      this.cells[this.end + 2] = second;
      if (this.width > 2) {
        this.cells[this.end + 3] = third;
        this.cells[this.end + 4] = fourth;
      }
      this.last.set(key, this.end);
      this.end += this.width + 1;
    }

    has(key) { return this.last.has(key); }

    keys() { return this.last.keys(); }

    /** How many numbers a key has, each once; they were put down in their order. */
    count(key) {
      let many = 0;
      let before = -1;
      for (let at = this.last.get(key); at; at = this.cells[at]) {
        if (this.cells[at + 1] !== before) many += 1;
        before = this.cells[at + 1];
      }
      return many;
    }

    get(key) {
      if (!this.made.has(key)) {
        const rows = [];
        for (let at = this.last.get(key); at; at = this.cells[at]) rows.push([...this.cells.subarray(at + 1, at + 1 + this.width)]);
        this.made.set(key, rows.length ? this.make(rows.reverse()) : undefined);
      }
      return this.made.get(key);
    }
  }

  const asRows = (rows) => rows;

  /** By number the greatest value. */
  function greatest(rows) {
    const found = new Map();
    for (const [number, value] of rows) if (!(found.get(number) >= value)) found.set(number, value);
    return found;
  }

  class Index {
    constructor(data) {
      this.data = data;
      this.stemmedTexts = new Map();
      this.modern = new Map(Object.entries(data.modern));
      this.known = new Map(Object.entries(data.bases));
      this.places = new Rows(4, asRows);
      this.translations = new Rows(4, asRows);
      this.lengths = [];
      data.passages.forEach(([ref, text], number) => {
        this.lengths.push(scan(text, (word, at, start, end) => this.places.add(word, number, at, start, end)));
        for (const parts of HYPHENED.test(text) ? hyphened(text) : []) {
          const word = parts.map(([part]) => part).join("");
          this.places.add(word, number, -1, parts[0][1], parts.at(-1)[2]);
          if (!this.modern.has(word)) this.modern.set(word, [parts.map(([part]) => this.modern.get(part)?.[0] ?? part).join("")]);
        }
        if (!Object.hasOwn(data.english, ref)) return;
        scan(data.english[ref], (word, at, start, end) => this.translations.add(this.englishEnding(word), number, at, start, end));
      });
      this.average = this.lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, this.lengths.length);
      this.byForm = new Map();
      this.byBase = new Map();
      this.byStem = new Map();
      this.byRelated = new Map();
      const kinds = [this.byForm, this.byBase, this.byStem, this.byRelated];
      for (const word of this.places.keys()) {
        const keys = this.keys(word);
        for (let kind = 0; kind < 4; kind += 1) for (const key of keys[kind]) add(kinds[kind], key, word);
      }
      this.small = data.small.map((words) => new Set(words));
      this.slight = new Set(data.small.flat());
      const asking = new Set(data.asked.flatMap(([german, english]) => [german, ...english.split(" ")]));
      this.overlooked = new Set([...this.slight].filter((word) => !asking.has(word)));
      this.addRules();
      this.terms = new Map();
      this.meanings = new Map();
      data.groups.forEach((group, number) => {
        for (const key of unique(group.german.flatMap((word) => this.written(word)))) add(this.terms, key, number);
        for (const [words, worth] of [[group.english, TERM], [group.everyday, LIKE_EVERYDAY], [group.accepted, ACCEPTED]]) {
          for (const key of unique(words.flatMap((text) => this.stems(text.split(" "))))) add(this.meanings, key, [number, worth]);
        }
        for (const text of group.everyday) add(this.meanings, `=${text}`, [number, EVERYDAY]);
      });
      this.leads = new Map();
      data.alike.forEach(([words], number) => {
        for (const key of unique(words.flatMap((text) => this.leading(text.split(" "))))) add(this.leads, key, number);
      });
      this.answers = [...this.leads].filter(([key]) => key.includes(" ")).flatMap(([key, numbers]) => numbers.map((number) => [unique(key.split(" ")), number]))
        .filter(([words, number]) => words.length > 1 && data.alike[number][2].length);
      this.addCards();
      this.sigla = new Set(data.passages.map(([ref]) => sourceOf(ref)));
      this.leftOut = new Set(data.left_out.map(([siglum]) => siglum));
      this.numbers = new Map(data.passages.map(([ref], number) => [ref, number]));
      this.named = new Map([...data.places, ...data.passages].map(([ref]) => [ref.toLowerCase(), ref]));
      this.under = new Map(data.under);
      const games = data.games.map((game) => `${game}.`);
      const around = new Set(data.around);
      this.called = new Map(data.named);
      this.weighed = data.passages.map(([ref, text], number) => (
        (games.some((game) => ref.startsWith(game)) ? IN_GAME : 1) * (around.has(number) ? AROUND : 1) * (this.under.has(number) ? HEADING : 1)
        * (EXAMPLE_BEGINS.test(text) ? EXAMPLE : 1) * (ref.endsWith(".1") ? OPENING : 1)
      ));
      this.pieces = new Set([...this.byForm.keys(), ...this.byBase.keys(), ...this.byStem.keys(), ...PREFIXES]);
      this.light = new Set([...data.light, ...Array.from({ length: 101 }, (_, number) => String(number))]);
      this.likened = new Map();
    }

    /** What is said in our words of each passage: the answers of the matters, then the rules that no matter has. */
    addRules() {
      [this.says, this.said, this.asks, this.saidGerman, this.asksGerman] = [[], new Map(), new Map(), new Map(), new Map()];
      const english = (text) => this.englishStems(text);
      const german = (text) => this.germanStems(text);
      const put = (words, asking, germanWords, fragend, numbers, advice) => {
        for (const [by, keys] of [[this.said, asking], [this.said, english(words)], [this.asks, asking], [this.saidGerman, fragend], [this.saidGerman, german(germanWords)], [this.asksGerman, fragend]]) {
          for (const key of keys) addOnce(by, key, this.says.length);
        }
        this.says.push([words, numbers, advice, germanWords]);
      };
      for (const [, en, de, advice, answers] of this.data.matters) {
        const [asking, fragend] = [english(en), german(de)];
        for (const each of answers) if (each.silence === "-") put(each.en, asking, each.de, fragend, each.numbers, Boolean(advice));
      }
      for (const [, , title, asks, sought, says] of this.data.rules) {
        const asking = english([title, asks, ...sought].join(" "));
        for (const [words, numbers, advice] of says) put(words, asking, "", [], numbers, advice);
      }
      const rules = new Set(this.says.flatMap(([, numbers, advice]) => (advice ? [] : numbers)));
      const advised = new Set(this.says.flatMap(([, numbers]) => numbers).filter((number) => !rules.has(number)));
      this.ruling = [rules, advised];
    }

    /** The questions that are answered on a card: the matters, then the rules that no matter has. */
    addCards() {
      const { matters, rules } = this.data;
      this.cardList = [
        ...matters.map(([id, en, de, , answers]) => ({ id, asks: en, german: de, answers, english: [[en, 1], [id, ANSWERED], ...answers.map((each) => [each.en, ANSWERED])],
          inGerman: [[de, 1], ...answers.map((each) => [each.de, ANSWERED])], rests: answers.map((each) => [each.numbers, each.silence === "-" ? 1 : LOOKED]) })),
        ...rules.map((rule, number) => [rule, number]).filter(([rule]) => rule[5].length)
          .map(([[, page, title, asks, sought, says], rule]) => ({ rule, page, asks, says, english: [[[title, asks, ...sought].join(" "), 1], ...says.map(([words]) => [words, ANSWERED])],
            inGerman: [], rests: says.map(([, numbers]) => [numbers, 1]) })),
      ];
      [this.cardWords, this.cardGerman, this.cardsAt] = [new Rows(2, greatest), new Rows(2, greatest), new Rows(2, greatest)];
      this.cardList.forEach(({ english, inGerman, rests }, number) => {
        for (const [text, value] of english) for (const key of this.englishStems(text)) this.cardWords.add(key, number, value);
        for (const [text, value] of inGerman) for (const key of this.germanStems(text)) this.cardGerman.add(key, number, value);
        for (const [numbers, worth] of rests) for (const at of numbers) this.cardsAt.add(at, number, worth);
      });
      this.questionWeights = [new Map(), new Map()];
      this.stemWeights = [new Map(), new Map()];
      this.askable = new Set(this.data.asked.flatMap(([, english]) => english.split(" ")).map((word) => this.englishEnding(word)));
    }

    /** How much the words of the question of a card weigh, in English (0) or in German (1). */
    weighQuestion(language, card) {
      const held = this.questionWeights[language];
      if (!held.has(card)) {
        const [by, endings] = language ? [this.cardGerman, this.data.endings] : [this.cardWords, this.data.english_endings];
        const words = wordsOf(this.cardList[card][language ? "german" : "asks"] ?? "").filter((word) => !this.slight.has(word) && !this.light.has(word));
        held.set(card, unique(words.map((word) => stem(word, endings))).reduce((sum, key) => sum + this.weighStem(by, key), 1));
      }
      return held.get(card);
    }

    /** Whether the question of a card asks for a meaning, and whether for advice. */
    kindsOf(card) {
      const words = wordsOf(this.cardList[card].asks);
      return [words.some((word) => this.data.asks.includes(word)), words.some((word) => this.data.advice.includes(word))];
    }

    /** How much a word weighs by how few cards have it. */
    weighStem(by, key) {
      let found = this.stemWeights[by === this.cardWords ? 0 : 1].get(key);
      if (found === undefined) {
        found = Math.log(1 + this.cardList.length / (1 + by.count(key)));
        this.stemWeights[by === this.cardWords ? 0 : 1].set(key, found);
      }
      return found;
    }

    /** The cards that the best passages and the words of a query lead to, each with its score, the best first. */
    scoredCards(answer, ranked) {
      const evidence = ranked.slice(0, EVIDENCE);
      const whole = evidence.reduce((sum, { score }) => sum + score, 0);
      const [shares, places] = [new Map(), new Map()];
      evidence.forEach(({ number, score }, place) => {
        const found = new Map();
        for (const [at, value] of [[number, 1], ...(this.under.get(number) ?? []).map((each) => [each, HEADING])]) {
          for (const [card, worth] of this.cardsAt.get(at) ?? []) found.set(card, Math.max(value * worth, found.get(card) ?? 0));
        }
        for (const [card, value] of found) {
          shares.set(card, (shares.get(card) ?? 0) + (value * score) / whole);
          if (!places.has(card)) places.set(card, place + 1);
        }
      });
      const [asked, told, held] = answer.worded();
      const questions = answer.questioning();
      return unique([...shares.keys(), ...told.keys()]).map((card) => {
        const [kinds, covers, asks] = [this.kindsOf(card), held.get(card) ?? 0, asked.get(card) ?? 0];
        const signs = [
          told.get(card) ?? 0, asks, covers, covers + asks ? (2 * covers * asks) / (covers + asks) : 0, shares.get(card) ?? 0, places.has(card) ? 1 / places.get(card) : 0,
          questions.get(card) ?? 0, Number(kinds[0] && !answer.asked), Number(kinds[1] !== Boolean(answer.advice)), Number(card >= this.data.matters.length),
        ];
        return [card, Math.round(signs.reduce((sum, sign, at) => sum + sign * SIGNS[at], 0) * 1e9) / 1e9];
      }).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    }

    /** The best card, and whether it stands before the passages; none where nothing is near. */
    card(scores, found) {
      if (!scores.length || scores[0][1] < NEAR_ENOUGH) return null;
      const leads = scores.length < 2 || scores[0][1] - scores[1][1] >= SURE || !found;
      return { score: scores[0][1], leads, ...this.cardList[scores[0][0]] };
    }

    /** Passages in the order of their scores, raised by how likely the cards are that rest on each. */
    raised(answer, ranked, scores) {
      if (!ranked.length || !scores.length) return ranked;
      const likely = new Map(scores.map(([card, score]) => [card, Math.exp(score - scores[0][1])]));
      const whole = [...likely.values()].reduce((sum, value) => sum + value, 0);
      const top = ranked[0].score;
      return ranked.map((hit) => {
        let share = 0;
        for (const [card, worth] of this.cardsAt.get(hit.number) ?? []) share += (likely.get(card) ?? 0) * worth;
        return { ...hit, score: Math.round((hit.score + (LEAN * top * share * answer.cover(hit.found) ** 2) / whole) * 1e9) / 1e9 };
      }).sort((a, b) => b.score - a.score || a.number - b.number);
    }

    /** All that a query finds, the best first, then in reading order: `{ref, number, spans, score}`; a place has no number. */
    search(query, sources = []) { return this.find(query, sources).hits; }

    /** What a query finds, with what is to be said of it. */
    find(query, sources = []) {
      const nothing = { hits: [], card: null, leads: false, absent: [], leftOut: [], shown: 0, repaired: [], nowhere: [], offered: [], small: [], eras: [], page: "", kind: "", rest: query };
      if (query.length > LIMIT) return nothing;
      const asked = window.codexPlain(query).split(/\s+/).filter(Boolean).join(" ");
      const within = ({ ref }) => !sources.length || sources.includes(sourceOf(ref));
      const jump = (ref) => ({ ref, number: -1, spans: [], english: [], score: Infinity });
      const referred = this.referred(asked);
      if (referred) {
        const hits = [jump(referred)].filter(within);
        return { ...nothing, hits, shown: hits.length };
      }
      const page = this.page(asked);
      if (page) {
        const hits = page[1].map(jump).filter(within);
        return { ...nothing, hits, shown: hits.length, page: page[0] };
      }
      const [others, kind] = this.kind(query);
      if (kind) return { ...this.find(others, sources), kind };
      if (this.leftOut.has(query.trim())) return { ...nothing, leftOut: [query.trim()] };
      const [rest, eras] = this.apart(query);
      const leftOut = eras.filter((siglum) => this.leftOut.has(siglum));
      if (leftOut.length) { // the others, or all that is here
        const others = eras.filter((siglum) => !leftOut.includes(siglum));
        return { ...this.find([rest, ...others].join(" "), sources), leftOut };
      }
      if (eras.length) {
        const found = { ...this.find(rest, sources.length ? sources : eras), eras: sources.length ? [] : eras };
        if (found.hits.length || found.card || query.split(/\s+/).some((word) => this.sigla.has(word))) return found;
      }
      const jumps = this.jumps(asked);
      const [read, put] = this.cards(asked);
      const [phrases, words] = this.parts(read);
      const answer = new Query(this, words, phrases);
      const today = jumps.length || phrases.length ? null : this.today(words);
      if (today && !words.some((word) => today.words.has(word) && (this.byForm.has(word) || this.meant([word]).some((found) => found.length)))) {
        const hits = unique(today.answers.flatMap(({ numbers }) => numbers)).map((number) => ({ ref: this.data.passages[number][0], number, spans: [], english: [], score: 0 })).filter(within);
        return { ...nothing, hits, shown: hits.length, card: today, leads: true };
      }
      const scored = answer.scored();
      const named = jumps.map(jump).filter(within);
      const first = [];
      for (const [score, number, found] of scored) {
        const ref = this.data.passages[number][0];
        if (!jumps.includes(ref) && within({ ref })) first.push({ ref, number, score, found });
      }
      const known = answer.units.length + answer.beside.length > 0;
      const scores = words.length && known && !phrases.length && !jumps.length ? this.scoredCards(answer, first) : [];
      const ranked = answer.units.length + Math.min(1, answer.left.length) > 2 ? this.raised(answer, first, scores) : first;
      const hits = [...named, ...ranked];
      const least = ranked.length ? LEAST * ranked[Math.min(2, ranked.length - 1)].score : 0;
      let answers = Math.max(Math.min(FEW, ranked.length), ranked.slice(0, MOST).filter(({ score }) => score >= least).length);
      const told = this.told(query, answer, put);
      const absent = answer.absent(told.nowhere.filter((word) => !query.startsWith(word))) ? told.nowhere : [];
      if (answer.nowhere.length) { // what has few of the other words is no answer
        const good = ranked.slice(0, FEW).filter(({ found }) => answer.cover(found) >= MOSTLY).length;
        answers = absent.length ? Math.min(good, answer.pieceCount ? FIRST : 0) : good;
      }
      const meaning = answer.asked && answer.units.length === 1 && answer.units[0].defined.size && !answer.units[0].led;
      const card = today ?? (meaning ? null : this.card(scores, ranked.length));
      return { ...nothing, hits, card, leads: Boolean(today ?? card?.leads) && !absent.length, absent, shown: named.length + answers, ...told };
    }

    /** What is asked, and the sources that it names, by year or else by the name of their game; none where nothing else is asked. */
    apart(query) {
      const parts = [...query.matchAll(PARTS)].map(([part]) => part);
      const bare = parts.map((part) => (/^["„“”»«]/.test(part) ? "" : part.replace(EDGES, "")));
      for (const named of [bare.map((part) => (this.sigla.has(part) || this.leftOut.has(part) ? part : "")), bare.map((part) => this.called.get(fold(part).replaceAll("-", "")) ?? "")]) {
        const rest = parts.filter((_, at) => !named[at]).join(" ");
        const words = wordsOf(this.cards(rest)[0]);
        const byYear = named.some((siglum, at) => siglum && siglum === bare[at]);
        if (named.some(Boolean) && words.some((word) => byYear || !this.slight.has(word))) return [rest, unique(named.filter(Boolean))];
      }
      return [query, []];
    }

    /** What is asked, and the kind of thing that its first or last word names. */
    kind(query) {
      const parts = query.split(/\s+/).filter(Boolean);
      const kinds = new Map(this.data.kinds);
      for (const at of parts.length > 1 ? [0, parts.length - 1] : []) {
        const kind = kinds.get(fold(parts[at].replace(EDGES, "")));
        if (kind) return [(at ? parts.slice(0, -1) : parts.slice(1)).join(" "), kind];
      }
      return [query, ""];
    }

    /** The term of today's table that a query is, or that is in it and that no text has. */
    today(words) {
      const asked = words.filter((word) => !this.data.plain.includes(word)).join(" ");
      const within = (name) => words.some((_, at) => words.slice(at, at + name.length).join(" ") === name.join(" "));
      let best = null;
      for (const term of this.data.today) {
        for (const name of term.names.map((each) => each.split(" "))) {
          const absent = term.answers.every(({ silence }) => silence !== "h") && !name.some((word) => this.byForm.has(word)) && within(name);
          if ((asked === name.join(" ") || absent) && !(best?.length >= name.length)) best = { length: name.length, term };
        }
      }
      return best?.term ?? null;
    }

    /** The spans of a hit in the German (`spans`) or in the English (`english`). */
    marked({ found }, kind) {
      const spans = (found ?? []).flatMap((unit) => unit?.[kind] ?? []).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      return spans.filter(([start, end], at) => !at || spans[at - 1][0] !== start || spans[at - 1][1] !== end);
    }

    /** The sentences of the rules that have most of the words, in their order. */
    saidOf({ found = [] }) {
      const counted = new Map();
      for (const sentence of found.flatMap((unit) => [...(unit?.said.keys() ?? [])])) counted.set(sentence, (counted.get(sentence) ?? 0) + 1);
      const most = Math.max(0, ...counted.values());
      return [...counted].filter(([, count]) => count === most).map(([sentence]) => sentence).sort((a, b) => a - b).map((sentence) => this.says[sentence][spoken === "de" ? 3 : 0]).filter(Boolean);
    }

    /** The words of each phrase in quotation marks, and the others; what hyphens put together is one if it is known. */
    parts(query) {
      const phrases = [];
      const single = [];
      for (const [text, phrase] of query.normalize("NFC").matchAll(PARTS)) {
        const words = wordsOf(text);
        const together = words.join("");
        if (phrase) {
          if (words.length) phrases.push(words);
        } else if (text.includes("-") && together && (this.byForm.has(together) || this.meant([together]).some((found) => found.length))) single.push(together);
        else single.push(...words);
      }
      return [phrases, single.filter(Boolean)];
    }

    /** A query with the cards as the books name them, and by each word put there, folded, what was typed: `CardWords.read`. */
    cards(query) {
      const { signs, suits, ranks, numerals } = this.data.cards;
      const of = (names, word) => (Object.hasOwn(names, fold(word)) ? names[fold(word)] : "");
      const known = new Set(Object.values(suits));
      const typed = new Map();
      const put = (written, words) => {
        if (words && words !== written) for (const word of [...(words.match(WORD) ?? []), words.replaceAll("-", "")]) typed.set(fold(word), written);
        return words || written;
      };
      const sign = (written, before, card, behind) => {
        for (const [rank, rest] of known.has(signs[card]) ? [[behind, before], [before, behind]] : []) {
          if (of(ranks, rank)) return `${rest} ${put(written, `${signs[card]}-${of(ranks, rank)}`)}`;
        }
        return `${before} ${put(written, signs[card])} ${behind}`;
      };
      const pair = (written, suit, rank) => put(written, of(suits, suit) && of(ranks, rank) ? `${of(suits, suit)}-${of(ranks, rank)}` : "");
      const read = query.replace(new RegExp(`([\\p{L}\\p{N}]*)([${Object.keys(signs).join("")}])[- ]?([\\p{L}\\p{N}]*)`, "gu"), sign)
        .replace(/(?<![\p{L}\p{N}_-])([\p{L}\p{N}]+)-([\p{L}\p{N}]+)(?![\p{L}\p{N}_-])/gu, pair)
        .replace(/[\p{L}\p{N}]+/gu, (written) => put(written, of(numerals, written)));
      return [read.split(/\s+/).filter(Boolean).join(" "), typed];
    }

    /** What is to be said of words that were not looked for as they are: each as it was typed; `put` has those of cards. */
    told(query, { repaired, nowhere, offered, left }, put) {
      const typed = new Map(put);
      for (const part of query.split(/\s+/)) {
        const written = part.replace(EDGES, "");
        const words = window.codexPlain(written).match(WORD) ?? [];
        for (const word of [words.join(""), ...words]) if (!typed.has(fold(word))) typed.set(fold(word), written.includes(word) ? word : written);
      }
      const as = (word) => typed.get(word) ?? word;
      return { repaired: repaired.map(([word, other]) => [as(word), this.spelled(other)]), nowhere: nowhere.map(as), offered: offered.map(([word, other]) => [as(word), this.spelled(other)]), small: unique(left.map(as)) };
    }

    /** A word that is looked for in place of a misspelled one, as a text spells it; an English one stands for itself. */
    spelled(form) {
      for (const word of this.byForm.get(form) ?? []) for (const [number, , start, end] of this.places.get(word)) return this.data.passages[number][1].slice(start, end);
      return form;
    }

    /** The words that a misspelled one may be, German and English, each with how often it stands there. */
    get vocabulary() {
      if (this.counted) return this.counted;
      const { english, matters, rules, groups, alike } = this.data;
      const [german, foreign] = [new Map(), new Map()];
      const count = (by, texts) => { for (const text of texts) for (const word of wordsOf(text)) by.set(word, (by.get(word) ?? 0) + 1); };
      for (const [form, words] of this.byForm) german.set(form, words.reduce((sum, word) => sum + this.places.get(word).length, 0));
      count(foreign, Object.values(english));
      for (const [, en, de, , answers] of matters) {
        count(german, [de, ...answers.map((each) => each.de)]);
        count(foreign, [en, ...answers.map((each) => each.en)]);
      }
      for (const [, , , asks, , says] of rules) count(foreign, [asks, ...says.map(([words]) => words)]);
      for (const group of groups) count(foreign, [...group.english, ...group.accepted]);
      const everyday = [...groups.flatMap((group) => group.everyday), ...alike.flatMap(([words]) => words)];
      for (const by of [german, foreign]) count(by, everyday);
      this.counted = [german, foreign];
      return this.counted;
    }

    /** The passages with a word, as it is written or in our English. */
    numbersOf(word) {
      const places = [...(this.byForm.get(word) ?? []).flatMap((form) => this.places.get(form) ?? []), ...(this.translations.get(this.englishEnding(word)) ?? [])];
      return new Set(places.map(([number]) => number));
    }

    /** The reference that the query is; empty when it is none that exists. */
    referred(query) {
      const section = query.match(SECTION);
      const place = query.match(PLACE);
      const numbers = query.match(NUMBERS);
      let name = "";
      if (section) name = `${section[1] ?? section[6] ?? this.data.sections}:${dotted(section[2], section[3] ?? section[4] ?? section[5])}`;
      else if (place && (place[1] || !/^[0-9.]+$/.test(place[2]))) name = `${place[1] ?? this.data.sections}:${place[2]}`;
      else if (numbers?.[1]) name = `${numbers[1]}:${dotted(numbers[2], numbers[3])}`;
      return this.named.get(name.toLowerCase()) ?? "";
    }

    /** The places that are called so: of a bare number, that of the source with §§ first, then of each other. */
    jumps(query) {
      const jumps = this.data.places.filter(([, called]) => called.includes(fold(query))).map(([ref]) => ref);
      const numbers = query.match(NUMBERS);
      if (numbers && !numbers[1]) {
        const others = [...this.sigla].filter((siglum) => siglum !== this.data.sections).sort();
        for (const siglum of [this.data.sections, ...others]) {
          const ref = this.named.get(`${siglum}:${dotted(numbers[2], numbers[3])}`);
          if (ref) jumps.push(ref);
        }
      }
      return unique(jumps);
    }

    /** The printed page that the query names, and its passages. */
    page(query) {
      const match = query.match(PAGE);
      return match && this.data.printed.find(([ref]) => ref.endsWith(`:page.${match[1]}`) && (!match[2] || ref.startsWith(match[2])));
    }

    /** What a German word that is nowhere is made of: `SearchIndex.split_word`. */
    apartWord(word) {
      const known = (part) => part.length >= SHORTEST && [this.byForm, this.byBase, this.byStem].some((by, kind) => this.keys(part)[kind].some((key) => by.has(key) || this.terms.has(key)));
      const meant = (part) => known(part) || (part.length >= SHORTEST && this.meant([part]).some((found) => found.length));
      for (const prefix of ["", ...SEPARABLE]) {
        const rest = word.startsWith(prefix) ? word.slice(prefix.length) : "";
        const verb = ["ge", "zu"].some((inner) => rest.startsWith(inner)) && [prefix + rest.slice(2), rest.slice(2)].find(meant);
        if (verb) return [verb];
      }
      for (let at = SHORTEST; at <= word.length - SHORTEST; at += 1) {
        for (const joint of ["", "s", "n", "es", "en"]) {
          const left = word.slice(0, at);
          const parts = [left.slice(0, left.length - joint.length), word.slice(at)];
          if (left.endsWith(joint) && parts.every(meant) && parts.some(known)) return parts;
        }
      }
      const prefix = SEPARABLE.find((each) => word.startsWith(each) && meant(word.slice(each.length)));
      return prefix ? [word.slice(prefix.length)] : [];
    }

    written(word) { return [word, ...(this.modern.get(word) ?? []).filter((form) => form !== word)]; }

    /** What leads to a word: in `byForm`, in `byBase`, in `byStem` and in `byRelated`. */
    keys(word) {
      const { endings, derived } = this.data;
      const written = unique(this.written(word));
      const bases = unique(written.flatMap((form) => this.known.get(form) ?? this.known.get(stem(form, endings)) ?? [form]));
      const stems = unique([...written, ...bases].map((form) => stem(form, endings)));
      return [written, bases, stems, unique([...stems, ...written.map((form) => stem(form, derived))])];
    }

    bases(words) { return unique(words.flatMap((word) => this.keys(word)[1])); }

    englishEnding(word) { return stem(word, this.data.english_endings); }

    englishStems(text) { return text ? this.stemmed(text, this.data.english_endings) : []; }

    germanStems(text) { return text ? this.stemmed(text, this.data.endings) : []; }

    /** The words of a text without their endings; our sentences are read more than once. */
    stemmed(text, endings) {
      let kept = this.stemmedTexts.get(endings);
      if (!kept) this.stemmedTexts.set(endings, kept = new Map());
      let found = kept.get(text);
      if (!found) {
        found = wordsOf(text).map((word) => stem(word, endings));
        kept.set(text, found);
      }
      return found;
    }

    englishStem(text) { return fold(text).split(/\s+/).filter(Boolean).map((word) => this.englishEnding(word)).join(" "); }

    /** Words as they stand in `meanings` and `leads`: without their English endings, and without German ones. */
    stems(words) {
      if (words.length === 1) {
        const [english, german] = [this.englishEnding(words[0]), stem(words[0], this.data.endings)];
        return english === german ? [german] : english < german ? [english, german] : [german, english];
      }
      return unique([words.map((word) => this.englishEnding(word)).join(" "), words.map((word) => stem(word, this.data.endings)).join(" ")]).sort();
    }

    /** Words as they stand in `leads`: without small ones that may stand between others, if several are left. */
    leading(words) {
      const left = words.filter((word, at) => !at || at === words.length - 1 || !this.overlooked.has(word));
      return this.stems(left.filter((word) => !this.slight.has(word)).length > 1 ? left : words);
    }

    /** The terms that words may be, each with what that is worth, and the numbers of what they lead to. */
    meant(words) {
      const meant = [...this.stems(words), `=${words.join(" ")}`].flatMap((key) => this.meanings.get(key) ?? []);
      const leads = this.leading(words).flatMap((key) => this.leads.get(key) ?? []);
      return [meant, unique(leads).sort((a, b) => a - b)];
    }
  }

  /** A query that is being answered. */
  class Query {
    constructor(index, words, phrases) {
      this.index = index;
      this.phrases = phrases.length;
      this.repaired = [];
      this.nowhere = [];
      this.offered = [];
      this.left = [];
      this.beside = []; // units of words that stand in cards alone
      this.pieceCount = 0; // units that are parts of a word that is nowhere
      this.words = words;
      this.questions = new Map();
      this.questioned = 0;
      this.advice = words.some((word) => index.data.advice.includes(word)) ? 1 : 0;
      this.asked = words.some((word) => index.data.asks.includes(word));
      this.tongue = this.tongueOf(words);
      this.units = phrases.map((phrase) => ({ words: phrase, said: [], worth: new Map(), found: this.translated(phrase, ENGLISH, this.quoted(phrase)), defined: new Map() }));
      this.take(words);
      this.answered = this.answers(words);
    }

    /** The passages that everyday words, wherever they stand, ask for; by how much of the query those are. */
    answers(words) {
      const { data, slight, answers } = this.index;
      const kinds = [data.english_endings, data.endings].map((endings) => words.map((word) => stem(word, endings)));
      const heavy = words.map((_, at) => at).filter((at) => !slight.has(words[at]));
      const found = new Map();
      for (const [asking, number] of answers) {
        if (!kinds.some((kind) => asking.every((key) => kind.includes(key)))) continue;
        const share = heavy.filter((at) => kinds.some((kind) => asking.includes(kind[at]))).length / Math.max(1, heavy.length);
        data.alike[number][2].forEach((ref, at) => found.set(ref, Math.max(share * (at ? ALSO : 1), found.get(ref) ?? 0)));
      }
      return found;
    }

    /** What is found: its score, its number and in what way, the best first, then in reading order. */
    scored() {
      const { index, units } = this;
      const weights = units.map(({ found }) => {
        let size = 0;
        for (const { best } of found.values()) if (best >= INSIDE) size += 1;
        return Math.log(1 + index.lengths.length / (1 + size));
      });
      this.all = units.every(({ light }) => light);
      const whole = weights.reduce((sum, weight, at) => sum + (this.all || !units[at].light ? weight : 0), 0);
      const scored = [];
      for (const number of new Set(units.flatMap(({ found }) => [...found.keys()]))) {
        const found = units.map((unit) => unit.found.get(number));
        let all = true;
        for (let at = 0; at < this.phrases; at += 1) all &&= Boolean(found[at]);
        if (!all) continue;
        const score = this.score(number, found, weights, whole);
        if (score) scored.push([Math.round(score * 1e9) / 1e9, number, found]);
      }
      return scored.sort((a, b) => b[0] - a[0] || a[1] - b[1]);
    }

    score(number, found, weights, whole) {
      const { index } = this;
      const length = 0.5 + 0.5 * index.lengths[number] / index.average;
      const ref = index.data.passages[number][0];
      let score = 0;
      let here = 0;
      let defined = 0;
      let near = 1;
      const held = new Map();
      found.forEach((unit, at) => {
        if (!unit) return;
        score += weights[at] * (unit.best ** 2 * unit.total / (unit.total + LONG * length) + HEADED * unit.headed ** 2);
        if (this.all || !this.units[at].light) here += weights[at] * (unit.best ? 1 : 0.7);
        defined += weights[at] * (this.units[at].defined.get(ref) ?? 0);
        for (const [sentence, value] of unit.said) held.set(sentence, (held.get(sentence) ?? 0) + weights[at] * value);
        const left = at && found[at - 1];
        if (left) near += NEAR / (1 + Math.min(gap(left.spans, unit.spans), gap(left.english, unit.english)) / 10);
      });
      let most = 0;
      for (const [sentence, weight] of held) most = Math.max(most, weight + (this.questions.get(sentence) ?? 0));
      const ruled = RULED * (most / (whole + this.questioned)) ** 2;
      const defines = (this.asked ? ASKED : DEFINES) * (defined / whole) ** 2;
      const rules = index.ruling[this.advice].has(number) ? RULES : 1;
      const answered = this.answered.get(ref) ?? 0;
      const told = (1 + ruled) * (1 + defines) * (1 + ANSWERS * answered ** 2);
      return score * Math.max(here / whole, answered) ** 2 * near * told * index.weighed[number] * rules;
    }

    /** Whether a query is English (1), German (-1), or may be either (0). */
    tongueOf(words) {
      const [german, english] = this.index.small;
      let leaning = 0;
      for (const word of words) {
        if (english.has(word) || (!german.has(word) && this.isEnglish(word))) leaning += 1;
        if (german.has(word) || (!english.has(word) && this.index.byForm.has(word))) leaning -= 1;
      }
      return Math.sign(leaning);
    }

    isEnglish(word) {
      const key = this.index.englishEnding(word);
      return this.index.translations.has(key) || this.index.meanings.has(key);
    }

    /** Units of the words: those that mean something together are one; small ones are left out, unless all are. */
    take(words) {
      const { index } = this;
      const left = [];
      const unknown = [];
      for (const [last, together, meant, leads] of this.pieces(words)) {
        if (together.length === 1 && index.slight.has(together[0])) left.push(together[0]);
        else if (!this.add(together, meant, leads, last)) unknown.push([this.units.length, together[0]]);
      }
      this.repair(unknown);
      if (!this.units.length && !this.nowhere.length) left.forEach((word, number) => this.add([word], [], [], number + 1 === left.length));
      else {
        this.left.push(...left);
        this.question(left);
      }
      this.asked ||= this.units.length === 1 && left.every((word) => index.data.plain.includes(word));
    }

    /** The words in as few pieces as there can be, the longest first: whether each is the last, its words, and what they mean and lead to. */
    pieces(words) {
      const best = [];
      best[words.length] = [];
      for (let at = words.length - 1; at >= 0; at -= 1) {
        for (const [end, together] of this.together(words, at)) {
          if (best[at]?.length <= best[end].length + 1) continue;
          const [means, leads] = this.index.meant(together);
          const meant = together.length < end - at ? [] : means;
          if (together.length > 1 && !leads.length && !meant.some(([, value]) => value > ACCEPTED)) continue;
          best[at] = [[end === words.length, together, meant, leads], ...best[end]];
        }
      }
      return best[0];
    }

    /** What may mean something together from here on, with where it ends, what is longest first: so many words as they are, or but for small ones between them. */
    together(words, at) {
      const heavy = [at];
      for (let here = at + 1; here < words.length; here += 1) if (!this.index.overlooked.has(words[here])) heavy.push(here);
      const several = [];
      for (let end = at; end < Math.min(at + TOGETHER, words.length); end += 1) several.push(Array.from({ length: end - at + 1 }, (_, more) => at + more));
      for (let count = 2; count <= Math.min(TOGETHER, heavy.length); count += 1) several.push(heavy.slice(0, count));
      several.sort((a, b) => b.at(-1) - a.at(-1) || b.length - a.length);
      return several.map((chosen) => [chosen.at(-1) + 1, chosen.map((here) => words[here])]);
    }

    /** Adds words that are looked for as one; false for a word that is nowhere. */
    add(words, meant, leads, last) {
      const unit = this.unit(words, meant, leads, last);
      unit.light = words.every((word) => this.index.light.has(word));
      if (unit.found.size || words.length > 1) this.units.push(unit);
      else if (this.inCards(unit)[1].size) this.beside.push(unit);
      else return false;
      return true;
    }

    /** Puts for words that are nowhere those that are near, and offers others; each has its place among the units. */
    repair(unknown) {
      const contexts = this.units.map(({ found }) => new Set(found.keys()));
      let added = 0;
      for (const [at, word] of unknown) {
        let parts = this.tongue > 0 ? [] : this.index.apartWord(word);
        const [other, near] = parts.length === 1 ? [parts[0], true] : this.correct(word, contexts);
        if (near && parts.length < 2) {
          this.repaired.push([word, other]);
          parts = [other];
        } else {
          this.nowhere.push(word);
          if (other) this.offered.push([word, other]);
          this.pieceCount += parts.length;
        }
        for (const part of parts) {
          this.units.splice(at + added, 0, { ...this.unit([part], ...this.index.meant([part]), false), light: false });
          added += 1;
        }
      }
    }

    /** The share of the words that are missed which are found in a passage. */
    cover(found) {
      const missed = found.filter((_, at) => !this.units[at].light);
      return missed.length ? missed.filter(Boolean).length / missed.length : 1;
    }

    /** Whether it asks for words that no text has, with few others; as many are few where one of the words, as `typed`, is a name. */
    absent(typed) {
      const others = [...this.units, ...this.beside].filter(({ light }) => !light).length - this.pieceCount;
      return this.nowhere.length > 0 && (others < this.nowhere.length || (others === this.nowhere.length && !this.pieceCount && typed.some((word) => NAME.test(word))));
    }

    /** Where words stand that are looked for as one, in whatever way they are found. */
    unit(words, meant, leads, last) {
      const { index } = this;
      const word = words.length === 1 ? words[0] : "";
      const foreign = Boolean(word) && this.tongue > 0 && this.isEnglish(word);
      const worth = word ? new Map(this.alike(word, last, foreign)) : new Map();
      const take = (key, value) => worth.set(key, Math.max(value, worth.get(key) ?? 0));
      const known = [...worth.values()].some((value) => value >= STEM);
      const found = new Map();
      const defined = new Map();
      const together = word ? [] : [[words, WRITTEN]];
      const said = [[words, 1, word ? known && this.tongue < 1 : leads.length > 0 && !meant.length]];
      const [written, bases, stems] = index.keys(word);
      const own = unique([...written, ...bases, ...stems].flatMap((key) => index.terms.get(key) ?? [])).sort((a, b) => a - b);
      const terms = new Map(own.map((number) => [number, known ? OWN : TERM]));
      for (const [number, value] of meant) {
        if (value === TERM || value === OWN || value === EVERYDAY || !known || this.tongue > 0) terms.set(number, Math.max(value, terms.get(number) ?? 0));
      }
      for (const [number, value] of terms) {
        const group = index.data.groups[number];
        if (value > ACCEPTED) {
          define(defined, group.definitions);
          for (const text of group.english) said.push([text.split(" "), known ? LED ** 2 : 1, known]);
        }
        for (const german of group.german) {
          if (german.includes(" ")) together.push([wordsOf(german), value]);
          for (const form of index.written(german)) for (const key of index.byForm.get(form) ?? []) take(key, value);
        }
      }
      const lent = known || (word && this.isEnglish(word)) ? LEADS_ALSO : LEADS;
      for (const number of leads) {
        const [, others, refs] = index.data.alike[number];
        for (const text of others) {
          const lead = text.split(" ");
          said.push([lead, LED, true]);
          if (!own.length && !meant.length) {
            for (const term of index.terms.get(text) ?? []) define(defined, index.data.groups[term].definitions);
          }
          if (lead.length > 1) {
            this.phrase(lead, LEADS, found);
            this.translated(lead, LEADS, found);
          } else {
            const keys = index.keys(text);
            [index.byForm, index.byBase, index.byStem].forEach((by, kind) => {
              for (const form of keys[kind]) for (const key of by.get(form) ?? []) take(key, lent);
            });
            this.translated(lead, lent, found);
          }
        }
        for (const ref of refs) if (index.numbers.has(ref)) note(found, index.numbers.get(ref), WRITTEN);
      }
      for (const [several, value] of together) this.phrase(several, value, found);
      for (const [key, value] of worth) {
        for (const [number, , start, end] of index.places.get(key)) note(found, number, value, [start, end]);
      }
      if (!known || this.tongue >= 0) this.translated(words, ENGLISH, found);
      for (const [several, value, quiet] of said) this.ruled(several, found, value, quiet);
      if (this.tongue <= 0) this.ruledInGerman(words, worth, found);
      for (const [heading, inside] of index.under) {
        const value = found.get(heading)?.best;
        if (value === undefined) continue;
        for (const number of inside) {
          const here = held(found, number);
          here.headed = Math.max(value, here.headed);
        }
      }
      return { found, defined, words, said, worth, led: leads.length > 0 && !meant.length && !word };
    }

    /** How much of the query each card has in its question, how much more in its answers, and how much of its question the query has. */
    worded() {
      const { index } = this;
      const count = index.cardList.length;
      const [asked, told, held, covered] = [new Map(), new Map(), [new Map(), new Map()], new Map()];
      const raise = (by, card, value) => by.set(card, (by.get(card) ?? 0) + value);
      let whole = UNKNOWN * this.nowhere.length * Math.log(1 + count);
      for (const unit of this.split()) {
        const [inQuestion, anywhere] = this.inCards(unit, held);
        const weight = Math.log(1 + count / (1 + anywhere.size)) * (unit.light ? OPTIONAL : 1);
        whole += weight;
        for (const [card, value] of anywhere) raise(told, card, weight * Math.max(0, value - (inQuestion.get(card) ?? 0)));
        for (const [card, value] of inQuestion) raise(asked, card, weight * value);
      }
      held.forEach((cards, language) => {
        const by = language ? index.cardGerman : index.cardWords;
        for (const [card, stems] of cards) {
          let share = 0;
          for (const [key, value] of stems) share += index.weighStem(by, key) * value;
          covered.set(card, Math.max(covered.get(card) ?? 0, Math.min(1, share / index.weighQuestion(language, card))));
        }
      });
      for (const by of [asked, told]) for (const [card, value] of by) by.set(card, value / (whole || 1));
      return [asked, told, covered];
    }

    /** How many of the words with which the query asks or denies the question of each card has. */
    questioning() {
      const { index } = this;
      const asked = new Map(index.data.asked);
      const keys = unique(this.words.flatMap((word) => (asked.get(word) ?? word).split(" ")).map((word) => index.englishEnding(word))).filter((key) => index.askable.has(key));
      const found = new Map();
      for (const key of keys) for (const [card, value] of index.cardWords.get(key) ?? []) if (value === 1) found.set(card, (found.get(card) ?? 0) + 1 / keys.length);
      return found;
    }

    /** All units; of several words that only everyday leads put together, each that is not small. */
    split() {
      const { index } = this;
      return [...this.units, ...this.beside].flatMap((unit) => (!unit.led ? [unit] : unit.words.filter((word) => !index.slight.has(word))
        .map((word) => ({ ...this.unit([word], ...index.meant([word]), false), light: index.light.has(word) }))));
    }

    /** How well each card has the words of a unit in its question, and anywhere, of 1; adds to `held` the words of the questions by language and card. */
    inCards({ words, said, worth }, held = [new Map(), new Map()]) {
      const { index } = this;
      const german = (word) => stem(word, index.data.endings);
      const ways = said.filter(([each]) => this.tongue >= 0 || each.join(" ") !== words.join(" ")).map(([each, value]) => [0, each.map((word) => index.englishEnding(word)), value]);
      if (this.tongue <= 0) ways.push([1, words.map(german), 1]);
      for (const [word, value] of worth) ways.push([1, [german(word)], value]);
      const [asked, found] = [new Map(), new Map()];
      for (const [language, keys, value] of ways) {
        const columns = keys.map((key) => (language ? index.cardGerman : index.cardWords).get(key));
        if (columns.some((column) => !column)) continue;
        for (const card of columns[0].keys()) {
          if (!columns.every((column) => column.has(card))) continue;
          found.set(card, Math.max(value, found.get(card) ?? 0));
          if (!columns.every((column) => column.get(card) === 1)) continue;
          asked.set(card, Math.max(value, asked.get(card) ?? 0));
          if (!held[language].has(card)) held[language].set(card, new Map());
          const stems = held[language].get(card);
          for (const key of keys) stems.set(key, Math.max(value, stems.get(key) ?? 0));
        }
      }
      return [asked, found];
    }

    /** Where words in quotation marks stand one behind the other: as they are written, and, much less, in modern spelling. */
    quoted(words) {
      const found = this.phrase(words, RESPELLED, new Map());
      for (const [number, span] of runs(this.index.places, words.map((word) => [word]))) note(found, number, WRITTEN - RESPELLED, span);
      for (const [number] of runs(this.index.places, words.map((word) => [word]))) found.get(number).best = WRITTEN;
      return found;
    }

    /** What the rules say with these words; added to `found`, without a worth of its own if `quiet`. */
    ruled(words, found, value, quiet) {
      const { index } = this;
      const stems = words.map((word) => index.englishEnding(word));
      for (const sentence of index.said.get(stems[0]) ?? []) {
        if (!stems.slice(1).every((key) => index.said.get(key)?.includes(sentence))) continue;
        const asks = stems.every((key) => index.asks.get(key)?.includes(sentence));
        const worth = value * (asks ? 1 : TELLS);
        for (const number of index.says[sentence][1]) {
          const here = held(found, number);
          if (!here.said.size && !quiet) note(found, number, value * (asks ? ASKING : SAID));
          here.said.set(sentence, Math.max(worth, here.said.get(sentence) ?? 0));
        }
      }
    }

    /** What is said, in German, with these words or one that they may mean; it has a worth of its own only where nothing of the texts is like them. */
    ruledInGerman(words, likely, found) {
      const { index } = this;
      for (const [each, value] of [[words, 1], ...[...likely].map(([word, worth]) => [[word], worth])]) {
        const stems = each.map((word) => stem(word, index.data.endings));
        for (const sentence of index.saidGerman.get(stems[0]) ?? []) {
          if (!stems.slice(1).every((key) => index.saidGerman.get(key)?.includes(sentence))) continue;
          const asks = stems.every((key) => index.asksGerman.get(key)?.includes(sentence));
          const worth = LED * value * (asks ? 1 : TELLS);
          for (const number of index.says[sentence][1]) {
            const here = held(found, number);
            if (!here.said.size && !likely.size) note(found, number, LED * value * (asks ? ASKING : SAID));
            here.said.set(sentence, Math.max(worth, here.said.get(sentence) ?? 0));
          }
        }
      }
    }

    /** What small words ask: the sentences on rules whose question has them. */
    question(words) {
      const { index } = this;
      const asked = new Map(index.data.asked);
      for (const key of unique(words.flatMap((word) => (asked.get(word) ?? word).split(" ")).map((word) => index.englishEnding(word))).sort()) {
        const sentences = index.asks.get(key);
        if (!sentences) continue;
        const weight = SMALL * Math.log(1 + index.says.length / (1 + sentences.length));
        this.questioned += weight;
        for (const sentence of sentences) this.questions.set(sentence, (this.questions.get(sentence) ?? 0) + weight);
      }
    }

    /** The words of the texts that are like a word, each with what that is worth; of a foreign one only itself. */
    alike(word, last, foreign) {
      const { index } = this;
      const name = `${word} ${last} ${foreign}`;
      const kept = index.likened.get(name);
      if (kept) return kept;
      const [written, bases, stems, related] = index.keys(word);
      const worth = new Map();
      const take = (keys, value) => { for (const key of keys ?? []) worth.set(key, value); }; // the last is the best
      if (!foreign) {
        const long = word.length >= 4;
        const begins = word.length >= 3 && (last || long);
        for (const key of related) take(index.byRelated.get(key), RELATED);
        if (long) for (const [form, keys] of index.byForm) if (written.some((part) => isPart(index, form, part))) take(keys, INSIDE);
        if (begins) for (const [form, keys] of index.byForm) if (form.startsWith(word)) take(keys, BEGINS);
        for (const key of stems) take(index.byStem.get(key), STEM);
        for (const key of bases) take(index.byBase.get(key), BASE);
      }
      for (const form of written) take(index.byForm.get(form), WRITTEN);
      if (index.likened.size > 200) index.likened.clear();
      index.likened.set(name, worth);
      return worth;
    }

    /** Where words stand together as they are, or in modern spelling; added to `found`. */
    phrase(words, value, found) {
      const { index } = this;
      const keys = words.map((word) => unique(index.written(word).flatMap((form) => index.byForm.get(form) ?? [])));
      for (const [number, span] of runs(index.places, keys)) note(found, number, value, span);
      return found;
    }

    /** Where English words stand together in the translation; added to `found`. */
    translated(words, value, found) {
      const { index } = this;
      for (const [number, span] of runs(index.translations, words.map((word) => [index.englishEnding(word)]))) {
        note(found, number, value);
        found.get(number).english.push(span);
      }
      return found;
    }

    /** The word that is meant by a misspelled one, and whether it is near enough to be looked for: as `_correct_spelling`. */
    correct(word, contexts) {
      if (word.length < SHORTEST || !/^\p{L}+$/u.test(word)) return ["", false];
      const found = [];
      this.index.vocabulary.forEach((counted, tongue) => {
        const foreign = tongue ? this.tongue < 0 : this.tongue > 0;
        for (const [form, count] of counted) {
          const begins = form[0] === word[0];
          const most = begins && word.length >= LONG_WORD ? 2 : 1;
          if (form.length < SHORTEST || Math.abs(form.length - word.length) > most || !(begins || form.slice(1) === word)) continue;
          const far = distance(word, form, most);
          if (far <= most) found.push({ far, foreign, form, count });
        }
      });
      const order = (one, other) => one.far - other.far || one.foreign - other.foreign;
      const least = found.reduce((best, each) => (best && order(best, each) <= 0 ? best : each), null);
      if (!least) return ["", false];
      const ranked = found.filter((each) => !order(each, least)).map((each) => {
        const numbers = contexts.length ? [...this.index.numbersOf(each.form)] : [];
        return { ...each, shared: contexts.filter((context) => numbers.some((number) => context.has(number))).length, whole: each.form.length <= word.length };
      }).sort((a, b) => b.shared - a.shared || a.whole - b.whole || b.count - a.count || (a.form < b.form ? -1 : 1));
      const [{ form, far, foreign, shared, whole }] = ranked;
      const near = shared > 0 || (far === 1 && word.length > SHORT_WORD + whole);
      return [form, near && !foreign];
    }
  }

  /** The passages that define what is looked for; the first of them most. */
  function define(defined, refs) {
    refs.forEach((ref, number) => defined.set(ref, Math.max(number ? ALSO : 1, defined.get(ref) ?? 0)));
  }

  /** Where words stand one behind the other, of each any of its forms: passage, and start and end. */
  function* runs(places, words) {
    if (words.length === 1) {
      for (const form of words[0]) for (const [number, at, start, end] of places.get(form) ?? []) if (at >= 0) yield [number, [start, end]];
      return;
    }
    const columns = words.slice(1).map((forms) => {
      const column = new Map();
      for (const form of forms) for (const [number, at, , end] of places.get(form) ?? []) if (at >= 0) column.set(number * 10000 + at, end);
      return column;
    });
    for (const form of words[0] ?? []) {
      for (const [number, at, start] of places.get(form) ?? []) {
        if (at < 0) continue;
        let end;
        for (let behind = 0; behind < columns.length; behind += 1) {
          end = columns[behind].get(number * 10000 + at + behind + 1);
          if (end === undefined) break;
        }
        if (end !== undefined) yield [number, [start, end]];
      }
    }
  }

  /** Whether a word is the first or last part of a compound whose other part is known too. */
  function isPart(index, form, part) {
    if (form.length <= part.length + 1) return false;
    if (form.startsWith(part)) {
      const rest = form.slice(part.length);
      return index.pieces.has(rest) || ("sn".includes(rest[0]) && index.pieces.has(rest.slice(1)));
    }
    if (form.endsWith(part)) {
      const rest = form.slice(0, -part.length);
      return index.pieces.has(rest) || ("sn".includes(rest.at(-1)) && index.pieces.has(rest.slice(0, -1)));
    }
    return false;
  }

  /** How many letters are missing, too many, other or exchanged; more than `most` counts as one more. */
  function distance(one, other, most) {
    let earlier = [];
    let before = [];
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i += 1) {
      [earlier, before, row] = [before, row, [i]];
      let least = i;
      for (let j = 1; j <= other.length; j += 1) {
        let cost = Math.min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, earlier[j - 2] + 1);
        row.push(cost);
        least = Math.min(least, cost);
      }
      if (least > most) return most + 1;
    }
    return row.at(-1);
  }

  /** What can be gone to beside passages: terms of the glossary, notes, pages and their sections. */
  class Doors {
    constructor(index) {
      const { data } = index;
      this.index = index;
      this.doors = data.doors.map(([kind, title, beside, sought, about, page, anchor]) => ({ kind, title, beside, sought, about, page, anchor }));
      this.words = new Map();
      this.called = new Map();
      this.doors.forEach((door, number) => {
        const group = door.kind === "term" ? data.groups[number] : null;
        const names = group ? [door.title, ...group.english, ...group.german] : [door.title];
        const sought = group ? [...group.accepted, ...group.everyday] : door.sought;
        for (const name of names) this.call(name, number, 1);
        for (const name of sought) this.call(name, number, 0.8);
        door.length = this.take(door.title, number, 1);
        for (const name of names) this.take(name, number, 1);
        for (const name of sought) this.take(name, number, 0.9);
        this.take(door.about, number, 0.6);
        if (!group) this.take(door.beside, number, 0.6);
        for (const [language, labels] of Object.entries(data.labels)) {
          const [called, told] = labels[number];
          if (called) {
            this.call(called, number, 1);
            this.take(called, number, 0.95); // not a word of its title, of which there are `length`
          }
          this.take(told, number, 0.6);
          if (spoken === language) Object.assign(door, { title: called || door.title, about: told || door.about });
        }
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
      const { plain } = this.index.data; // that ask for the meaning of a word
      const typed = this.index.parts(this.index.cards(query)[0]).flat(2);
      if (!typed.length || query.length > LIMIT) return [];
      const asked = typed.filter((word) => !plain.includes(word));
      const words = this.called.has(this.index.englishStem(asked.join(" "))) ? asked : typed;
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
      const door = (number) => ["page", "section"].includes(this.doors[number].kind);
      const exact = this.called.get(this.index.englishStem(words.join(" ")));
      const found = [...scores].map(([number, { sum, titled }]) => {
        const covered = sum / whole;
        const leads = exact?.has(number) || (door(number) && covered >= LEADING);
        return { ...this.doors[number], number, covered, leads, score: covered + (exact?.get(number) ?? 0) * 2 + Math.min(1, titled / this.doors[number].length) / 2 };
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

  function held(found, number) {
    let here = found.get(number);
    if (!here) {
      here = { best: 0, total: 0, headed: 0, spans: [], english: [], said: new Map() };
      found.set(number, here);
    }
    return here;
  }

  function note(found, number, value, span) {
    const here = held(found, number);
    here.best = Math.max(here.best, value);
    here.total += value;
    if (span) here.spans.push(span);
  }

  /** What was packed in parts, as one. */
  const unpacked = async (parts) => Object.assign({}, ...(await Promise.all(parts.map(unpack))).map((part) => JSON.parse(part)));

  const rows = (columns) => columns[0].map((_, at) => columns.map((column) => column[at]));
  const listed = (words) => (words ? words.split("|") : []);

  /** The common data with rows for columns, lists for the words in a text. */
  function inRows(data) {
    const groups = rows(data.groups).map((texts) => texts.map(listed));
    return {
      ...data,
      groups: groups.map(([german, english, accepted, definitions, everyday]) => ({ german, english, accepted, definitions, everyday })),
      alike: rows(data.alike).map((texts) => texts.map(listed)),
      rules: rows(data.rules).map(([key, title, asks, sought, page]) => [key, page, title, asks, listed(sought)]),
      matters: rows(data.matters),
    };
  }

  /** What is loaded after the first answer: what else can be gone to, with its names in other languages, and our English. */
  function moreInRows(data) {
    return {
      ...data,
      doors: rows(data.doors).map(([kind, title, beside, sought, ...others]) => [kind, title, beside, listed(sought), ...others]),
      labels: Object.fromEntries(Object.entries(data.labels).map(([language, labels]) => [language, rows(labels)])),
    };
  }

  /** What was packed (zlib, base64), as text. */
  async function unpack(packed) {
    const bytes = Uint8Array.fromBase64?.(packed) ?? Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
    if (!window.DecompressionStream) return new TextDecoder().decode(inflate(bytes));
    return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).text();
  }

  /** What deflate packed (RFC 1951), behind the two bytes of zlib, for browsers that cannot. */
  function inflate(bytes) {
    const output = [];
    let at = 2;
    let held = 0;
    let many = 0;
    const bits = (count) => {
      while (many < count) {
        held |= bytes[at] << many;
        at += 1;
        many += 8;
      }
      const value = held & ((1 << count) - 1);
      held >>>= count;
      many -= count;
      return value;
    };
    const codes = (lengths) => {
      const counts = new Uint16Array(16);
      for (const length of lengths) counts[length] += 1;
      counts[0] = 0;
      const symbols = lengths.map((length, symbol) => [length, symbol]).filter(([length]) => length).sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(([, symbol]) => symbol);
      return { counts, symbols };
    };
    const symbol = ({ counts, symbols }) => {
      let code = 0;
      let first = 0;
      let before = 0;
      for (let length = 1; ; length += 1) {
        code |= bits(1);
        if (code - first < counts[length]) return symbols[before + code - first];
        before += counts[length];
        first = (first + counts[length]) << 1;
        code <<= 1;
      }
    };
    const steps = (extra, start) => {
      let next = start;
      return extra.map((more) => { next += 1 << more; return next - (1 << more); });
    };
    const lengthBits = [...Array.from({ length: 28 }, (_, at) => (at < 4 ? 0 : (at >> 2) - 1)), 0];
    const lengths = steps(lengthBits, 3);
    lengths[28] = 258;
    const farBits = Array.from({ length: 30 }, (_, at) => (at < 2 ? 0 : (at >> 1) - 1));
    const fars = steps(farBits, 1);
    const fixed = [codes(Array.from({ length: 288 }, (_, at) => (at < 144 ? 8 : at < 256 ? 9 : at < 280 ? 7 : 8))), codes(new Array(30).fill(5))];
    const read = () => {
      const [literals, distances, count] = [bits(5) + 257, bits(5) + 1, bits(4) + 4];
      const small = new Array(19).fill(0);
      for (const place of [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15].slice(0, count)) small[place] = bits(3);
      const [table, found] = [codes(small), []];
      while (found.length < literals + distances) {
        const next = symbol(table);
        if (next < 16) found.push(next);
        else {
          const value = next === 16 ? found.at(-1) : 0;
          for (let left = next === 16 ? 3 + bits(2) : next === 17 ? 3 + bits(3) : 11 + bits(7); left; left -= 1) found.push(value);
        }
      }
      return [codes(found.slice(0, literals)), codes(found.slice(literals))];
    };
    for (let last = 0; !last;) {
      last = bits(1);
      const kind = bits(2);
      if (!kind) { // as it is
        [held, many] = [0, 0];
        const length = bytes[at] | (bytes[at + 1] << 8);
        for (const byte of bytes.subarray(at + 4, at + 4 + length)) output.push(byte);
        at += 4 + length;
        continue;
      }
      const [literals, distances] = kind === 1 ? fixed : read();
      for (let next = symbol(literals); next !== 256; next = symbol(literals)) {
        if (next < 256) {
          output.push(next);
          continue;
        }
        const length = lengths[next - 257] + bits(lengthBits[next - 257]);
        const far = symbol(distances);
        const back = fars[far] + bits(farBits[far]);
        for (let left = length; left; left -= 1) output.push(output[output.length - back]);
      }
    }
    return Uint8Array.from(output);
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
  const LEADERS = 2; // terms and pages before the card
  const DOORS = 4; // those behind the passages
  const MOST_DOORS = 20;
  const ENGLISH_ONLY = /^changelog\./;
  const OF_EACH = 2; // sentences of a source on a rule
  const KINDS = { term: say`Glossary`, note: say`Historical note`, page: say`Page` };
  const kinds = document.querySelector(".search-kinds");
  const KIND_NAMES = Object.fromEntries([...kinds.querySelectorAll("button")].map(({ value, textContent }) => [value, textContent]));
  const sources = {};
  let common = null;
  const told = {}; // by language the words of the questions and answers
  let more = null; // what is loaded after the first answer
  let index = null;
  let doors = null;
  let loading = null; // what is being loaded
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
    return common.sources.filter((siglum) => !sources[siglum] && (!eras.length || eras.includes(siglum)));
  }

  /** What all sources have in common, with what is searched of those that are loaded, in their order. */
  function merged(sources) {
    const data = { ...common, passages: [], places: [], printed: [], under: [], games: [], around: [], english: {}, modern: {}, bases: {}, noted: {}, silent: {} };
    const says = common.rules.map(() => []);
    const [answers, stands] = [common.matters.map(() => []), common.today.map(() => [])];
    for (const siglum of common.sources.filter((each) => sources[each])) {
      const source = sources[siglum];
      data.silent[siglum] = source.silent;
      const before = data.passages.length;
      source.refs.forEach((ref, number) => {
        data.passages.push([ref, source.texts[number], source.at[number]]);
        if (more?.english[siglum][number]) data.english[ref] = more.english[siglum][number];
      });
      for (const kind of ["places", "printed", "games"]) data[kind].push(...source[kind]);
      for (const [heading, first, many] of source.under) {
        const inside = many ? Array.from({ length: many }, (_, number) => first + number) : first;
        data.under.push([before + heading, inside.map((number) => before + number)]);
      }
      Object.assign(data.noted, source.noted);
      for (const kind of ["modern", "bases"]) {
        for (const [form, found] of Object.entries(source[kind])) data[kind][form] = unique([...(data[kind][form] ?? []), ...found]);
      }
      data.around.push(...source.around.map((number) => before + number));
      for (const [all, kind] of [[answers, "answers"], [stands, "today"]]) {
        const words = (language, at) => told[language]?.[kind][siglum][at] ?? "";
        rows(source[kind]).forEach(([silence, numbers], at) => all[at].push({ siglum, en: words("en", at), de: words("de", at), silence, numbers: numbers.map((number) => before + number) }));
      }
      let rule = 0;
      const [steps, resting, advised] = source.said;
      source.says.forEach((words, at) => {
        rule += steps[at];
        says[rule].push([words, resting[at].map((number) => before + number), Boolean(advised[at]), told.de?.rules[siglum][at] ?? ""]);
      });
    }
    data.rules = common.rules.map((rule, number) => [...rule, says[number]]);
    data.matters = common.matters.map(([id, advice], number) => [id, told.en?.questions[number] ?? "", told.de?.questions[number] ?? "", advice, answers[number]]);
    Object.assign(data, { doors: more?.doors ?? [], labels: more?.labels ?? {} });
    data.today = common.today.map(([id, names, asks, german, first, near], number) => ({ today: id, names, words: new Set(names.flatMap((name) => name.split(" "))), asks, german, first, near, answers: stands[number] }));
    return data;
  }

  /** Loads the sources that are wanted and not there; who asks meanwhile waits for the same. */
  function load(wanted = chosen) {
    if (!loading && (!index || !more || missing(wanted()).length)) loading = fetched(wanted).finally(() => { loading = null; });
    return loading;
  }

  async function fetched(wanted) {
    const [own, other] = spoken === "de" ? ["de", "en"] : ["en", "de"];
    const tell = async (language) => {
      if (told[language]) return;
      await script(`answers-${language}`);
      told[language] = await unpacked(window.codexAnswers[language]);
    };
    try {
      if (!window.codexSearch) await script("data");
      common ??= inRows(await unpacked(window.codexSearch));
      const take = async (name) => {
        if (!window.codexSources?.[name]) await script(name);
        sources[name] = await unpacked(window.codexSources[name]);
      };
      for (let names = missing(wanted()); names.length || !index; names = missing(wanted())) { // others may be chosen meanwhile
        await Promise.all([...names.map(take), tell(own)]);
        renew();
      }
      window.codexSearchIndex = index;
      show();
      if (!more) { // the first answer does not wait for it
        await new Promise((resolve) => { setTimeout(resolve); });
        await Promise.all([script("more"), tell(other)]);
        more = moreInRows(await unpacked(window.codexMore));
        renew();
      }
    } catch { // the next letter, or Enter, asks again
      if (entered && index) enter(); // of what is there
      entered = false;
      meta.textContent = say`The search index could not be loaded`;
      return;
    }
    window.codexSearchIndex = index;
    document.documentElement.dataset.search = "ready";
    show();
    if (entered) enter();
  }

  function renew() {
    index = new Index(merged(sources));
    doors = new Doors(index);
  }

  /** The references of what words name or are found in, the best first, in all sources: for beside.js. */
  document.codexFind = async (words) => {
    await loading; // of those that are chosen
    await load(() => []);
    return index ? index.find(words).hits.slice(0, SHOWN).map(({ ref }) => ref) : [];
  };

  /** A page in the language that is spoken, if it has that page. */
  const addressOf = (page) => `${base}${spoken !== "en" && !ENGLISH_ONLY.test(index.data.pages[page]) ? `${spoken}/` : ""}${index.data.pages[page]}`;

  function address(hit) {
    const [, , page] = hit.number < 0 ? place(hit.ref) : index.data.passages[hit.number];
    return `${addressOf(page)}#${hit.ref}`;
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
    if (lang === "de") element.translate = false; // words of a source
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
    const ours = index.data.summaries.includes(hit.ref.split(":")[0]) ? say`our summary of the article` : say`our English`;
    const spans = index.marked(hit, "spans");
    const inEnglish = index.marked(hit, "english");
    const translated = !spans.length && inEnglish.length > 0;
    const shown = translated ? [teaser(english, inEnglish, "en")] : [teaser(textOf(hit), spans, "de")];
    const only = hit.found?.some((unit) => unit?.said.size && !unit.spans.length && !unit.english.length);
    const says = only ? index.saidOf(hit) : [];
    if (says.length) shown.push(made("p", "search-english", says[0], spoken));
    else if (spoken === "en" && english && !translated) shown.push(teaser(english, inEnglish, "en", "search-english", 160));
    for (const expression of index.data.noted[hit.ref] ?? []) shown.push(made("p", "search-note", say`With a historical note on “${expression}”`, spoken));
    return entry(address(hit), made("b", "search-title", hit.ref), translated ? ours : "", shown, "search-passage");
  }

  const SILENCES = { n: say`not stated`, l: say`lost`, a: say`not applicable`, g: say`left to another game`, h: say`has it`, x: say`excludes it`, r: say`named, its rule not extant` };

  /** A card: a question, what each source answers, or each that is chosen, and the passages that say so. */
  function drawCard(card, eras) {
    const inGerman = spoken === "de";
    if (card.today) return drawToday(card, eras);
    const labels = index.data.labels[spoken]?.[index.data.doors.length + card.rule];
    const asks = inGerman && card.german ? card.german : labels?.[1] || card.asks;
    const answers = card.answers ?? common.sources.filter((siglum) => sources[siglum]).flatMap((siglum) => {
      const says = card.says.filter(([, numbers]) => numbers.length && sourceOf(index.data.passages[numbers[0]][0]) === siglum);
      if (!says.length) return [{ siglum, silence: index.data.silent[siglum]?.[card.rule] ?? "n", numbers: [] }];
      return says.slice(0, OF_EACH).map(([en, numbers, , de]) => ({ siglum, en, de, silence: "-", numbers }));
    });
    const shown = answers.filter(({ siglum }) => !eras.length || eras.includes(siglum));
    const lines = shown.map(({ siglum, en, de, silence }) => {
      const line = made("p", "search-answer", "", spoken);
      const words = inGerman ? de : en;
      line.append(made("b", "", siglum), ` ${[SILENCES[silence], words].filter(Boolean).join(": ")}`);
      if (silence !== "-") line.classList.add("search-silent");
      return line;
    });
    const href = card.id ? pageHref(index.data.matter.replace("*", card.id)) : `${addressOf(card.page)}#rule-${index.data.rules[card.rule][0]}`;
    const drawn = entry(href, made("b", "search-title", asks, spoken), "", lines, "search-card");
    const refs = unique(shown.filter(({ silence }) => silence === "-").flatMap(({ numbers }) => numbers));
    const pairs = card.id && eras.length ? pairsOf(eras) : [];
    if (refs.length || pairs.length) {
      const places = made("div", "md-search-result__article search-places");
      for (const number of refs) {
        const link = made("a", "", index.data.passages[number][0]);
        link.href = address({ ref: index.data.passages[number][0], number });
        places.append(link, " ");
      }
      for (const pair of pairs) {
        const link = made("a", "search-pair", say`${pair[0]} and ${pair[1]} compared`, spoken);
        link.href = pageHref(index.data.pair.replace("*", pair[0]).replace("*", pair[1]).replace("*", card.id));
        places.append(link, " ");
      }
      drawn.append(places);
    }
    return drawn;
  }

  /** Each two of these sources, or of one with each other, the older first. */
  function pairsOf(eras) {
    const all = common.sources.filter((siglum) => sources[siglum]);
    const pairs = all.flatMap((first, at) => all.slice(at + 1).map((second) => [first, second]));
    return pairs.filter((pair) => (eras.length > 1 ? pair.every((siglum) => eras.includes(siglum)) : pair.includes(eras[0])));
  }

  /** A term of today's table: what it is, how each source stands to it, where it was first seen, and the question nearest to it. */
  function drawToday(term, eras) {
    const at = spoken === "de" ? 1 : 0;
    const lines = term.answers.filter(({ siglum }) => !eras.length || eras.includes(siglum)).map(({ siglum, en, de, silence }) => {
      const line = made("p", "search-answer", "", spoken);
      line.append(made("b", "", siglum), ` ${[SILENCES[silence], at ? de : en].filter(Boolean).join(": ")}`);
      if (!"hxr".includes(silence)) line.classList.add("search-silent");
      return line;
    });
    if (term.answers.every(({ silence }) => "nlx".includes(silence))) lines.unshift(made("p", "search-answer", say`None of the texts has it.`, spoken));
    else if (!term.answers.some(({ silence }) => silence === "h")) for (const { siglum } of term.answers.filter(({ silence }) => silence === "r")) lines.unshift(made("p", "search-answer", say`None of the texts has its rule; ${siglum} names it.`, spoken));
    lines.push(made("p", "search-answer search-silent", say`First seen: ${term.first[at]}`, spoken));
    const drawn = entry(pageHref(index.data.bridge), made("b", "search-title", at ? term.german : term.asks, spoken), say`A word of today’s table`, lines, "search-card");
    const near = index.data.matters.find(([id]) => id === term.near);
    if (near) {
      const places = made("div", "md-search-result__article search-places", `${say`Nearest:`} `);
      const link = made("a", "", near[1 + at], spoken);
      link.href = pageHref(index.data.matter.replace("*", term.near));
      places.append(link);
      drawn.append(places);
    }
    return drawn;
  }

  /** The address of a page that all languages have. */
  const pageHref = (page) => `${base}${spoken === "en" ? "" : `${spoken}/`}${page}`;

  /** What a source has of a term. */
  function lacks(door, siglum) {
    const forms = index.data.groups[door.number].german.flatMap((word) => index.written(word)).flatMap((form) => index.byForm.get(form) ?? []);
    const here = new Set(forms.flatMap((form) => index.places.get(form).map(([number]) => index.data.passages[number][0])).filter((ref) => sourceOf(ref) === siglum));
    return here.size ? say`${siglum}: in ${passages(here.size)}` : say`${siglum}: does not have the word`;
  }

  /** A term, page or note; of a term, which of the sources that are chosen have it. */
  function way(door, eras = []) {
    const title = made("b", "search-title", door.title, door.kind === "term" || door.kind === "note" ? "de" : "");
    const about = [door.kind === "term" ? `${door.beside}. ${door.about}` : door.about].filter(Boolean);
    const paragraphs = about.map((text) => made("p", "search-about", text, spoken));
    if (door.kind === "term") for (const siglum of eras) paragraphs.push(made("p", "search-english", lacks(door, siglum), spoken));
    const kind = door.kind === "section" ? say`Section of: ${door.beside}` : KINDS[door.kind];
    return entry(`${addressOf(door.page)}${door.anchor && `#${door.anchor}`}`, title, kind, paragraphs, "search-door");
  }

  function show() {
    const eras = chosen();
    if (!index || missing(eras).length) return; // until it is loaded
    const query = field.value.trim();
    const place = index.page(query) ? "" : document.codexPlace?.(query).replace(/@.*/, ""); // as Enter understands it
    const answer = index.find(query && (place || query), eras);
    const kind = answer.kind || kinds.querySelector("[aria-pressed=true]").value;
    const draws = (each) => !kind || kind === each;
    const hits = draws("passages") ? answer.hits : [];
    const good = draws("passages") ? answer.shown : 0;
    const named = hits.filter(({ score }) => score === Infinity);
    const only = answer.hits.length > 0 && answer.hits.every(({ score }) => score === Infinity);
    const within = eras.length ? eras : answer.eras;
    const years = [...within, ...answer.leftOut];
    const dated = years.length ? doors.find([answer.rest, ...years].join(" ")).filter(({ kind: each, leads }) => leads && !["term", "note"].includes(each)) : []; // pages on these years
    const found = (only ? [] : [...dated, ...doors.find(answer.rest).filter((door) => !dated.some(({ number }) => number === door.number))]).filter((door) => draws(["term", "note"].includes(door.kind) ? "glossary" : "pages")).slice(0, MOST_DOORS);
    const leading = answer.card?.today ? [] : found.filter(({ leads }) => leads).slice(0, LEADERS); // none before a term of today
    const behind = found.filter((door) => !leading.includes(door));
    const others = hits.slice(named.length);
    const at = Math.max(0, Math.min(AT_ONCE, good - named.length));
    const drawn = answer.card && draws("answers") ? [drawCard(answer.card, within)] : [];
    const elsewherePages = draws("pages") ? pagesWith(answer.nowhere) : [];
    const first = others.slice(0, Math.min(1, at)).map(item); // before a card that is not sure
    const held = list.contains(document.activeElement) ? document.activeElement.href : ""; // the link that has the focus
    list.replaceChildren(
      ...leftOut(answer), ...(leading.length ? [] : absence(answer)), ...named.map(item), ...leading.map((door) => way(door, within)), ...(answer.leads ? drawn : []),
      ...(at || drawn.length ? [] : elsewherePages), ...first, ...(answer.leads ? [] : drawn), ...others.slice(first.length, at).map(item), ...(at || drawn.length ? elsewherePages : []),
    );
    if (held) linkTo(held)?.focus();
    clearTimeout(later);
    later = setTimeout(() => {
      rest(others, Math.min(SHOWN, good - named.length), item, null, (many) => say`Show all ${many} passages`, at);
      rest(behind, kind ? MOST_DOORS : DOORS, (door) => way(door, within), null, (many) => say`Show all ${many} entries and pages`, 0);
      if (held && !list.contains(document.activeElement)) (linkTo(held) ?? field).focus();
    });
    const passage = good < hits.length ? say`${good} of ${hits.length} passages` : passages(good);
    const entries = found.length === 1 ? say`1 entry or page` : say`${found.length} entries and pages`;
    const told = [found.length ? entries : "", good ? passage : ""].filter(Boolean).join(", ") || (answer.card ? say`1 answer` : say`Nothing has these words`);
    meta.textContent = query ? [told + elsewhere(query, eras, hits.length) + absent(query, eras), ...remarks(answer)].join(". ") : form.dataset.hint;
    for (const [word, other] of answer.offered) {
      const offer = made("button", "search-offer", say`Did you mean “${other}”?`, spoken);
      offer.type = "button";
      offer.addEventListener("click", () => {
        field.value = field.value.replace(word, other);
        show();
        field.focus();
      });
      meta.append(" ", offer);
    }
    if (answer.nowhere.length && more && !pageWords && query !== asked) {
      asked = query;
      script("pages").then(() => unpacked(window.codexPages)).then(({ pages, words, at }) => {
        let word = ""; // begins as the one before it
        pageWords = new Map(words.split("|").map((each, number) => {
          word = word.slice(0, parseInt(each[0], 36)) + each.slice(1);
          return [word, at[number].map((page) => pages[page])];
        }));
        show();
      }, () => {});
    }
  }

  /** That no text has what a query asks for; what stands on pages of this site is not said to be nowhere. */
  function absence({ absent }) {
    if (!absent.length) return [];
    const line = made("li", "md-search-result__item search-absent");
    const article = made("article", "md-search-result__article md-typeset");
    article.append(made("b", "search-title", absent.join(" ")), made("p", "search-answer", say`None of the texts has it.`, spoken));
    line.append(article);
    return [line];
  }

  /** That a text which is asked for is not in this copy, with the page on it. */
  function leftOut(answer) {
    return answer.leftOut.map((siglum) => entry(pageHref(`sources/${siglum}/index.html`), made("b", "search-title", siglum), "", [made("p", "search-answer", say`The text of ${siglum} is left out of this copy.`, spoken)], "search-door"));
  }

  let asked = ""; // for which the words of the pages were loaded
  let pageWords = null;

  /** The pages of this site that have a word which no text has. */
  function pagesOf(word) { return pageWords?.get(fold(word)) ?? []; }

  function pagesWith(words) {
    return unique(words.flatMap(pagesOf)).map(([page, ...titles]) => entry(spoken === "en" || titles.length < 2 ? base + page : pageHref(page), made("b", "search-title", titles[spoken === "en" ? 0 : titles.length - 1]), KINDS.page, [], "search-door"));
  }

  /** What became of words that were not looked for as they are. */
  function remarks({ repaired, nowhere, small, eras, page, kind }) {
    return [
      ...repaired.map(([word, other]) => say`No text has “${word}”; looked for “${other}”`),
      ...nowhere.map((word) => (doors.like(fold(word), false).size || pagesOf(word).length ? say`No text has “${word}”, but pages of this site do` : say`No text has “${word}”`)),
      ...(small.length ? [say`Too small to weigh: ${small.join(", ")}`] : []),
      ...(eras.length ? [say`Only in ${eras.join(", ")}, as asked`] : []),
      ...(kind ? [say`Only ${KIND_NAMES[kind]}, as asked`] : []),
      ...(page ? [say`The page marks of ${sourceOf(page)} are doubtful: it is not certain where a page begins`] : []),
    ];
  }

  /** Where a search that is kept to some sources would have found something, among those that are loaded. */
  function elsewhere(query, eras, many) {
    if (!eras.length || many) return "";
    const found = index.find(query);
    const sigla = unique(found.hits.slice(0, found.shown).map(({ ref }) => sourceOf(ref)));
    return sigla.length ? say`; but ${passages(found.shown)} in ${sigla.join(", ")}` : "";
  }

  /** Which sources that are left out have words of a query, where all are searched or they are chosen. */
  function absent(query, eras) {
    const words = index.parts(window.codexPlain(query)).flat(2).filter((word) => !index.slight.has(word));
    const missing = index.data.left_out.filter(([siglum, marks]) => (
      (!eras.length || eras.includes(siglum)) && words.some((word) => marks.includes(mark(stem(word, index.data.endings))))
    ));
    return missing.map(([siglum]) => say`; the text of ${siglum}, which has such words, is left out of this copy`).join("");
  }

  /** By what a word of a text that is left out is known: four letters that do not tell it. */
  function mark(word) {
    let sum = 2166136261;
    for (const letter of word) sum = Math.imul(sum ^ letter.codePointAt(0), 16777619) >>> 0;
    return (sum >>> 8).toString(36).padStart(5, "0");
  }

  function passages(many) {
    return many === 1 ? say`1 passage` : say`${many} passages`;
  }

  /** What comes after the first results, put before `next` or at the end: the next ones, and a button for all. */
  function rest(found, shown, draw, next, named, at = shown) {
    for (const each of found.slice(at, shown)) list.insertBefore(draw(each), next);
    if (found.length <= shown) return;
    const more = made("li", "search-more");
    const button = made("button", "", named(found.length));
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

  /** The result that leads to an address. */
  const linkTo = (href) => [...list.querySelectorAll("a")].find((link) => link.href === href);

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
    entered = Boolean(load()); // terms and pages, which come after the passages, may be the first result
    if (!entered) enter();
  });
  for (const group of [chips, kinds]) {
    group.addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (!chip) return;
      for (const other of group.querySelectorAll("button")) other.setAttribute("aria-pressed", String(other === chip));
      load();
      show();
    });
  }
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
