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
  const page = document.documentElement;
  const titles = JSON.parse(page.dataset.titles ?? "{}"); // by each language but English
  const [browser] = navigator.language.split("-");
  const spoken = ["en", ...Object.keys(titles)];
  let language = spoken.includes(browser) ? browser : "en";
  try { // `language.js` keeps which one was chosen
    const chosen = localStorage.getItem(`${top.pathname}.__language`);
    if (spoken.includes(chosen)) language = chosen;
  } catch {
    // nothing may be kept here: the language of the browser holds
  }
  page.lang = language;
  page.classList.add("spoken");
  const copy = { en: ["Copy", "Copied"], de: ["Kopieren", "Kopiert"] }[language] ?? ["Copy", "Copied"];
  document.addEventListener("DOMContentLoaded", () => {
    if (titles[language]) document.title = titles[language];
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
