// A trick to take on the start page: its cards are buttons, and what a card does is said when it is chosen. What each does
// stands on the page, in a list; nothing is judged here.
(() => {
  "use strict";

  const trick = document.querySelector(".take");
  if (!trick) return;
  const told = [...trick.querySelectorAll("li[data-does]")];
  const answer = trick.querySelector(".take__answer");
  for (const card of trick.querySelectorAll("[data-choice]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", card.dataset.name);
    const said = told[card.dataset.choice];
    button.addEventListener("click", () => {
      for (const other of trick.querySelectorAll("[data-judged]")) delete other.dataset.judged;
      answer.dataset.judged = button.dataset.judged = said.dataset.does;
      answer.replaceChildren(...[...said.childNodes].map((each) => each.cloneNode(true)));
    });
    button.append(...card.childNodes);
    card.replaceChildren(button);
  }
})();
