// Tasks: one a day by date, cards to be chosen, the proof line stepped. What may be played says the core, what solves a task its
// attributes: nothing is judged here. Without JavaScript every task is there, its solution folded.
(() => {
  "use strict";

  const say = window.codexSay;
  const tasks = [...document.querySelectorAll("[data-task]")].sort((one, other) => one.dataset.task - other.dataset.task);
  const today = document.querySelector("[data-today]");
  const DAY = 86_400_000;
  const key = `${typeof __md_scope === "undefined" ? location.pathname : __md_scope.pathname}.__tasks`;
  const solved = new Set(kept());
  const make = (tag, className, text) => Object.assign(document.createElement(tag), { className, textContent: text });

  /** The tasks that were solved on this machine, as far as that may be kept here. */
  function kept() {
    try {
      const found = JSON.parse(localStorage.getItem(key));
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  }

  function mark(task) {
    const summary = task.querySelector("summary");
    if (solved.has(task.id) && !summary.querySelector(".task__done")) summary.append(" ", make("span", "task__done", say`solved`));
    const count = tasks.filter(({ id }) => solved.has(id)).length;
    progress.textContent = count ? say`You have solved ${count} of ${tasks.length}.` : "";
  }

  function solve(task) {
    solved.add(task.id);
    mark(task);
    try {
      localStorage.setItem(key, JSON.stringify([...solved]));
    } catch {
      // nothing may be kept here
    }
  }

  function ready(task) {
    if (task.dataset.ready) return;
    task.dataset.ready = "true";
    const names = (cards) => [...cards].map((card) => decodeURIComponent(card.getAttribute("href").slice("#card-".length)));
    const table = names(task.querySelectorAll(".task__trick use"));
    const own = [...task.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
    const posed = async () => {
      const core = await window.codexAsk.ask();
      const [hand, trick] = [own, table].map((cards) => cards.map((card) => core.cards.indexOf(card)));
      return [core.pose("play", { hand, trick, before: Number(task.dataset.before), keeps: "keeps" in task.dataset }), core.cards];
    };
    const solutions = task.dataset.solutions.split(" ");
    const answer = task.querySelector(".task__answer");
    const solution = task.querySelector(".task__solution");
    for (const card of task.querySelectorAll("[data-card]")) {
      const button = make("button", "task__card", "");
      button.type = "button";
      button.dataset.card = card.dataset.card;
      button.setAttribute("aria-label", card.dataset.card);
      Object.assign(button, { lang: "de", translate: false });
      button.append(...card.childNodes);
      button.addEventListener("click", async () => {
        for (const other of task.querySelectorAll("button[data-card]")) other.removeAttribute("data-judged");
        const name = card.dataset.card;
        try {
          const [asked, cards] = await posed();
          const number = cards.indexOf(name);
          const judged = !asked.legal().includes(number) ? "illegal" : solutions.includes(name) ? "solved" : "failed";
          button.dataset.judged = judged;
          answer.replaceChildren({
            illegal: say`${name} may not be played.`,
            failed: say`${name} is not enough: the others can prevent it now.`,
            solved: say`${name}: solved. The solution has the line that proves it.`,
          }[judged]);
          if (judged === "illegal") {
            const { says, ref, href } = asked.rule(number);
            answer.append(` ${says} `, Object.assign(make("a", "", ref), { href: window.codexAsk.top + href }));
          }
          if (judged === "solved") {
            solution.open = true;
            solve(task);
          }
        } catch (error) {
          answer.textContent = say`The rules cannot be asked: ${error.message}.`;
        }
      });
      card.replaceWith(button);
    }
    step(solution.querySelector(".task__line"));
  }

  // The line card by card: what is to come is hidden until it is asked for.
  function step(list) {
    const plays = [];
    for (const trick of list.children) {
      const words = trick.textContent.split(" – ");
      trick.replaceChildren(...words.map((each, place) => {
        plays.push(make("span", "", `${place ? " – " : ""}${each}`));
        return plays.at(-1);
      }));
    }
    let shown = 0;
    const next = make("button", "task__step", say`Next card`);
    const all = make("button", "task__step", say`Whole line`);
    const show = (count) => {
      shown = Math.min(count, plays.length);
      plays.forEach((play, place) => { play.hidden = place >= shown; });
      for (const trick of list.children) trick.hidden = trick.firstElementChild.hidden;
      next.disabled = all.disabled = shown === plays.length;
    };
    next.type = all.type = "button";
    next.addEventListener("click", () => show(shown + 1));
    all.addEventListener("click", () => show(plays.length));
    const bar = make("p", "task__steps", "");
    bar.append(next, " ", all);
    list.after(bar);
    list.setAttribute("aria-live", "polite");
    show(Number(list.dataset.from)); // what lies there, and the card that solves it
  }

  for (const task of tasks) task.addEventListener("toggle", () => { if (task.open) ready(task); });

  const progress = make("p", "task__progress", "");
  progress.setAttribute("role", "status");

  function open() {
    const asked = tasks.find((task) => task.id === document.codexAnchor());
    if (asked) {
      asked.open = true;
      asked.scrollIntoView();
    }
  }

  const now = new Date();
  const day = Math.floor((now - now.getTimezoneOffset() * 60_000) / DAY);
  const chosen = tasks[day % tasks.length];
  const link = make("a", "", say`task ${chosen.dataset.task}`);
  link.href = `#${chosen.id}`;
  const date = now.toLocaleDateString({ en: "en-GB", de: "de-AT" }[document.documentElement.lang], { day: "numeric", month: "long", year: "numeric" });
  today.querySelector("p").replaceChildren(say`Today, ${date}: `, link, ". ", chosen.querySelector("summary").textContent.replace(/^\d+\. /, ""), ".");
  link.addEventListener("click", () => { if (location.hash === link.hash) open(); });
  today.append(progress);
  tasks.forEach(mark);
  today.hidden = false;
  addEventListener("hashchange", open);
  open();
})();
