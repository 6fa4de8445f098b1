// References lead to their passage: in the search box (then Enter) and behind `#` on the home page. Whatever the site hands
// out is read: `1840:47.2@1.1.0`, a URN, `1840 § 47 para. 2`, `§ 47, 2. Absatz`; of several (`§§ 41–47`, `1840:47.2-47.4`) the first.
(() => {
  "use strict";

  /** What the address names behind `#`; nothing where that cannot be read, as in `#100%`. */
  function anchor() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }
  document.codexAnchor = anchor; // for reading.js and rules.js

  const PART = "[A-Za-z0-9]+(?:\\.[A-Za-z0-9]+)*";
  const REFERENCE = new RegExp(`^([A-Za-z0-9]+)[:-](${PART})(?:#[0-9]+)?(?:[-,][A-Za-z0-9.,:#-]+)?(@[0-9]+\\.[0-9]+\\.[0-9]+)?$`);
  const URN = new RegExp(`^urn:cts:tarock:([^:]+?)([0-9]+)-([0-9]+)-([0-9]+):(${PART})(?:[-,#].*)?$`);
  const SECTION = /^(?:([a-z0-9]+)[:,]?\s*)?§§?\s*([0-9]+)(\.[0-9]+)?(?:\s*[-–]\s*(?:§\s*)?[0-9]+)?(?:,?\s*(?:(?:para(?:graph)?|abs(?:atz)?)\.?\s*([0-9]+)|([0-9]+)\.\s*abs(?:atz|\.)?))?$/i;
  const config = document.getElementById("__config");
  if (!config) return;
  const base = JSON.parse(config.textContent).base.replace(/\/?$/, "/");
  const sources = document.querySelector('meta[name="codex:sources"]')?.content.split(" ") ?? [];
  const urns = document.querySelector('meta[name="codex:urns"]')?.content.split(" ") ?? []; // as `sources`
  const sections = document.querySelector('meta[name="codex:sections"]')?.content;

  const PROSE = window.codexVariants.prose.map(([pattern, put]) => [new RegExp(pattern, "gi"), put]);
  const NAMES = Object.entries(window.codexVariants.names).map(([siglum, pattern]) => [new RegExp(`^(?:${pattern})`, "i"), siglum]);
  const ANYWHERE = new RegExp(`(?<![A-Za-z0-9.])(${sources.join("|")})(?![A-Za-z0-9]|\\.[0-9])`);

  /** The reference in running text such as `Königrufen 1840, Abs. 2 of § 47`; empty where it names none. */
  function prose(text) {
    if (!ANYWHERE.test(text)) {
      const called = NAMES.find(([pattern]) => pattern.test(text));
      if (called) text = text.replace(called[0], `${called[1]} `);
    }
    const named = text.match(ANYWHERE);
    if (!named && !/^(?:§|[a-z]+\.?\s*[0-9]|[0-9]+\.\s?[a-z])/i.test(text)) return "";
    let rest = text;
    if (named) {
      const before = text.slice(0, named.index);
      const behind = text.slice(named.index + named[0].length);
      if (/[§\d]/.test(before) ? behind.replace(/[ .)\]]+/g, "") : before.includes(":")) return "";
      rest = /[§\d]/.test(before) ? before.replace(/[\s,;(]*(?:of|von|in|aus)?\s*[([]?$/, "") : behind;
    }
    rest = rest.replace(/[ .,;)\]]+$/, "").replace(/^[\s([]*[:,/]?[\s([]*/, "");
    for (const [pattern, put] of PROSE) rest = rest.replace(pattern, put);
    return `${named?.[1] ?? sections}:${rest.replace(/(?<=\d)\s*ff?\.?(?=@|$)/i, "")}`;
  }

  /** What a person typed in plain letters, an address as what it names. */
  function plain(words) {
    let text = window.codexPlain(words).trim();
    try {
      text = decodeURIComponent(text);
    } catch {
      // a per cent sign that stands for itself
    }
    text = text.replace(/^["'`<*_]+(.*?)["'`>*_]+$/s, "$1").trim().replace(/^\[[^[\]]*\]\((\S+)\)$/, "$1")
      .replace(/\s*@\s*v?(?=[0-9]+\.[0-9]+\.[0-9]+$)/, "@").replace(/^urn:cts:tarock:/i, "urn:cts:tarock:");
    const [, whole, version, places, at] = text.match(/\/c\/([A-Za-z0-9]+)@([0-9.]+)\/(?:index\.html)?(?:\?places=([^#]*))?(?:#.*?([A-Za-z0-9.]+))?$/) ?? [];
    if (places ?? at) return `${whole}:${places ?? at}@${version}`;
    const [, siglum, ident, sentence] = text.match(/\/c\/([A-Za-z0-9]+)\/([^/?#]+)[^#]*(#[1-9][0-9]*$)?/) ?? [];
    const [, anchor] = text.match(/\/.*#([A-Za-z0-9]+[:-][A-Za-z0-9.]+)$/) ?? [];
    return anchor ?? (siglum ? `${siglum}:${ident}${sentence ?? ""}` : text);
  }

  /** What words name first, such as `1840:47.2@1.1.0`; empty for other words. */
  function place(words) {
    const text = plain(words);
    const urn = text.match(URN);
    const section = text.match(SECTION);
    const found = text.match(REFERENCE) ?? prose(text).match(REFERENCE);
    let siglum = found?.[1], named = `${found?.[2]}${found?.[3] ?? ""}`;
    if (urn) [siglum, named] = [sources[urns.indexOf(urn[1])], `${urn[5]}@${urn.slice(2, 5).join(".")}`];
    if (section) {
      const paragraph = section[4] ?? section[5];
      [siglum, named] = [section[1] ?? sections, `${section[2]}${section[3] ?? (paragraph ? `.${paragraph}` : "")}`];
    }
    return sources.includes(siglum) ? `${siglum}:${named}` : "";
  }
  document.codexPlace = place; // for beside.js

  /** The page that shows a reference such as `1840:47.2`; in an earlier edition it is a place on the page of that. */
  function page(named) {
    const [, siglum, ident, version] = named.match(/^([^:]+):([^@]+)@?(.*)$/);
    return version ? `${base}c/${siglum}@${version}/index.html#${ident}` : `${base}c/${siglum}/${ident}/index.html`;
  }

  /** The address of what a reference names; empty for other words. */
  function address(words) {
    const named = place(words);
    return named && page(named);
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
    const target = here === home && address(anchor());
    if (target) location.replace(target);
  }
  addEventListener("hashchange", jump);
  jump();
})();
