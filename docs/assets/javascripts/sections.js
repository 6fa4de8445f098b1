// Behind the theme's “Skip to content”, as unseen until Tab comes to it: a box that leads to any section of the page by
// its number or its words, for pages whose sections lie hundreds of links apart.
(() => {
  "use strict";

  const say = window.codexSay;
  const place = document.querySelector("[data-md-component=skip]");
  if (!place) return;

  /** The headings that are to be seen, below the page's own; each with what is to have the focus. */
  const sections = () => [...document.querySelectorAll("main :is(h2, h3)")].filter((each) => each.checkVisibility())
    .map((each) => ({ words: each.innerText.replace(/[#¶]/g, "").trim(), heading: each, target: each.closest("summary") ?? each }));
  if (!sections().length) return;

  const fold = (words) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  /** By number, or the first that begins with the words, or has them. */
  function found(typed) {
    const all = sections(), asked = fold(typed);
    const numbered = all[asked.match(/^([0-9]+)(?:\.|$)/)?.[1] - 1];
    if (numbered) return numbered;
    return asked && (all.find((each) => fold(each.words).startsWith(asked)) ?? all.find((each) => fold(each.words).includes(asked)));
  }

  const form = document.createElement("form");
  form.className = "sections md-skip";
  form.setAttribute("aria-label", say`Sections of this page`); // a landmark, as everything on a page lies in one
  form.innerHTML = `<label>${say`Go to section`} <input list="sections-list" autocomplete="off" placeholder="${say`number or words`}"></label>
    <datalist id="sections-list"></datalist><button type="submit">${say`Go`}</button><span class="sections__told" aria-live="polite"></span>`;
  place.append(form);
  const [input, list, told] = ["input", "datalist", ".sections__told"].map((name) => form.querySelector(name));

  form.addEventListener("focusin", () => {
    list.replaceChildren(...sections().map((each, index) => new Option("", `${index + 1}. ${each.words}`)));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const section = found(input.value);
    told.textContent = section ? "" : say`No such section: there are ${sections().length} here.`;
    if (!section) return;
    const { heading, target } = section;
    const ident = heading.id || heading.closest("[id]")?.id;
    if (ident) history.replaceState(history.state, "", `#${ident}`);
    if (target === heading) target.tabIndex = -1;
    target.focus({ preventScroll: true });
    target.scrollIntoView();
    input.value = "";
  });
})();
