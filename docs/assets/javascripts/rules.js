// The filters of the rule tables; without JavaScript all rows are shown.
(() => {
  const form = document.querySelector(".rules__filter");
  if (!form) return;
  const changed = form.querySelector("[data-rules-changed]");
  const words = form.querySelector("[data-rules-words]");
  const status = form.querySelector("output");
  const rows = [...document.querySelectorAll("table.rules tbody tr")];
  const apply = () => {
    const wanted = words.value.toLocaleLowerCase("de").trim();
    let shown = 0;
    for (const row of rows) {
      const fits = (!changed.checked || row.dataset.changed) && (!wanted || row.textContent.toLocaleLowerCase("de").includes(wanted));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    status.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} rules shown`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
})();
