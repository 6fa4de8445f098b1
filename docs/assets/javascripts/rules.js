// Filters of long lists: the rows of a rule table, the claims of a source. Without JavaScript everything is shown.
(() => {
  const form = document.querySelector(".rules__filter");
  if (!form) return;
  const changed = form.querySelector("[data-filter-changed]");
  const verdict = form.querySelector("[data-filter-verdict]");
  const words = form.querySelector("[data-filter-words]");
  const status = form.querySelector("output");
  const lower = (text) => text.toLocaleLowerCase("de");
  const rows = [...document.querySelectorAll("table.rules tbody tr, .claim")]
    .map((row) => ({ row, text: lower(row.textContent) }));
  const groups = [...document.querySelectorAll(".claims")];
  const apply = () => {
    const wanted = lower(words.value).trim();
    let shown = 0;
    for (const { row, text } of rows) {
      const fits = (!changed?.checked || row.dataset.changed)
        && (!verdict?.value || row.dataset.verdict === verdict.value)
        && (!wanted || text.includes(wanted));
      row.hidden = !fits;
      shown += fits ? 1 : 0;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector(".claim:not([hidden])");
      group.previousElementSibling.hidden = group.hidden;
    }
    status.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} ${form.dataset.of} shown`;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", () => {
    // a link to something that the filter hides shows everything again
    if (document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("[hidden]")) {
      form.reset();
      apply();
      document.getElementById(decodeURIComponent(location.hash.slice(1))).scrollIntoView();
    }
  });
  apply();
})();
