// The places of a citation on the page of a whole edition: `?places=11,13-15` or `#47` marks them, `?only=47.2` shows nothing else.
// Without a script the page opens at the first of them, which stands behind the #.
(() => {
  "use strict";

  const query = new URLSearchParams(location.search);
  const lines = Array.from(document.querySelectorAll("[data-passage]"));

  /** The lines from the first to the last passage of a place such as `11`, `47.2` or `13-15`. */
  function within(place) {
    const [first, last = first] = place.split("-").map((end) => end.split("#")[0]);
    const isIn = (unit) => ({ dataset }) => dataset.passage === unit || dataset.passage.startsWith(`${unit}.`);
    const [from, to] = [lines.findIndex(isIn(first)), lines.findLastIndex(isIn(last))];
    return from < 0 ? [] : lines.slice(from, to + 1);
  }

  const only = query.get("only");
  if (only) {
    const shown = within(only);
    for (const line of lines) line.hidden = !shown.includes(line);
    if (!shown.length) document.querySelector("article").remove();
  }
  let marked = [];
  function mark() {
    const places = query.get("places")?.split(/[,;]/) ?? [location.hash.slice(1)];
    for (const line of marked) line.classList.remove("cited");
    marked = places.flatMap(within);
    for (const line of marked) line.classList.add("cited");
  }
  addEventListener("hashchange", mark);
  mark();
})();
