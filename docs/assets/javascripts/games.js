// Model games: one level at a time, and the tricks step by step. Without JavaScript everything is on the page.
(() => {
  const games = [...document.querySelectorAll("section.game")];
  if (!games.length) return;
  const headings = games.map((game) => document.getElementById(game.dataset.level));

  const showLevel = (level) => {
    games.forEach((game, index) => {
      game.hidden = game.dataset.level !== level;
      headings[index].hidden = game.hidden;
    });
    for (const button of document.querySelectorAll(".levels button")) {
      button.setAttribute("aria-pressed", String(button.dataset.level === level));
    }
  };

  const bar = document.createElement("div");
  bar.className = "levels";
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Which text of the game");
  games.forEach((game, index) => {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.level = game.dataset.level;
    button.textContent = headings[index].firstChild.textContent.trim();
    button.addEventListener("click", () => showLevel(game.dataset.level));
    bar.append(button);
  });
  headings[0].before(bar);
  const wanted = location.hash.slice(1);
  showLevel(games.some((game) => game.dataset.level === wanted) ? wanted : games.length > 1 ? games[1].dataset.level : games[0].dataset.level);
  addEventListener("hashchange", () => {
    const level = location.hash.slice(1);
    if (games.some((game) => game.dataset.level === level)) showLevel(level);
  });

  const places = ["n", "w", "s", "e"];  // the seats as the diagram of 1840:8.4 has them
  for (const game of games) {
    const rows = [...game.querySelectorAll("tr[data-trick]")];
    const panel = game.querySelector(".stepper");
    const seats = [...rows[0].querySelectorAll("td[data-seat]")].map((cell) => cell.dataset.seat);
    let current = -1;
    panel.hidden = false;
    panel.tabIndex = 0;
    panel.setAttribute("role", "group");
    panel.setAttribute("aria-label", "Step through the tricks with the arrow keys");
    const table = document.createElement("div");
    table.className = "stepper__table";
    const boxes = seats.map((seat, index) => {
      const box = document.createElement("div");
      box.className = "stepper__seat";
      box.style.gridArea = places[index];
      table.append(box);
      return box;
    });
    const middle = document.createElement("div");
    middle.className = "stepper__middle";
    middle.setAttribute("aria-live", "polite");
    table.append(middle);
    const buttons = document.createElement("div");
    buttons.className = "stepper__buttons";
    const notes = document.createElement("div");
    notes.className = "stepper__notes";
    const make = (label, step) => {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = label;
      button.addEventListener("click", () => show(step(current)));
      buttons.append(button);
      return button;
    };
    const first = make("First", () => 0);
    const back = make("Back", (now) => now - 1);
    const next = make("Next", (now) => now + 1);
    const last = make("Last", () => rows.length - 1);
    const show = (index) => {
      if (index < 0 || index >= rows.length) return;
      current = index;
      const row = rows[index];
      const winner = row.querySelector(".trick__taken").textContent;
      rows.forEach((other) => other.toggleAttribute("data-current", other === row));
      seats.forEach((seat, place) => {
        const cell = row.querySelector(`td[data-seat="${seat}"]`);
        const name = document.createElement("b");
        name.textContent = seat;
        const card = document.createElement("span");
        card.append(...[...cell.childNodes].map((node) => node.cloneNode(true)));
        boxes[place].replaceChildren(name, card);
        boxes[place].toggleAttribute("data-won", seat === winner);
      });
      middle.textContent = `Trick ${row.dataset.trick}: ${winner} takes it. Declarer’s points: ${row.querySelector(".trick__points").textContent}.`;
      const extra = game.querySelector(`tr[data-notes="${row.dataset.trick}"] td`);
      notes.replaceChildren(...(extra ? [...extra.childNodes].map((node) => node.cloneNode(true)) : []));
      first.disabled = back.disabled = index === 0;
      next.disabled = last.disabled = index === rows.length - 1;
    };
    const hint = document.createElement("p");
    hint.className = "stepper__hint";
    hint.textContent = "or the arrow keys";
    panel.append(table, buttons, hint, notes);
    panel.addEventListener("keydown", (event) => {
      const steps = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: rows.length - 1 };
      if (event.key in steps) {
        event.preventDefault();
        show(steps[event.key]);
      }
    });
    show(0);
  }
})();
