// The values in the margin of a wide page: as many stand in sight as there is room for beside the words of their
// passage, each whole and at least the first; the others are folded. Without JavaScript a passage is as high as they are.
(() => {
  "use strict";

  const say = window.codexSay;
  const wide = matchMedia("(min-width: 76.25em)"); // see margin.css
  const margins = [...document.querySelectorAll("div.passage > .evidence:has(> ul)")].map((margin) => {
    const list = margin.querySelector(":scope > ul");
    const folded = margin.querySelector(":scope > .resting") ?? margin.appendChild(document.createElement("details"));
    folded.className = "resting";
    const summary = folded.querySelector("summary") ?? folded.appendChild(document.createElement("summary"));
    const rest = folded.querySelector(".resting__values") ?? document.createElement("ul");
    summary.after(rest);
    return { margin, list, folded, summary, rest, values: [...list.children], more: rest.children.length, claims: Number(summary.dataset.claims ?? 0) };
  });
  if (!margins.length) return;

  /** Keep so many of the values in sight that are so without JavaScript. */
  function keep({ list, folded, summary, rest, values, more, claims }, many) {
    const count = values.length - many + more;
    list.append(...values.slice(0, many));
    rest.prepend(...values.slice(many));
    rest.hidden = !count;
    folded.hidden = !count && !claims;
    const parts = [
      [count, count === 1 ? say`1 more value` : say`${count} more values`],
      [claims, claims === 1 ? say`1 claim checked` : say`${claims} claims checked`],
    ];
    summary.textContent = parts.filter(([number]) => number).map(([, words]) => words).join(", ");
  }

  /** How many values there is room for beside the words, and the line that folds the others. */
  function room({ margin, folded, values }) {
    const words = [...margin.parentNode.querySelectorAll(":scope > :not(.evidence, .passage__tools, .unit-anchor)")];
    const foot = Math.max(...words.map((each) => each.getBoundingClientRect().bottom));
    const line = folded.firstElementChild.offsetHeight || 24;
    const fits = (value, index) => value.getBoundingClientRect().bottom + (index < values.length - 1 || !folded.hidden ? line : 0) <= foot + 4;
    return Math.max(1, values.findLastIndex(fits) + 1);
  }

  function fit() {
    for (const item of margins) keep(item, item.values.length);
    document.documentElement.dataset.margin = "fitted";
    if (!wide.matches || document.documentElement.dataset.evidence === "off") return;
    const rooms = margins.map((item) => [item, room(item)]); // all is measured before anything moves
    for (const [item, many] of rooms) keep(item, many);
  }

  document.codexMargin = fit; // for whoever changes what stands beside it
  addEventListener("resize", fit);
  fit();
})();
