// Two passages side by side: `beside.html?a=1840:47.2&b=1863:7`. Each is its own short page in a frame, so that every edition
// can be had, a selection stays with its passage, and nothing is fetched.
(() => {
  "use strict";

  const form = document.querySelector("[data-beside]");
  if (!form) return;
  const REFERENCE = /^([A-Za-z0-9]+):([A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*(?:@[0-9]+\.[0-9]+\.[0-9]+)?)$/;
  const sources = document.querySelector('meta[name="codex:sources"]').content.split(" ");
  const shelf = document.querySelector(".beside-passages");
  const status = form.querySelector("[role=status]");
  const hint = status.innerHTML;

  /** The short page of a reference, or nothing. */
  function address(words) {
    const found = words.trim().match(REFERENCE);
    return found && sources.includes(found[1]) ? `c/${found[1]}/${found[2]}/index.html` : "";
  }

  function frame(words) {
    const made = document.createElement("iframe");
    made.title = words;
    made.src = `${address(words)}#framed`; // without the way to the home page
    made.addEventListener("load", () => {
      const shown = made.contentDocument; // from a folder on disk the browser does not say
      if (!shown) return;
      made.style.height = `${shown.documentElement.scrollHeight + 4}px`;
      if (!shown.querySelector("article")) status.textContent = `There is no passage ${words}.`;
    });
    return made;
  }

  function show() {
    const wanted = ["a", "b"].map((name) => form.elements[name].value.trim());
    const wrong = wanted.filter((words) => words && !address(words));
    if (wrong.length) status.textContent = `Not a reference: ${wrong.join(", ")}. Expected one such as 1840:47.2.`;
    else status.innerHTML = hint;
    shelf.replaceChildren(...wanted.filter(address).map(frame));
    document.title = document.title.replace(/^.*? – /, wanted.every(Boolean) ? `${wanted.join(" | ")} – ` : "$&");
    return wanted;
  }

  function read() {
    const query = new URLSearchParams(location.search);
    for (const name of ["a", "b"]) form.elements[name].value = query.get(name) ?? "";
    show();
    if (query.get("a") && !query.get("b")) form.elements.b.focus();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [a, b] = show();
    const address = new URL(location.href);
    address.search = `a=${encodeURIComponent(a)}&b=${encodeURIComponent(b)}`.replaceAll("%3A", ":").replaceAll("%40", "@");
    history.pushState(null, "", address);
  });
  addEventListener("popstate", read);
  read();
})();
