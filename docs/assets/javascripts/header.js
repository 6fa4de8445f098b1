// The menu by keyboard: its button opens it, Escape and leaving it close it; where its levels lie over each other, Tab
// stays in the one in front, and labels lead down and up. The search has its own: search.js.
(() => {
  "use strict";

  const menu = document.getElementById("site-menu");
  const toggle = document.getElementById("__drawer");
  const button = document.querySelector("[data-opens=__drawer]");
  if (!menu || !toggle || !button) return;
  const narrow = matchMedia("(max-width: 76.234375em)"); // see frame.css
  const labels = [...menu.querySelectorAll("label[for]")].filter((label) => label.htmlFor !== toggle.id)
    .map((label) => [label, { tabindex: label.getAttribute("tabindex"), title: null }]);

  const reached = (label) => ({ tabindex: "0", title: label.matches(".md-nav__title") ? window.codexSay`Back` : null });

  /** Keys reach the labels only where a level fills the menu; the theme presses them at Enter. */
  function equip() {
    for (const [label, own] of labels) {
      for (const [name, value] of Object.entries(narrow.matches ? reached(label) : own)) {
        if (value === null) label.removeAttribute(name);
        else label.setAttribute(name, value);
      }
    }
  }

  /** The first thing of the level in front that can be reached. */
  const first = () => [...menu.querySelectorAll("a, label[tabindex='0']")].find((each) => each.checkVisibility({ visibilityProperty: true }));

  /** Opens or closes; the theme shows what the hidden box says. */
  function set(open) {
    if (toggle.checked === open) return;
    toggle.checked = open;
    toggle.dispatchEvent(new Event("change", { bubbles: true }));
  }

  button.addEventListener("click", () => {
    set(!toggle.checked);
    if (toggle.checked) first().focus({ preventScroll: true });
  });
  toggle.addEventListener("change", () => button.setAttribute("aria-expanded", String(toggle.checked)));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) set(false);
  });
  menu.addEventListener("change", ({ target }) => {
    if (!narrow.matches) return;
    const level = target.checked ? first() : labels.find(([label]) => label.htmlFor === target.id)[0];
    level.focus({ preventScroll: true });
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches("label")) return;
    event.preventDefault();
    event.target.click();
  });
  narrow.addEventListener("change", equip);
  equip();
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !toggle.checked) return;
    set(false);
    button.focus();
  });

  // The colours that are shown are the ones that are chosen, also before the first choice.
  const shown = document.querySelector(`.md-option[data-md-color-scheme="${document.body.dataset.mdColorScheme}"]`);
  if (shown) shown.checked = true;

  // What the search box of a page that stands alone asks for: `index.html?q=WORDS`.
  document.addEventListener("DOMContentLoaded", () => {
    const [asked, field] = [new URLSearchParams(location.search).get("q"), document.querySelector("#codex-search input")];
    if (!asked || !field) return;
    field.value = asked;
    field.focus();
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
})();
