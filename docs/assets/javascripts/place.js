// Where one is in a source: the bar above the text names the § that stands under it, and leads to any other.
(() => {
  "use strict";

  const bar = document.querySelector(".reading");
  const sections = [...document.querySelectorAll(".unit[data-ref]")];
  const places = sections.length > 1 ? sections : [...document.querySelectorAll(".passage[data-ref]")];
  if (!bar || places.length < 2) return;

  /** What is scrolled to: the heading of a §, the passage itself. */
  const target = (place) => document.getElementById(place.dataset.ref);
  const choice = document.createElement("select");
  choice.className = "reading__place";
  choice.setAttribute("aria-label", window.codexSay`Place in the text`);
  choice.append(...places.map((place) => new Option(document.documentElement.lang === "de" ? place.dataset.labelDe : place.dataset.label, place.dataset.ref)));
  choice.addEventListener("change", () => {
    location.hash = choice.value;
    choice.focus({ preventScroll: true }); // which the jump takes away
  });
  bar.prepend(choice);

  let waiting = false;
  function follow() {
    waiting = false;
    const line = bar.getBoundingClientRect().bottom + 40; // a heading that has just come under the bar counts
    const reached = places.filter((place) => (target(place) ?? place).getBoundingClientRect().top <= line);
    choice.value = (reached.at(-1) ?? places[0]).dataset.ref;
  }
  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(follow);
    waiting = true;
  }, { passive: true });
  follow();
})();
