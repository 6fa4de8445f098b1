// References lead to their passage: in the search box (`1840:47.2`, `§ 47`, then Enter) and behind `#` on the home page.
(() => {
  "use strict";

  const REFERENCE = /^([A-Za-z0-9]+)[:-]([A-Za-z0-9]+(?:\.[A-Za-z0-9]+)*(?:@[0-9]+\.[0-9]+\.[0-9]+)?)$/;
  const SECTION = /^§§?\s*([0-9]+(?:\.[0-9]+)?)$/;
  const config = document.getElementById("__config");
  if (!config) return;
  const base = JSON.parse(config.textContent).base.replace(/\/?$/, "/");
  const sources = document.querySelector('meta[name="codex:sources"]')?.content.split(" ") ?? [];
  const sections = document.querySelector('meta[name="codex:sections"]')?.content;

  /** The short address of what a reference names; empty for other words. */
  function address(words) {
    const section = words.trim().match(SECTION);
    if (section && sections) return `${base}c/${sections}/${section[1]}/index.html`;
    const found = words.trim().match(REFERENCE);
    return found && sources.includes(found[1]) ? `${base}c/${found[1]}/${found[2]}/index.html` : "";
  }

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches?.('#codex-search input')) return;
    const target = address(event.target.value);
    if (!target) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    location.assign(target);
  }, true);

  const home = new URL(`${base}index.html`, location.href).pathname;
  const here = location.pathname.replace(/\/$/, "/index.html");
  function jump() {
    const target = here === home && address(decodeURIComponent(location.hash.slice(1)));
    if (target) location.replace(target);
  }
  addEventListener("hashchange", jump);
  jump();
})();
