// The menu by keyboard: its button opens it, Escape and leaving it close it. The search has its own: search.js.
(() => {
  "use strict";

  const menu = document.getElementById("site-menu");
  const toggle = document.getElementById("__drawer");
  const button = document.querySelector("[data-opens=__drawer]");
  if (!menu || !toggle || !button) return;

  /** Opens or closes; the theme shows what the hidden box says. */
  function set(open) {
    if (toggle.checked === open) return;
    toggle.checked = open;
    toggle.dispatchEvent(new Event("change", { bubbles: true }));
  }

  button.addEventListener("click", () => {
    set(!toggle.checked);
    if (toggle.checked) menu.querySelector("a").focus({ preventScroll: true });
  });
  toggle.addEventListener("change", () => button.setAttribute("aria-expanded", String(toggle.checked)));
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !menu.contains(relatedTarget)) set(false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !toggle.checked) return;
    set(false);
    button.focus();
  });

  // The colours that are shown are the ones that are chosen, also before the first choice.
  const shown = document.querySelector(`.md-option[data-md-color-scheme="${document.body.dataset.mdColorScheme}"]`);
  if (shown) shown.checked = true;
})();
