// The places of a citation on the page of a whole edition: `?places=11,13-15` marks them. Without a script the page opens at
// the first of them, which stands behind the #.
(() => {
  "use strict";

  const places = new URLSearchParams(location.search).get("places");
  const lines = Array.from(document.querySelectorAll("[data-passage]"));
  for (const place of places?.split(/[,;]/) ?? []) {
    const [first, last = first] = place.split("-").map((end) => end.split("#")[0]);
    const isIn = (unit) => ({ dataset }) => dataset.passage === unit || dataset.passage.startsWith(`${unit}.`);
    const [from, to] = [lines.findIndex(isIn(first)), lines.findLastIndex(isIn(last))];
    for (const line of from < 0 ? [] : lines.slice(from, to + 1)) line.classList.add("cited");
  }
})();
