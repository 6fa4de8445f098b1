// How a source is read. Three views of the German: the edition, the transcript, modern spelling. The page holds the
// edition; words that differ carry the others (`data-transcript`, `data-modern`). A word that is replaced keeps the
// edition's in `data-edition`: citations and copies are made of these. And where our English stands: beside the German,
// below it, or nowhere. Both are kept between pages and in the address. Without JavaScript the edition is shown with its
// English.
(() => {
  "use strict";

  // What can be chosen, by its name in the address: the first is what is there without a choice.
  const VIEW = {
    name: "view",
    label: "Which text to read",
    options: [
      ["edition", "Edition", ""],
      ["transcript", "Transcript", "as received; citations keep the edition’s words"],
      ["modern", "Modern spelling", "ours; copies and citations keep the edition’s words"],
    ],
    show: showView,
  };
  const ENGLISH = {
    name: "english",
    label: "English",
    options: [["beside", "beside", ""], ["below", "below", ""], ["off", "off", ""]],
    show: showEnglish,
  };
  const first = document.querySelector(".passage__text");
  const title = document.querySelector(".md-content h1");
  if (!first || !title) return;

  const choices = document.querySelector(".english") ? [VIEW, ENGLISH] : [VIEW];
  const wide = matchMedia("(min-width: 76.25em)"); // where there is room for two columns, see english.css
  const held = new Map(); // replaced elements with what they held

  /** The reader's choice, where the browser keeps any. */
  function stored(choice) {
    try {
      return localStorage.getItem(`codex-${choice.name}`);
    } catch {
      return null;
    }
  }

  function store(choice) {
    try {
      if (choice.chosen === choice.options[0][0]) localStorage.removeItem(`codex-${choice.name}`);
      else localStorage.setItem(`codex-${choice.name}`, choice.chosen);
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

  function showView(view) {
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
    document.documentElement.dataset.view = view;
    note.textContent = VIEW.options.find(([name]) => name === view)[2];
    return view;
  }

  /** Where there is no room beside the German, the English stands below it. */
  function showEnglish(place) {
    document.documentElement.dataset.english = place;
    return place === "beside" && !wide.matches ? "below" : place;
  }

  function show(choice, option) {
    choice.chosen = option;
    const seen = choice.show(option);
    for (const button of choice.buttons) button.setAttribute("aria-pressed", String(button.dataset[choice.name] === seen));
  }

  /** Change what is shown, with what one reads in the same place of the window. */
  function change(choice, option) {
    const passages = [...document.querySelectorAll(".passage")];
    const top = bar.getBoundingClientRect().bottom;
    const reached = ({ top: begins }) => begins >= top && begins < innerHeight / 2; // what begins in sight, else what goes on
    const read = passages.find((passage) => reached(passage.getBoundingClientRect()))
      ?? passages.find((passage) => passage.getBoundingClientRect().bottom > top);
    const before = read?.getBoundingClientRect().top;
    show(choice, option);
    if (read) scrollBy({ top: read.getBoundingClientRect().top - before, behavior: "instant" });
  }

  function address(choice) {
    const url = new URL(location.href);
    if (choice.chosen === choice.options[0][0]) url.searchParams.delete(choice.name);
    else url.searchParams.set(choice.name, choice.chosen);
    try {
      history.replaceState(history.state, "", url);
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
  }

  const bar = document.createElement("div");
  bar.className = "reading";
  bar.lang = "en";
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  for (const choice of choices) {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", choice.label);
    if (choice === ENGLISH) group.append("English ");
    choice.buttons = choice.options.map(([option, name]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset[choice.name] = option;
      button.textContent = name;
      button.addEventListener("click", () => {
        change(choice, option);
        store(choice);
        address(choice);
      });
      return button;
    });
    group.append(...choice.buttons);
    bar.append(group);
  }
  bar.append(note);
  title.after(bar);

  let moved = false;
  for (const choice of choices) {
    const known = (option) => choice.options.some(([name]) => name === option);
    const wanted = new URLSearchParams(location.search).get(choice.name);
    show(choice, known(wanted) ? wanted : known(stored(choice)) ? stored(choice) : choice.options[0][0]);
    if (known(wanted)) store(choice);
    if (choice.chosen === choice.options[0][0]) continue;
    address(choice);
    moved = true;
  }
  if (moved) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  if (choices.includes(ENGLISH)) wide.addEventListener("change", () => show(ENGLISH, ENGLISH.chosen));

  // What is copied from modern spelling are the words of the edition.
  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (VIEW.chosen !== "modern" || event.target.matches?.("input, textarea") || !selection.rangeCount || selection.isCollapsed) return;
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
