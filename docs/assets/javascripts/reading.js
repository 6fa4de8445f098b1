// Three views of a source: the edition, the transcript, modern spelling. The page holds the edition; words that differ
// carry the others (`data-transcript`, `data-modern`). A word that is replaced keeps the edition's in `data-edition`:
// citations and copies are made of these. Without JavaScript the edition is shown.
(() => {
  "use strict";

  const VIEWS = [
    ["edition", "Edition", ""],
    ["transcript", "Transcript", "as received; citations keep the edition’s words"],
    ["modern", "Modern spelling", "ours; copies and citations keep the edition’s words"],
  ];
  const KEY = "codex-view";
  const first = document.querySelector(".passage__text");
  const title = document.querySelector(".md-content h1");
  if (!first || !title) return;

  const known = (view) => VIEWS.some(([name]) => name === view);
  const held = new Map(); // replaced elements with what they held
  let shown = "edition";

  /** The reader's choice, where the browser keeps any. */
  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null;
    }
  }

  function store(view) {
    try {
      if (view === "edition") localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, view);
    } catch {
      // the address still says it
    }
  }

  function replace(element, text) {
    const marks = [...element.children].filter((child) => child.matches("[data-mark]"));
    held.set(element, [...element.childNodes]);
    element.dataset.edition = [...element.childNodes].filter((node) => !marks.includes(node)).map((node) => node.textContent).join("");
    element.replaceChildren(text, ...marks);
  }

  function restore() {
    for (const [element, nodes] of held) {
      element.replaceChildren(...nodes);
      delete element.dataset.edition;
      if (element.dataset.modern !== undefined) element.removeAttribute("title");
    }
    held.clear();
  }

  function show(view) {
    restore();
    if (view === "modern") {
      for (const word of document.querySelectorAll("[data-modern]")) {
        replace(word, word.dataset.modern);
        word.title = `edition: ${word.dataset.edition}`;
      }
    }
    if (view === "transcript") {
      for (const words of document.querySelectorAll("[data-transcript]")) replace(words, words.dataset.transcript);
    }
    shown = view;
    document.documentElement.dataset.view = view;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.view === view));
    note.textContent = VIEWS.find(([name]) => name === view)[2];
  }

  /** Show a view, with what one reads in the same place of the window. */
  function change(view) {
    const passages = [...document.querySelectorAll(".passage")];
    const read = passages.find((passage) => passage.getBoundingClientRect().bottom > bar.getBoundingClientRect().bottom);
    const before = read?.getBoundingClientRect().top;
    show(view);
    if (read) scrollBy({ top: read.getBoundingClientRect().top - before, behavior: "instant" });
  }

  function address(view) {
    const url = new URL(location.href);
    if (view === "edition") url.searchParams.delete("view");
    else url.searchParams.set("view", view);
    try {
      history.replaceState(history.state, "", url);
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
  }

  const bar = document.createElement("div");
  bar.className = "reading";
  bar.lang = "en";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Which text to read");
  const buttons = VIEWS.map(([view, name]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.view = view;
    button.textContent = name;
    button.addEventListener("click", () => {
      change(view);
      store(view);
      address(view);
    });
    return button;
  });
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  bar.append(...buttons, note);
  title.after(bar);

  const wanted = new URLSearchParams(location.search).get("view");
  const view = known(wanted) ? wanted : known(stored()) ? stored() : "edition";
  show(view);
  if (view !== "edition") {
    store(view);
    address(view);
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  // What is copied from modern spelling are the words of the edition.
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (shown !== "modern" || event.target.matches?.("input, textarea") || !selection.rangeCount || selection.isCollapsed) return;
    const range = selection.getRangeAt(0).cloneRange();
    const around = (node) => (node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement)?.closest("[data-edition]");
    if (around(range.startContainer)) range.setStartBefore(around(range.startContainer));
    if (around(range.endContainer)) range.setEndAfter(around(range.endContainer));
    const copied = document.createElement("div");
    copied.className = "reading__copied";
    copied.append(range.cloneContents());
    const words = copied.querySelectorAll("[data-edition]");
    if (!words.length || !event.clipboardData) return;
    for (const word of words) word.textContent = word.dataset.edition;
    document.body.append(copied); // lines are broken as they are seen
    event.clipboardData.setData("text/plain", copied.innerText);
    copied.remove();
    event.preventDefault();
    note.textContent = "copied in the edition’s words";
  });
})();
