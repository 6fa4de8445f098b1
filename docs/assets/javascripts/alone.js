// What a page that stands alone has of the others: the look that was chosen by hand, the language, and buttons that copy.
// Each piece stands there in both languages; of those that differ the other one is hidden.
(() => {
  "use strict";

  const top = new URL(document.currentScript.dataset.top, location);
  try { // the theme notes the choice under the folder of the site
    const look = JSON.parse(localStorage.getItem(`${top.pathname}.__palette`))?.color?.scheme;
    if (look) document.documentElement.dataset.look = look;
  } catch {
    // nothing may be kept here: the look of the machine holds
  }
  let language = navigator.language.startsWith("de") ? "de" : "en";
  try { // `language.js` keeps which one was chosen
    language = localStorage.getItem(`${top.pathname}.__language`) ?? language;
  } catch {
    // nothing may be kept here: the language of the browser holds
  }
  const page = document.documentElement;
  page.lang = language;
  page.classList.add("spoken");
  const copy = { en: ["Copy", "Copied"], de: ["Kopieren", "Kopiert"] }[language] ?? ["Copy", "Copied"];
  document.addEventListener("DOMContentLoaded", () => {
    if (language === "de" && page.dataset.titleDe) document.title = page.dataset.titleDe;
    for (const copied of document.querySelectorAll("[data-copies]")) {
      const button = document.createElement("button");
      button.type = "button";
      [button.textContent] = copy;
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(copied.textContent);
          button.textContent = copy[1];
        } catch { // without the clipboard it is selected for the reader's own keys
          getSelection().selectAllChildren(copied);
        }
      });
      copied.after(button);
    }
  });
})();
