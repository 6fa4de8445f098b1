// What a page that stands alone has of the others: the look that was chosen by hand and a switch of it, the language, and
// buttons that copy. Each piece stands there in both languages; of those that differ the other one is hidden.
(() => {
  "use strict";

  const top = new URL(document.currentScript.dataset.top, location);
  const page = document.documentElement;
  const titles = JSON.parse(page.dataset.titles ?? "{}"); // by each language but English
  const WORDS = {
    en: { copy: ["Copy", "Copied"], look: { default: "Dark colours", slate: "Light colours" } },
    de: { copy: ["Kopieren", "Kopiert"], look: { default: "Dunkle Farben", slate: "Helle Farben" } },
  };
  const LOOKS = ["default", "slate"]; // in the order of the theme's palette
  const said = (what) => (WORDS[language] ?? WORDS.en)[what];

  /** What is kept under the folder of the site, as the theme and `language.js` keep it; nothing where nothing may be kept. */
  function kept(name) {
    try {
      return localStorage.getItem(`${top.pathname}.${name}`);
    } catch {
      return null;
    }
  }
  function keep(name, value) {
    try {
      localStorage.setItem(`${top.pathname}.${name}`, value);
    } catch {
      // nothing may be kept here: it holds for this page
    }
  }

  let look;
  try {
    look = JSON.parse(kept("__palette"))?.color?.scheme;
  } catch {
    // damaged: the look of the machine holds
  }
  if (LOOKS.includes(look)) page.dataset.look = look;
  const [browser] = navigator.language.split("-");
  const spoken = ["en", ...Object.keys(titles)];
  let language = [kept("__language"), browser].find((each) => spoken.includes(each)) ?? "en";
  page.lang = language;
  page.classList.add("spoken");

  document.addEventListener("DOMContentLoaded", () => {
    titles.en = document.title;
    const choices = document.querySelectorAll("[name=language]");
    const buttons = [];
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const shown = () => page.dataset.look ?? (dark.matches ? "slate" : "default");
    const switched = document.createElement("button");
    switched.type = "button";
    switched.className = "look";
    switched.addEventListener("click", () => {
      page.dataset.look = shown() === "slate" ? "default" : "slate";
      const color = { media: `(prefers-color-scheme: ${page.dataset.look === "slate" ? "dark" : "light"})`, scheme: page.dataset.look, primary: "custom", accent: "custom" };
      keep("__palette", JSON.stringify({ index: LOOKS.indexOf(page.dataset.look), color }));
      speak();
    });
    dark.addEventListener("change", () => speak());
    document.querySelector(".languages")?.after(switched);

    /** Says in the chosen language what scripts say, and lets terms lead to its glossary. */
    function speak() {
      page.lang = language;
      document.title = titles[language];
      switched.textContent = said("look")[shown()];
      for (const button of buttons) [button.textContent] = said("copy");
      for (const choice of choices) choice.checked = choice.value === language;
      for (const term of document.querySelectorAll("a.term")) {
        const path = new URL(term.href).pathname.slice(top.pathname.length).replace(/^de\//, "");
        term.href = new URL(`${language === "en" ? "" : `${language}/`}${path}${term.hash}`, top).href;
      }
    }
    for (const choice of choices) {
      choice.addEventListener("change", () => {
        language = choice.value;
        keep("__language", language);
        speak();
      });
    }
    for (const copied of document.querySelectorAll("[data-copies]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(copied.textContent);
          [, button.textContent] = said("copy");
        } catch { // without the clipboard it is selected for the reader's own keys
          getSelection().selectAllChildren(copied);
        }
      });
      copied.after(button);
      buttons.push(button);
    }
    speak();
  });
})();
