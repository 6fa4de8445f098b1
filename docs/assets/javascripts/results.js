// One result, and what each book makes of it: shows the cell that the controls ask for. Nothing is settled here: all
// cells were computed when the page was made (see views/one_result.py), and the markup is that of one-result.html.j2.
(() => {
  "use strict";

  const say = window.codexSay;
  const form = document.querySelector("[data-results]");
  if (!form) return;
  const { parts, places, books } = JSON.parse(form.querySelector("script").textContent);
  const { points, last, revoker, all, announced } = form.elements;
  const shown = form.querySelector(".result-choices__count");
  const told = form.querySelector("[role=status]");
  const KINDS = ["part", "silent", "open"];
  const put = (parent, tag, className, text) => {
    const made = parent.appendChild(document.createElement(tag));
    if (className) made.className = className;
    made.textContent = text;
    return made;
  };

  function item(list, kind, number) {
    const [figure, text, at] = parts[number];
    const [href, place] = places[at];
    const made = put(list, "li", `result__${kind}`, "");
    if (figure) {
      const shown = put(made, href ? "a" : "b", "", figure);
      if (href) shown.href = href;
      made.append(" ");
    }
    made.append(text);
    if (!href) return;
    made.append(" ");
    put(made, "a", "result__place", place).href = href;
  }

  function show() {
    const every = all.checked;
    points.disabled = every;
    const taken = [...last].find((each) => each.value === "taken");
    taken.disabled = every; // who makes all the tricks loses no Pagat
    if (every && taken.checked) last.value = "ordinary";
    announced.disabled = !every && last.value === "ordinary";
    const count = Number(points.value);
    const size = Math.abs(count);
    const over = !count ? say`exactly what is asked` : count > 0 ? say`${size} over what is asked` : say`${size} under what is asked`;
    shown.textContent = every ? say`all of them` : over;
    points.setAttribute("aria-valuetext", shown.textContent);
    const yes = (box) => (box.checked && !box.disabled ? "yes" : "no");
    const name = [last.value, yes(announced), revoker.value, yes(all)].join(" ");
    const sums = [];
    for (const row of document.querySelectorAll("[data-book]")) {
      const { cells, chosen } = books[row.dataset.book];
      const [sum, ...lists] = cells[chosen[name][every ? 0 : count - Number(points.min)]];
      const [, figure, made] = row.cells;
      figure.replaceChildren();
      put(figure, "b", "", sum);
      const list = document.createElement("ul");
      list.className = "result";
      lists.forEach((each, place) => each.forEach((number) => item(list, KINDS[place], number)));
      made.replaceChildren(list);
      sums.push(`${row.dataset.book}: ${sum}`);
    }
    told.textContent = sums.sort().join("; ");
  }

  form.addEventListener("input", show);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.querySelector("[data-still]").hidden = true;
  form.hidden = false;
  show();
})();
