// What one takes from a passage: its words, its reference, a citation. The dialog fills the templates that each source page
// carries; no request, no dependency.
(() => {
  "use strict";

  const say = window.codexSay;
  const tongue = document.documentElement.lang; // of the page
  const SHORT_HASH = 12;
  const TAKEN = [["text", say`text`], ["both", say`text with reference and address`], ["reference", say`reference`], ["link", say`address`]];
  const LABELS = { section: "Section", page: "Page", rule: "Rule", paragraph: "Paragraph" }; // as Zotero calls those of CSL
  const LANGUAGES = [["en", "English"], ["de", "Deutsch"]];
  const spoken = LANGUAGES.some(([known]) => known === tongue) ? tongue : "en"; // citations are in no other

  const holder = document.getElementById("citation-templates");
  if (!holder || !("showModal" in document.createElement("dialog"))) {
    document.documentElement.classList.add("no-cite");
    return;
  }
  const top = `${JSON.parse(document.getElementById("__config").textContent).base.replace(/\/?$/, "/")}`; // of the site
  const edition = JSON.parse(holder.textContent); // see `browser_data` in citations.py
  let shown = null; // what the dialog speaks of
  let format = "text";
  let language = spoken;
  let quoted = false;
  let translated = false;
  let opener = null;

  /** A template with its values, as `tarock.publish.citation_formats.fill` does it. */
  function fill(template, values, form) {
    let text = template;
    for (let before = null; before !== text;) {
      before = text;
      text = text.replace(/⟨([#^])(\w+)⟩([\s\S]*?)⟨\/\2⟩/g, (whole, kind, name, inner) => (Boolean(values[name]) === (kind === "#") ? inner : ""));
    }
    const marks = edition.escapes[form] || {};
    const escape = form === "csl-json"
      ? (value) => JSON.stringify(value).slice(1, -1)
      : (value) => Array.from(value, (letter) => marks[letter] ?? letter).join("");
    return text.replace(/⟨(\w+)⟩/g, (whole, name) => escape(values[name]));
  }

  /** The reference with its version, and the address that shows this version and no other. */
  const versioned = (item) => `${item.ref}@${edition.version}`;
  function permanent(item) {
    const [siglum, ident] = item.ref.split(":");
    const [page, anchor] = [`c/${siglum}@${edition.version}/`, ident ? `#${ident}` : ""];
    return edition.url ? `${edition.url}${page}${anchor}` : new URL(`${top}${page}index.html${anchor}`, location.href).href;
  }

  /** The words of a place with its printed page, as `tarock.publish.citations.place_words`. */
  function placeWords(item, lang) {
    const page = pageWords(item, lang);
    const names = { Absatz: ["Abs.", "Abs."], Satz: ["Satz", "Sätze"], Stich: ["Stich", "Stiche"] };
    const label = item.label[lang].replace(/((?:[0-9]+\.–)?[0-9]+)\. (Absatz|Satz|Stich)/g, (whole, number, name) => `${names[name][Number(number.includes("–"))]} ${number.replace(".", "")}`);
    return !page || !label || edition.pages[lang].some((mark) => label.startsWith(mark)) ? label : `${page}, ${label}`;
  }

  function pageWords(item, lang) {
    const [first, last] = [item.pages[0], item.pages.at(-1)];
    return !first ? "" : first === last ? `${edition.pages[lang][0]} ${first}` : `${edition.pages[lang][1]} ${first}–${last}`;
  }

  /** The label of CSL and the locator, as `tarock.publish.items.cited`. */
  function located(place) {
    const [opening, label] = edition.labels.find(([opening]) => place.startsWith(opening)) ?? ["", "sub-verbo"];
    return { label, locator: place.slice(opening.length) };
  }

  /** What is cited in a format: the source, or in those for programs our English of it. */
  const itemOf = (form) => (translated && edition.english && !edition.people.includes(form) ? "english" : "source");

  /** The citation of a passage, the same text as `tarock cite REF --format FORMAT --lang LANGUAGE`. */
  function citation(item, form, lang) {
    const ident = item.ref.slice(item.ref.indexOf(":") + 1);
    const day = new Date();
    const iso = new Date(day - day.getTimezoneOffset() * 60000).toISOString().slice(0, 10);
    const words = new Intl.DateTimeFormat(lang === "de" ? "de-DE" : "en-GB", { dateStyle: "long" }).format(day);
    const kind = itemOf(form);
    const place = placeWords(item, lang);
    const { label, locator } = located(place);
    const quote = quoted ? item.quote : "";
    const englishQuote = translated && quoted ? item.english : "";
    return fill(edition.templates[lang][kind][form], {
      versioned: versioned(item),
      label: item.label[lang],
      place_words: place,
      cite_label: label,
      cite_locator: locator,
      tied: place.replace(/(?<=[0-9]\.) |(?<![,;]) (?=[0-9])/g, "\u00a0").replace(/\[/g, "(").replace(/\]/g, ")"),
      urn: `${edition.urn}:${ident}`,
      short: item.hash.slice(0, SHORT_HASH),
      page: pageWords(item, lang),
      caveats: edition.caveats[lang],
      emended: edition.emended[lang][Math.min(item.emended, 2)].replace("#", item.emended),
      quote,
      english: translated && edition.english ? edition.english[lang] : "",
      english_quote: englishQuote,
      words: [quote, kind === "english" ? englishQuote : ""].filter(Boolean).join(" / "),
      address: edition.url ? permanent(item) : "",
      accessed: edition.url ? iso : "",
      accessed_parts: edition.url ? iso.split("-").map(Number).join(", ") : "",
      accessed_words: edition.url ? words : "",
    }, form);
  }

  /** Whether others can open the addresses of this site. */
  const opens = () => edition.url || (/^https?:$/.test(location.protocol) && !/^(localhost|127\.|\[::1\])/.test(location.host));

  /** The edition's words of a passage, whatever view is read, without the marks of notes and pages, but with the signs of what an emendation adds; paragraphs on lines of their own. */
  function words(holder) {
    const text = holder.querySelector(".passage__text");
    if (!text) return "";
    const plain = text.cloneNode(true);
    for (const mark of plain.querySelectorAll("[data-mark]:not(.sign)")) mark.remove();
    for (const replaced of plain.querySelectorAll("[data-edition]")) replaced.textContent = replaced.dataset.edition; // see reading.js
    const paragraphs = plain.querySelectorAll("p");
    return paragraphs.length ? Array.from(paragraphs, (paragraph) => paragraph.textContent).join("\n") : plain.textContent;
  }

  /** The words of a §, an article or a game: its passages on this page, on lines of their own. */
  function whole(ref) {
    return Array.from(document.querySelectorAll(`.passage[data-ref^="${CSS.escape(ref)}."]`), words).join("\n");
  }

  /** Our English of a passage, without its notes. */
  function english(holder) {
    const plain = holder.querySelector(".english")?.cloneNode(true);
    for (const mark of plain?.querySelectorAll(".english__note, .english__head") ?? []) mark.remove();
    return plain?.textContent.trim() ?? "";
  }

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children);
    return made;
  }

  function choice(group, value, text) {
    const input = element("input", { type: "radio", name: group, value });
    return element("label", { class: "cite-dialog__choice" }, input, element("span", {}, text));
  }

  const title = element("h2", { id: "cite-title", class: "cite-dialog__title" });
  const subtitle = element("p", { class: "cite-dialog__subtitle" });
  const close = element("button", { type: "button", class: "cite-dialog__close", "aria-label": say`Close` }, "×");
  const quoting = element("input", { type: "checkbox", name: "cite-quote" });
  const translating = element("input", { type: "checkbox", name: "cite-english" });
  const output = element("textarea", { readonly: "", rows: "9", spellcheck: "false", "aria-label": say`Citation` });
  const copy = element("button", { type: "button", class: "cite-dialog__copy", "data-copy": "citation" }, say`Copy citation`);
  const taken = TAKEN.map(([what, label]) => element("button", { type: "button", class: "cite-dialog__copy", "data-copy": what }, label));
  const beside = element("a", { class: "cite-dialog__beside" }, say`Put beside another`);
  const typed = element("p", { class: "cite-dialog__place" });
  const status = element("p", { class: "cite-dialog__status", role: "status", "aria-live": "polite" });
  const dialog = element("dialog", { class: "cite-dialog", "aria-labelledby": "cite-title" },
    element("header", {}, element("div", {}, title, subtitle), close),
    element("div", { class: "cite-dialog__taken", role: "group", "aria-label": say`Copy` }, say`Copy `, ...taken, beside),
    element("fieldset", { class: "cite-dialog__formats" }, element("legend", {}, say`Citation`),
      ...Object.entries(edition.formats).map(([value, text]) => choice("cite-format", value, value === "short" ? say`Short` : text))),
    element("fieldset", { class: "cite-dialog__languages" }, element("legend", {}, say`Wording`),
      ...LANGUAGES.map(([value, text]) => choice("cite-language", value, text))),
    element("label", { class: "cite-dialog__quote" }, quoting, say` with the quoted words`),
    ...(edition.english ? [element("label", { class: "cite-dialog__quote" }, translating, say` with our English, as ours`)] : []),
    output,
    typed,
    element("div", { class: "cite-dialog__actions" }, copy, status));
  document.body.append(dialog);

  /** What to type where a program asks for the place: Zotero's list has the label, pandoc and BibLaTeX take the words. */
  function told() {
    const place = placeWords(shown, language);
    const { label, locator } = located(place);
    const key = edition.keys[itemOf(format)];
    const [zotero, what, pandoc] = label === "sub-verbo" ? [say`in Zotero as suffix `, place, place] : [say`in Zotero the locator ${LABELS[label]}: `, locator, edition.url ? `{${place}}` : place]; // in braces it is not parted by the address
    return [
      say`The source has one entry for all its passages. For the place, type `, zotero, element("code", {}, what),
      say`, in pandoc `, element("code", {}, `[@${key}, ${pandoc}]`), ".",
    ];
  }

  function render() {
    output.value = citation(shown, format, language);
    output.lang = language;
    typed.replaceChildren(...told());
    status.textContent = "";
  }

  function open(button) {
    const holder = button.closest("[data-ref]");
    const data = holder.dataset;
    opener = button;
    shown = {
      ref: data.ref,
      hash: data.hash,
      label: { en: data.label, de: data.labelDe },
      pages: (data.pages || "").split(" ").filter(Boolean),
      emended: Number(data.emended || 0),
      quote: words(holder),
      text: words(holder) || whole(data.ref),
      english: english(holder),
    };
    for (const button of taken) button.disabled = !shown.text && ["text", "both"].includes(button.dataset.copy);
    beside.href = `${top}${tongue === "en" ? "" : `${tongue}/`}beside.html?a=${encodeURIComponent(versioned(shown)).replace("%3A", ":")}`;
    quoting.disabled = !shown.quote;
    quoting.checked = quoted && Boolean(shown.quote);
    title.textContent = say`Cite ${shown.ref}`;
    subtitle.textContent = shown.label[spoken];
    for (const [name, value] of [["cite-format", format], ["cite-language", language]]) {
      dialog.querySelector(`input[name="${name}"][value="${value}"]`).checked = true;
    }
    render();
    dialog.showModal();
    copy.focus();
  }

  async function put(text, what) {
    status.textContent = "";
    const done = await window.codexCopy(text, dialog);
    if (!done) {
      output.value = text;
      output.select();
    }
    status.textContent = done ? what : say`Selected: press Ctrl+C to copy`;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.cite");
    if (button) open(button);
  });
  dialog.addEventListener("change", (event) => {
    if (event.target.name === "cite-format") format = event.target.value;
    if (event.target.name === "cite-language") language = event.target.value;
    if (event.target.name === "cite-quote") quoted = event.target.checked;
    if (event.target.name === "cite-english") translated = event.target.checked;
    render();
  });
  /** Whether a pointer is on the backdrop; the padding of the dialog has the same target. */
  function outside({ target, clientX, clientY }) {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    return target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  }
  let pressed = false; // there, and not within to select words
  dialog.addEventListener("pointerdown", (event) => { pressed = outside(event); });
  dialog.addEventListener("click", (event) => { if (pressed && outside(event)) dialog.close(); });
  close.addEventListener("click", () => dialog.close());
  copy.addEventListener("click", () => put(citation(shown, format, language), say`Copied the citation`));
  /** What a button copies, and what it is called when that is done. */
  function take(what) {
    const here = opens() ? "" : say`: it opens on this machine only`;
    if (what === "text") return [shown.text, say`Copied the text`];
    if (what === "reference") return [versioned(shown), say`Copied the reference`];
    if (what === "link") return [permanent(shown), say`Copied the address` + here];
    return [`${shown.text}\n${versioned(shown)}, ${permanent(shown)}`, say`Copied the text with its reference and address` + here];
  }
  for (const button of taken) button.addEventListener("click", () => put(...take(button.dataset.copy)));
  // without scrolling: the event comes late, when one may have gone on to another passage
  dialog.addEventListener("close", () => opener?.focus({ preventScroll: true }));
  // the theme listens to keys such as "s" and "/" for its search; inside the dialog they are the dialog's
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
})();
