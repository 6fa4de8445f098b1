// Model games: of the tables below the game one level at a time, and nothing of what is to come where it is not wanted.
(() => {
  "use strict";

  const games = [...document.querySelectorAll("section.game")];
  const box = document.querySelector("[data-table][data-address]");
  if (!games.length || !box) return;
  const told = [...document.querySelectorAll("[data-tells]")];
  const title = document.querySelector("h1"); // in German
  const full = title.textContent;
  const named = document.title;
  const note = document.createElement("p");
  note.className = "game__ahead";
  note.hidden = true;
  note.textContent = window.codexSay`Tables, results and score are hidden until the game has been played to the end.`;
  box.after(note);

  box.addEventListener("table:shown", ({ detail: { level, ahead } }) => {
    for (const game of games) {
      const heading = document.getElementById(game.dataset.level);
      game.hidden = heading.hidden = ahead || game.dataset.level !== level;
    }
    for (const element of told) element.hidden = ahead;
    title.textContent = ahead ? box.dataset.plain : full;
    Object.assign(title, { lang: ahead ? document.documentElement.lang : "de", translate: ahead });
    document.title = ahead ? box.dataset.plain : named;
    note.hidden = !ahead;
  });
})();
