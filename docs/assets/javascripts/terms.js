// Terms and cards in the words of the sources: quiet links to the glossary, with one tooltip that they share.
// The pages carry no mark-up for them; what is a term is in terms-data.js. Without JavaScript the text is only text.
(() => {
  "use strict";

  const texts = [...document.querySelectorAll(".passage .passage__text")];
  const config = document.getElementById("__config");
  if (!texts.length || !config) return;
  const base = JSON.parse(config.textContent).base.replace(/\/?$/, "/");
  const LETTER = /[\p{L}\p{N}]/u;
  const WORD = /[\p{L}\p{N}]+/gu;
  const SUITS = { Herz: "Herz", Coeur: "Herz", Careau: "Careau", Karo: "Careau", Treffle: "Treffle", Treff: "Treffle", Pique: "Pique", Pik: "Pique" };
  const RANKS = { König: "König", Königs: "König", Könige: "König", Dame: "Dame", Reiter: "Reiter", Caval: "Reiter", Cavall: "Reiter",
    Bube: "Bube", Buben: "Bube", Aß: "Aß", Ass: "Aß", Zweier: "Zweier", Dreier: "Dreier", Vierer: "Vierer",
    Zehner: "Zehner", Neuner: "Neuner", Achter: "Achter", Siebner: "Siebner" };
  const rank = Object.keys(RANKS).sort((a, b) => b.length - a.length).join("|");
  const SUITED = new RegExp(`(${Object.keys(SUITS).join("|")})-(${rank})(?![\\p{L}-])`, "gu");
  const NEXT = new RegExp(`(?:, |,? und | u\\. )(${rank})(?![\\p{L}-])`, "uy");  // "Careau-König, Bube und Dreier"
  const NUMBERED = /(?<![\p{L}\p{N}])(?:X{1,2}I?V|XX?I{1,3}|XV?I{0,3}|XIX|XX|VI{0,3}|I?[VX]|I{1,3})(?![\p{L}\p{N}])/gu;
  let data;

  /** Stretches of a text that are a card's name: start, end, the card. */
  function cards(text) {
    const found = [];
    for (const match of text.matchAll(SUITED)) {
      const suit = SUITS[match[1]];
      found.push([match.index, match.index + match[0].length, `${suit}-${RANKS[match[2]]}`]);
      NEXT.lastIndex = match.index + match[0].length;
      for (let next = NEXT.exec(text); next; next = NEXT.exec(text)) {
        found.push([NEXT.lastIndex - next[1].length, NEXT.lastIndex, `${suit}-${RANKS[next[1]]}`]);
      }
    }
    if (!text.includes("Musterspiel")) {
      for (const match of text.matchAll(NUMBERED)) found.push([match.index, match.index + match[0].length, match[0]]);
    }
    return found.filter(([, , card]) => data.cards[card]);
  }

  /** The terms in a text, as the project finds them: at each word the longest form, never two over the same words. */
  function terms(text, ref) {
    const found = [];
    let reached = 0;
    for (const word of text.matchAll(WORD)) {
      if (word.index < reached || !Object.hasOwn(data.forms, word[0])) continue;
      let length = 0;
      let sense = -1;
      for (const [context, written, number] of data.forms[word[0]]) {
        if (length && written.length < length) break;
        const end = word.index + written.length;
        if (!text.startsWith(written, word.index) || LETTER.test(text.slice(end, end + 1))) continue;
        if (context && !text.slice(0, word.index).endsWith(context)) continue;
        length = written.length;
        const [, , , , , only, excepted] = data.senses[number];
        if (sense < 0 && !excepted.includes(ref) && (!only.length || only.includes(ref))) sense = number;
      }
      if (!length) continue;
      reached = word.index + length;
      if (sense >= 0) found.push([word.index, reached, sense]);
    }
    return found;
  }

  function link(words, sense, card) {
    const made = document.createElement("a");
    made.className = "term-link";
    made.tabIndex = -1;
    made.append(words);
    const named = sense === undefined ? data.senses.findIndex((known) => known[1] === (card.split("-")[1] ?? "Tarock")) : sense;
    if (named >= 0) {
      made.href = base + data.senses[named][0];
      made.dataset.sense = named;
    }
    if (card) made.dataset.card = card;
    return made;
  }

  /** The edition's text of an element in runs of pieces: text nodes, and words that another view may replace (reading.js), which stay whole. */
  function runs(element) {
    const found = [];
    let run = null;
    let block = null;
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const parent = node.parentElement;
      if (parent.closest(".sign")) continue;
      if (parent.closest("a, button, pre, .page-break, .seat")) {
        run = null;
        continue;
      }
      const whole = parent.closest("[data-edition]") ?? parent.closest("[data-modern]");
      if (!run || block !== parent.closest("p, td, th, .passage__text")) found.push((run = []));
      block = parent.closest("p, td, th, .passage__text");
      if (whole && run.at(-1)?.whole === whole) continue;
      run.push({ node, whole, text: whole?.dataset.edition ?? (whole ?? node).textContent });
    }
    return found;
  }

  /** The stretch of the page that holds characters `start` to `end` of a run; none where it would cut an element. */
  function stretch(run, start, end) {
    const range = document.createRange();
    let position = 0;
    for (const { node, whole, text } of run) {
      const [from, to] = [start - position, end - position];
      if (from >= 0 && from < text.length) {
        if (!whole) range.setStart(node, from);
        else if (from === 0) range.setStartBefore(whole);
        else return null;
      }
      if (to > 0 && to <= text.length) {
        if (!whole) range.setEnd(node, to);
        else if (to === text.length) range.setEndAfter(whole);
        else return null;
      }
      position += text.length;
    }
    const holder = (container) => (container.nodeType === Node.TEXT_NODE ? container.parentNode : container);
    return holder(range.startContainer) === holder(range.endContainer) ? range : null;
  }

  function mark(run, ref) {
    const text = run.map((piece) => piece.text).join("");
    const named = cards(text).map(([start, end, card]) => [start, end, undefined, card]);
    const free = ([start, end]) => !named.some(([from, to]) => start < to && from < end);
    const found = [...named, ...terms(text, ref).filter(free)].sort((a, b) => a[0] - b[0]);
    let reached = text.length;
    for (const [start, end, sense, card] of found.reverse()) {  // from the end, so that what stands before keeps its place
      const range = end <= reached ? stretch(run, start, end) : null;
      if (!range) continue;
      range.insertNode(link(range.extractContents(), sense, card));
      reached = start;
    }
  }

  function start() {
    data = window.codexTerms;
    for (const element of texts) {
      const ref = element.closest(".passage").id;
      for (const run of runs(element)) mark(run, ref);
    }
    document.documentElement.dataset.terms = "ready";
  }

  // The tooltip
  const tip = document.createElement("div");
  tip.className = "term-tip";
  tip.id = "term-tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.body.append(tip);
  let shown = null;
  let waiting = 0;

  function show(target) {
    hide();
    const [, headword, name, english, gloss] = data.senses[target.dataset.sense] ?? [];
    const card = data.cards[target.dataset.card ?? headword];
    const line = (tag, words, lang) => {
      const made = document.createElement(tag);
      made.textContent = words;
      if (lang) Object.assign(made, { lang, translate: false });
      return made;
    };
    tip.replaceChildren();
    if (card) tip.insertAdjacentHTML("afterbegin", card[1]);
    const head = line("p", "");
    const other = card && card[0] !== target.dataset.card ? card[0] : ""; // a German page has no other name for it
    head.append(line("b", target.dataset.card ?? (name || headword), "de"), ` ${target.dataset.card ? other : english}`);
    tip.append(head);
    if (!target.dataset.card) tip.append(line("p", gloss));
    tip.hidden = false;
    const box = target.getClientRects()[0] ?? target.getBoundingClientRect();
    const room = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(box.left, room)) + scrollX}px`;
    const above = box.top - tip.offsetHeight - 6;
    tip.style.top = `${(above > 60 ? above : box.bottom + 6) + scrollY}px`;
    target.setAttribute("aria-describedby", tip.id);
    shown = target;
  }

  function hide() {
    clearTimeout(waiting);
    tip.hidden = true;
    shown?.removeAttribute("aria-describedby");
    shown = null;
  }

  const termOf = (event) => event.target.closest?.("a.term-link");
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const target = termOf(event);
    if (!target || target === shown) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => show(target), 250);
  });
  document.addEventListener("pointerout", (event) => {
    if (event.pointerType === "touch" || !termOf(event)) return;
    clearTimeout(waiting);
    if (document.activeElement !== shown) hide();
  });
  document.addEventListener("focusin", (event) => (termOf(event) ? show(termOf(event)) : hide()));
  document.addEventListener("focusout", (event) => { if (termOf(event)) hide(); });
  let touched = false;
  let before = null;  // what was explained before this touch, which the focus may change
  document.addEventListener("pointerdown", (event) => {
    touched = event.pointerType === "touch";
    before = shown;
  });
  document.addEventListener("click", (event) => {
    const target = termOf(event);
    if (touched && target && target !== before) {  // the first touch explains, the second one follows
      event.preventDefault();
      show(target);
    } else if (!target) {
      hide();
    }
  });

  // From the number of a passage the arrow keys go through its terms, so that Tab need not.
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && shown) hide();
    if (!["ArrowRight", "ArrowLeft"].includes(event.key) || event.altKey || event.ctrlKey || event.metaKey) return;
    const passage = event.target.closest?.(".passage");
    if (!passage || !event.target.matches("a, button")) return;
    const all = [...passage.querySelectorAll("a.term-link")];
    const next = all.indexOf(event.target) + (event.key === "ArrowRight" ? 1 : -1);
    if (all[next]) {
      event.preventDefault();
      all[next].focus();
    } else if (next === -1) {
      passage.querySelector(".passage__number")?.focus();
    }
  });

  const script = document.createElement("script");
  script.src = `${base}assets/javascripts/${window.codexSay.data("terms-data")}.js`;
  script.addEventListener("load", start);
  document.head.append(script);
})();
