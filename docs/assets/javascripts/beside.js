// Two passages, or short ranges, side by side: `beside.html?a=1840:47.2&b=1863:23-25`. Each passage is a page in a frame, so that every edition
// can be had, a selection stays with its passage, and nothing is fetched. Other words (`1754 Nr. 5`, `Renonce`) are looked
// for as the search does; who asks for them here gets the address of the passage that is shown.
(() => {
  "use strict";

  const form = document.querySelector("[data-beside]");
  if (!form) return;
  const SEVERAL = /^(?!urn:)[a-z0-9]+:.*[-,]/i;
  const RANGE = /^([a-z0-9]+):((?:[a-z0-9]+\.)*[a-z]*)([0-9]+)-(?:\1:)?\2([0-9]+)(@[0-9.]+)?$/i; // ends that differ in the last number
  const SECTIONS = /^§§?\s*([0-9]+)\s*[-–]\s*(?:§\s*)?([0-9]+)$/;
  const LIMIT = 12; // passages of a range that are shown
  const ALSO = 3; // of what else is found for words
  const shelf = document.querySelector(".beside-passages");
  const status = form.querySelector("[role=status]");
  const title = document.title;
  const base = JSON.parse(document.getElementById("__config").textContent).base.replace(/\/?$/, "/");
  const say = window.codexSay;

  /** The references to show for words, one of a range for each number from first to last; none for what is no reference. */
  function places(words) {
    const named = words.trim().replace(SECTIONS, (_, low, high) => `${document.codexPlace(`§ ${low}`)}-${high}`);
    const first = document.codexPlace(named);
    if (!first || !SEVERAL.test(named)) return first ? [first] : [];
    const [, source, above, low, high, version = ""] = named.match(RANGE) ?? [];
    const count = high - low + 1;
    return count > 0 && count <= LIMIT ? Array.from({ length: count }, (_, index) => `${source}:${above}${Number(low) + index}${version}`) : [];
  }

  /** What is shown, by its name: a passage, or the first and the last of a range. */
  const called = (named) => [named[0], ...named.slice(1).slice(-1).map((last) => last.split(":")[1])].join("-");

  /** A passage in its frame; `told` is called with it once it is there, or found missing. */
  function frame(words, told) {
    const made = document.createElement("iframe");
    made.title = words;
    const [, siglum, ident, version] = words.match(/^([^:]+):([^@]+)@?(.*)$/);
    const page = version ? `${siglum}@${version}/index.html?only=${ident}` : `${siglum}/${ident}/index.html`;
    made.src = `${base}c/${page}#framed`; // without the way to the home page
    made.addEventListener("load", () => {
      const shown = made.contentDocument; // from a folder on disk the browser does not say
      if (shown) made.style.height = `${shown.documentElement.scrollHeight + 4}px`;
      const missing = shown && !shown.querySelector("article[id]");
      if (missing) made.replaceWith(say`There is no passage ${words}.`);
      told(words, missing);
    });
    return made;
  }

  const source = (ref) => ref.split(":")[0];

  /** What is found for words that are no reference, the best first, what is in another source than `beside` before the rest. */
  async function sought(words, beside) {
    await null; // the search comes after this script
    const found = SEVERAL.test(words) || SECTIONS.test(words) ? [] : await document.codexFind?.(words) ?? [];
    return [...found.filter((ref) => source(ref) !== beside), ...found.filter((ref) => source(ref) === beside)];
  }

  let asked = 0;
  /** Shows what is asked for, and gives the references of it. */
  async function show() {
    const turn = (asked += 1);
    const wanted = ["a", "b"].map((name) => form.elements[name].value.trim());
    const wrong = [], told = [];
    for (const [index, words] of wanted.entries()) {
      if (!words || places(words).length) continue;
      status.textContent = say`Looking for ${words}.`;
      const [best, ...others] = await sought(words, source(places(wanted[1 - index])[0] ?? ""));
      if (turn !== asked) return null; // something else was asked for meanwhile
      if (!best) {
        wrong.push(words);
        continue;
      }
      wanted[index] = best;
      told.push(others.length ? say`For “${words}” the best is ${best}, then ${others.slice(0, ALSO).join(", ")}. ` : say`For “${words}” the best is ${best}. `);
    }
    open(wanted, told.join("") + (wrong.length ? say`Nothing was found for ${wrong.join(", ")}. Enter a reference such as 1840:47.2 or 1840:47.2-47.4, of at most ${LIMIT} passages, or words of a passage. ` : ""));
    return wanted;
  }

  /** Shows the passages of two references; `mistake` is said before. */
  function open(wanted, mistake) {
    const found = wanted.map(places).filter((named) => named.length);
    const awaited = new Set(found.flat()), missing = [];
    status.textContent = mistake + (awaited.size ? say`Opening the passages.` : "");

    function told(words, lacking) {
      if (!shelf.contains(columns[0])) return; // something else was asked for meanwhile
      awaited.delete(words);
      if (lacking) missing.push(words);
      if (awaited.size) return;
      const there = found.map((named) => named.filter((each) => !missing.includes(each))).filter((named) => named.length);
      const lack = missing.length ? say`There is no passage ${missing.join(", ")}. ` : "";
      const names = there.map(called).join(say` and `);
      status.textContent = mistake + lack + (names ? say`Shown: ${names}.` : "");
    }

    const columns = found.map((named) => {
      const column = document.createElement("div");
      column.append(...named.map((words) => frame(words, told)));
      return column;
    });
    shelf.replaceChildren(...columns);
    document.title = found.length ? title.replace(/^.*(?= - )/, found.map(called).join(say` beside `)) : title;
  }

  function read() {
    const query = new URLSearchParams(location.search);
    for (const name of ["a", "b"]) form.elements[name].value = query.get(name) ?? "";
    show();
    if (query.get("a") && !query.get("b")) form.elements.b.focus();
  }

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const shown = await show();
    if (!shown) return;
    const [a, b] = shown;
    const address = new URL(location.href);
    address.search = `a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`.replaceAll("%3A", ":").replaceAll("%40", "@");
    if (address.href === location.href) return;
    try {
      history.pushState(null, "", address);
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
  });
  addEventListener("popstate", read);
  read();
})();
