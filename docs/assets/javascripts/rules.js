// Long lists that one narrows down: the rules of a topic (which texts, only differences, words; each rule folded or
// open) and the claims of a source (verdict, words). What is chosen stands in the address, so that it survives Back and
// can be shared: `?eras=1754,1840&only=differences&open=stake,price`. The texts, and whether only differences, go along
// from page to page of the rules. Without JavaScript everything is there.
(() => {
  "use strict";
  const folder = ({ pathname }) => pathname.replace(/[^/]*$/, "");
  const links = [...document.querySelectorAll('a[href]:not([href^="#"])')].filter((link) => link.host === location.host && folder(link) === folder(location))
    .map((link) => [link, link.getAttribute("href")]);

  /** The address of what is chosen, into the links to the other pages of this folder. */
  function carry(query) {
    for (const [link, own] of links) {
      const url = new URL(own, location.href);
      for (const name of ["eras", "only"]) if (query.has(name)) url.searchParams.set(name, query.get(name));
      url.search = url.search.replaceAll("%2C", ",");
      link.href = url.search ? url : own;
    }
  }

  const form = document.querySelector(".rules__filter");
  if (!form) return carry(new URLSearchParams(location.search));
  const field = (name) => form.querySelector(`[name="${name}"]`);
  const boxes = [...form.querySelectorAll('[name="eras"]')];
  const [only, find, verdict] = ["only", "find", "verdict"].map(field);
  const status = form.querySelector("output");
  const groups = [...document.querySelectorAll(".claims")];
  const topics = [...document.querySelectorAll(".matters__topic")];
  const lower = (text) => text.toLocaleLowerCase("de");
  const words = (text) => (text ? text.split(" ") : []);

  const narrow = matchMedia("(max-width: 44.99em)"); // where every rule is folded by itself
  const lists = [".rules-list--differing", ".rules-list--others"].map((name) => document.querySelector(name)).filter(Boolean);
  const heading = lists[1]?.firstElementChild, otherwise = heading?.textContent;
  const order = ({ row }) => Number(row.dataset.order);

  const rows = [...document.querySelectorAll(".rule, .claim")].map((row) => ({
    row,
    text: lower(row.textContent),
    speaks: words(row.dataset.speaks),
    differs: words(row.dataset.differs).map((pair) => pair.split("-")),
    details: row.matches(".rule") ? row.querySelector("details") : null,
    name: row.id.replace(/^rule-[^.]*\./, ""), // as the address has it: the topic is the page
  }));
  const named = new Map(rows.map((item) => [item.name, item]));
  const marked = new Set(document.querySelectorAll("[data-era]"));

  let eras = new Set();
  let open = new Set(); // rows that the reader opened, and folded, other than they are by themselves
  let shut = new Set();

  const differing = (item) => item.differs.some((pair) => pair.every((era) => eras.has(era)));
  const byItself = (item) => !narrow.matches && differing(item);
  const unfolded = (item) => open.has(item.name) || (!shut.has(item.name) && byItself(item));

  function fold(item, wanted) {
    open.delete(item.name);
    shut.delete(item.name);
    if (wanted !== byItself(item)) (wanted ? open : shut).add(item.name);
  }

  function apply() {
    eras = new Set(boxes.filter((box) => box.checked).map((box) => box.value));
    const wanted = lower(find.value).trim();
    let shown = 0;
    for (const item of rows) {
      const fits = (!item.details || item.speaks.some((era) => eras.has(era)))
        && (!only?.checked || differing(item))
        && (!verdict?.value || item.row.dataset.verdict === verdict.value)
        && (!wanted || item.text.includes(wanted));
      item.row.hidden = !fits;
      shown += fits ? 1 : 0;
      if (item.details) item.details.open = unfolded(item);
    }
    arrange();
    measure();
    const chosen = document.querySelector(".rules__shown"); // on paper, where the boxes are not
    if (chosen) chosen.textContent = [...eras].join(", ") || window.codexSay`none`;
    for (const element of marked) element.hidden = !eras.has(element.dataset.era);
    for (const topic of topics) {
      topic.hidden = !topic.querySelector(".rule:not([hidden])");
      if (wanted || only?.checked) topic.open = true;
    }
    for (const group of groups) {
      group.hidden = !group.querySelector(".claim:not([hidden])");
      group.previousElementSibling.hidden = group.hidden;
      for (const part of group.querySelectorAll(".claims__passage")) part.hidden = !part.querySelector(".claim:not([hidden])");
    }
    status.textContent = shown === rows.length ? "" : form.dataset.of === "rules" ? window.codexSay`${shown} of ${rows.length} rules shown` : window.codexSay`${shown} of ${rows.length} claims shown`;
  }

  /** Where the chosen texts differ stands first; else the rules keep their order. */
  function arrange() {
    if (lists.length < 2) return;
    const astray = ({ row }, place) => row.parentNode !== lists[place];
    const placed = rows.map((item) => [item, differing(item) ? 0 : 1]);
    if (placed.some(([item, place]) => astray(item, place))) {
      for (const [item, place] of placed.sort(([a], [b]) => order(a) - order(b))) lists[place].append(item.row);
    }
    for (const list of lists) list.hidden = !list.querySelector(".rule:not([hidden])");
    heading.textContent = lists[0].querySelector(".rule") ? otherwise : heading.dataset.alone;
  }

  /** Below a title of several lines the siglum stays in sight too. */
  function measure() {
    const open = rows.filter((item) => item.details?.open).map((item) => [item.row, item.details.firstElementChild.offsetHeight]);
    for (const [row, height] of open) row.style.setProperty("--rule-title", `${height}px`);
  }

  /** The rows that are otherwise than by themselves, for the address: `all` where that is each. */
  function listed(chosen, wanted) {
    const able = rows.filter((item) => item.details && byItself(item) !== wanted);
    return chosen.size && able.every((item) => chosen.has(item.name)) ? "all" : [...chosen].join(",");
  }

  /** What is chosen, into the address; a choice that one would go Back to is a step of its own. */
  function write(step) {
    const url = new URL(location.href);
    const put = (name, value) => (value ? url.searchParams.set(name, value) : url.searchParams.delete(name));
    put("eras", eras.size === boxes.length ? "" : [...eras].join(","));
    if (only) put("only", only.checked ? only.value : "");
    put("find", find.value.trim());
    put("verdict", verdict?.value);
    put("open", listed(open, true));
    put("shut", listed(shut, false));
    url.search = url.search.replaceAll("%2C", ",");
    carry(url.searchParams);
    if (url.href === location.href) return;
    try {
      history[step ? "pushState" : "replaceState"](history.state, "", url);
    } catch {
      // some browsers refuse this to pages from a folder on disk
    }
  }

  /** What the address says, into the form; what it names and is not there is passed over. */
  function read() {
    const query = new URLSearchParams(location.search);
    carry(query);
    const list = (name) => (query.get(name) ?? "").split(",").filter(Boolean);
    const wanted = list("eras").filter((era) => boxes.some((box) => box.value === era));
    for (const box of boxes) box.checked = !wanted.length || wanted.includes(box.value);
    if (only) only.checked = query.get("only") === only.value;
    find.value = query.get("find") ?? "";
    if (verdict) verdict.value = [...verdict.options].some((each) => each.value === query.get("verdict")) ? query.get("verdict") : "";
    const chosen = (name) => (query.get(name) === "all" ? [...named.keys()] : list(name).filter((each) => named.has(each)));
    [open, shut] = ["open", "shut"].map((name) => new Set(chosen(name)));
    apply();
  }

  /** A link to a rule opens it; a link to something that is hidden shows everything again. */
  function follow() {
    const target = document.getElementById(document.codexAnchor());
    if (!target) return;
    const item = rows.find(({ row }) => row.contains(target));
    target.closest(".matters__topic")?.setAttribute("open", "");
    if (item?.details) fold(item, true);
    else target.closest("details:not([open])")?.setAttribute("open", "");
    const hidden = target.closest("[hidden]");
    if (hidden) form.reset();
    apply();
    if (hidden) write(false);
    target.scrollIntoView();
  }

  form.addEventListener("input", () => {
    if (boxes.length && !boxes.some((box) => box.checked)) for (const box of boxes) box.checked = true;
    apply();
  });
  form.addEventListener("change", (event) => write(event.target !== find));
  find.addEventListener("input", () => write(false));
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const button of form.querySelectorAll("[data-fold]")) {
    button.addEventListener("click", () => {
      for (const item of rows) if (!item.row.hidden) fold(item, button.dataset.fold === "open");
      apply();
      write(true);
    });
  }
  for (const item of rows) {
    item.details?.addEventListener("toggle", () => {
      if (item.details.open === unfolded(item)) return; // that was us
      fold(item, item.details.open);
      measure();
      write(false);
    });
  }
  narrow.addEventListener("change", apply);
  addEventListener("resize", measure);
  addEventListener("hashchange", follow);
  addEventListener("popstate", read);
  form.hidden = false;
  read();
  const back = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
  if (location.hash && !back) follow();
})();
