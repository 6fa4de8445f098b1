// How a source is read. Three views of the German: the edition, the transcript, modern spelling. The page holds the
// edition; words that differ carry the others (`data-transcript`, `data-modern`). A word that is replaced keeps the
// edition's in `data-edition`: citations and copies are made of these. Then where our English stands: beside the German,
// below it, or nowhere; and whether the values that rest on a passage are shown. All are kept between pages and in the
// address. Without JavaScript the edition is shown with its English and the values.
(() => {
  "use strict";

  const say = window.codexSay;
  const wide = matchMedia("(min-width: 76.25em)"); // where there is room for two columns and a margin, see english.css and margin.css

  // What can be chosen, by its name in the address, and what is there without a choice.
  const VIEW = {
    name: "view",
    label: say`Which text to read`,
    options: [
      ["edition", say`Edition`, ""],
      ["transcript", say`Transcript`, say`as received; citations keep the edition’s words`],
      ["modern", say`Modern spelling`, say`ours; copies and citations keep the edition’s words`],
    ],
    usual: () => "edition",
    show: showView,
  };
  const ENGLISH = {
    name: "english",
    label: say`English`,
    options: [["beside", say`beside`, ""], ["below", say`below`, ""], ["off", say`off`, ""]],
    usual: () => "beside",
    show: showEnglish,
  };
  const EVIDENCE = {
    name: "evidence",
    label: say`Values`,
    options: [["shown", say`shown`, ""], ["off", say`off`, ""]],
    usual: () => (wide.matches ? "shown" : "off"),
    show: (option) => (document.documentElement.dataset.evidence = option),
  };
  const TERMS = {
    name: "terms",
    label: say`Terms`,
    options: [["marked", say`shown`, ""], ["plain", say`off`, ""]],
    usual: () => "marked",
    show: (option) => (document.documentElement.dataset.marked = option),
  };
  const title = document.querySelector(".md-content h1");
  const there = (choice, selector) => (document.querySelector(selector) ? [choice] : []);
  const choices = [...there(VIEW, ".passage__text"), ...there(ENGLISH, ".passage .english"), ...there(EVIDENCE, ".passage .evidence"), ...there(TERMS, ".passage__text")];
  if (!choices.length || !title) return;
  const held = new Map(); // replaced elements with what they held

  /** The reader's choice, where the browser keeps any. */
  function stored(choice) {
    try {
      return localStorage.getItem(`codex-${choice.name}`);
    } catch {
      return null;
    }
  }

  /** Keep what is chosen, here and between pages; who chooses what is usual goes with that. */
  function store(choice) {
    choice.own = choice.chosen === choice.usual() ? null : choice.chosen;
    try {
      if (!choice.own) localStorage.removeItem(`codex-${choice.name}`);
      else localStorage.setItem(`codex-${choice.name}`, choice.own);
    } catch {
      // the address still says it
    }
  }

  const known = (choice, option) => choice.options.some(([name]) => name === option);

  /** What is to be shown: what the reader chose here, else on another page, else what is usual. */
  function wanted(choice) {
    return [choice.own, stored(choice)].find((option) => known(choice, option)) ?? choice.usual();
  }

  function replace(element, text) {
    const marks = [...element.children].filter((child) => child.matches("[data-mark]"));
    held.set(element, [...element.childNodes]);
    const words = element.cloneNode(true);
    for (const mark of words.querySelectorAll("[data-mark]")) mark.remove(); // also those inside: the signs of what is added
    element.dataset.edition = words.textContent;
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
        word.title = say`edition: ${word.dataset.edition}`;
      }
    }
    if (view === "transcript") {
      for (const words of document.querySelectorAll("[data-transcript]")) replace(words, words.dataset.transcript);
    }
    document.documentElement.dataset.view = view;
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
    note.textContent = choices.includes(VIEW) ? VIEW.options.find(([name]) => name === (VIEW.chosen ?? VIEW.usual()))[2] : "";
  }

  /** Say aloud what is shown now; what the view is stands there for all. */
  function announce(choice, option) {
    const said = document.createElement("span");
    said.className = "hidden";
    said.textContent = `${choice === VIEW ? "" : `${choice.label} `}${choice.options.find(([name]) => name === option)[1]}. `;
    note.prepend(said);
  }

  /** Change what is shown, with what one reads in the same place of the window. */
  function change(choice, option) {
    const passages = [...document.querySelectorAll(".passage")];
    const top = note.getBoundingClientRect().bottom;
    const reached = ({ top: begins }) => begins >= top && begins < innerHeight / 2; // what begins in sight, else what goes on
    const read = passages.find((passage) => reached(passage.getBoundingClientRect()))
      ?? passages.find((passage) => passage.getBoundingClientRect().bottom > top);
    const before = read?.getBoundingClientRect().top;
    show(choice, option);
    document.codexMargin?.();
    if (read) scrollBy({ top: read.getBoundingClientRect().top - before, behavior: "instant" });
  }

  function address(choice) {
    const url = new URL(location.href);
    if (choice.chosen === choice.usual()) url.searchParams.delete(choice.name);
    else url.searchParams.set(choice.name, choice.chosen);
    try {
      history.replaceState(history.state, "", url);
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
  }

  const bar = document.createElement("div");
  bar.className = "reading";
  bar.lang = document.documentElement.lang;
  const note = document.createElement("p");
  note.setAttribute("role", "status");
  const views = document.createElement("div");
  views.className = "reading__views";
  views.id = "reading-views";
  const opener = document.createElement("button"); // of the views, where they have no room in the bar
  opener.type = "button";
  opener.className = "reading__opener";
  opener.textContent = say`View`;
  opener.setAttribute("aria-controls", views.id);
  opener.setAttribute("aria-expanded", "false");
  opener.addEventListener("click", () => open(opener.getAttribute("aria-expanded") === "false"));
  for (const choice of choices) {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", choice.label);
    if (choice !== VIEW) group.append(`${choice.label} `);
    choice.buttons = choice.options.map(([option, name]) => {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset[choice.name] = option;
      button.textContent = name;
      button.addEventListener("click", () => {
        change(choice, option);
        announce(choice, option);
        store(choice);
        address(choice);
      });
      return button;
    });
    group.append(...choice.buttons);
    views.append(group);
  }
  bar.append(opener, views, ...document.querySelectorAll(".labels-opener"), note);
  document.querySelector(".reading__room")?.remove();
  title.after(bar);

  function open(whether) {
    opener.setAttribute("aria-expanded", String(whether));
  }
  bar.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || opener.getAttribute("aria-expanded") === "false") return;
    open(false);
    opener.focus();
  });
  bar.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !bar.contains(relatedTarget)) open(false);
  });
  document.addEventListener("pointerdown", (event) => {
    if (!bar.contains(event.target)) open(false);
  });

  let moved = false;
  for (const choice of choices) {
    choice.own = new URLSearchParams(location.search).get(choice.name);
    show(choice, wanted(choice));
    if (known(choice, choice.own)) store(choice);
    if (choice.chosen === choice.usual()) continue;
    address(choice);
    moved = true;
  }
  document.codexMargin?.();
  if (moved) document.getElementById(document.codexAnchor())?.scrollIntoView();
  wide.addEventListener("change", () => {
    for (const choice of choices) show(choice, wanted(choice));
    document.codexMargin?.();
  });
})();
