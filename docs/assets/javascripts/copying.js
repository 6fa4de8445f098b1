// Text is put on the clipboard. What is selected and copied from a source: one column, and of it only the words. Numbers, buttons, the marks of notes and
// pages are never part of it; where another view replaces words (reading.js), the copy has those of the edition.
(() => {
  "use strict";

  /**
   * Put text on the clipboard; by selecting it, where a page may not use that directly. Whether it is there. `within` is
   * the dialog that is open, outside of which nothing can be selected.
   */
  window.codexCopy = async (text, within = document.body) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const before = document.activeElement;
      const area = Object.assign(document.createElement("textarea"), { className: "copying__scratch", readOnly: true, value: text });
      area.setAttribute("aria-hidden", "true");
      within.append(area);
      area.select();
      let done = false;
      try {
        done = document.execCommand("copy");
      } catch { // nothing may be copied here
      }
      area.remove();
      before?.focus();
      return done;
    }
  };

  const COLUMNS = { text: ".passage__text, [lang=de]:is(h2, h3, h4)", english: ".english", evidence: ".evidence" };
  const BESIDE = ".passage__tools, .unit, .referred, [data-mark], thead, .english__head, .unit-anchor, .replayed, .historical";
  const page = document.querySelector(".md-content");
  if (!page?.querySelector(".passage")) return;
  const status = document.querySelector(".reading [role=status]");

  const element = (node) => (node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement);
  const column = (node) => Object.keys(COLUMNS).find((name) => element(node)?.closest(COLUMNS[name]));

  /** From where a selection begins it goes on in that column; the style sheet lets nothing else be selected. */
  function begin(event) {
    document.documentElement.dataset.column = column(event.target) ?? "text";
    page.getBoundingClientRect(); // the new style holds before the browser looks where the selection begins
  }
  page.addEventListener("pointerdown", begin);
  page.addEventListener("selectstart", begin);

  /** The words of the selection, line by line as they are seen; nothing where it is not ours. */
  function words(selection) {
    const range = selection.getRangeAt(0).cloneRange();
    const whole = (node) => element(node)?.closest("[data-edition]");
    if (whole(range.startContainer)) range.setStartBefore(whole(range.startContainer));
    if (whole(range.endContainer)) range.setEndAfter(whole(range.endContainer));
    const copied = document.createElement("div");
    copied.className = "reading__copied";
    copied.append(range.cloneContents());
    const chosen = column(selection.anchorNode) ?? "text";
    for (const name of Object.keys(COLUMNS)) {
      if (name !== chosen) for (const other of copied.querySelectorAll(COLUMNS[name])) other.remove();
    }
    for (const other of copied.querySelectorAll(BESIDE)) other.remove();
    for (const replaced of copied.querySelectorAll("[data-edition]")) {
      if (document.documentElement.dataset.view === "modern") replaced.textContent = replaced.dataset.edition;
    }
    document.body.append(copied);
    const text = copied.innerText.replace(/[ \t]*\n\s*/g, "\n").trim();
    copied.remove();
    return text;
  }

  document.addEventListener("copy", (event) => {
    const selection = getSelection();
    if (event.target.matches?.("input, textarea") || !selection.rangeCount || selection.isCollapsed || !event.clipboardData) return;
    const within = selection.getRangeAt(0);
    if (![...page.querySelectorAll(".passage")].some((passage) => within.intersectsNode(passage))) return;
    event.clipboardData.setData("text/plain", words(selection));
    event.preventDefault();
    if (status && document.documentElement.dataset.view === "modern") status.textContent = window.codexSay`copied in the edition’s words`;
  });
})();
