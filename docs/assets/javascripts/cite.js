// The cite dialog. It fills the templates that each source page carries; no request, no dependency.
(() => {
  "use strict";

  const FORMATS = [
    ["text", "Text"],
    ["markdown", "Markdown"],
    ["bibtex", "BibTeX"],
    ["ris", "RIS"],
    ["csl-json", "CSL-JSON"],
    ["urn", "URN"],
  ];
  const SHORT_HASH = 12;
  const LANGUAGES = [["en", "English"], ["de", "Deutsch"]];

  const holder = document.getElementById("citation-templates");
  if (!holder || !("showModal" in document.createElement("dialog"))) {
    document.documentElement.classList.add("no-cite");
    return;
  }
  const templates = JSON.parse(holder.textContent);
  let shown = null; // what the dialog speaks of
  let format = "text";
  let language = "en";
  let opener = null;

  /** The citation of a passage, the same text as `tarock cite REF --format FORMAT --lang LANGUAGE`. */
  function citation(item, form, lang) {
    const inside = form === "csl-json" ? (text) => JSON.stringify(text).slice(1, -1) : (text) => text;
    const values = {
      ident: item.ref.slice(item.ref.indexOf(":") + 1),
      ref: item.ref,
      label: item.label[lang],
      key: "tarock-" + item.ref.replace(/[^A-Za-z0-9]+/g, "-"),
      hash: item.hash,
      short: item.hash.slice(0, SHORT_HASH),
    };
    return templates[lang][form].replace(/\{\{(\w+)\}\}/g, (whole, name) =>
      name in values ? inside(values[name]) : whole);
  }

  function address(item) {
    return location.href.split(/[?#]/)[0] + "#" + item.ref;
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
  const close = element("button", { type: "button", class: "cite-dialog__close", "aria-label": "Close" }, "×");
  const output = element("textarea", { readonly: "", rows: "9", spellcheck: "false", "aria-label": "Citation" });
  const copy = element("button", { type: "button", class: "cite-dialog__copy", "data-copy": "citation" }, "Copy citation");
  const copyLink = element("button", { type: "button", class: "cite-dialog__copy", "data-copy": "link" }, "Copy link");
  const status = element("p", { class: "cite-dialog__status", role: "status", "aria-live": "polite" });
  const dialog = element("dialog", { class: "cite-dialog", "aria-labelledby": "cite-title" },
    element("header", {}, element("div", {}, title, subtitle), close),
    element("fieldset", { class: "cite-dialog__formats" }, element("legend", {}, "Format"),
      ...FORMATS.map(([value, text]) => choice("cite-format", value, text))),
    element("fieldset", { class: "cite-dialog__languages" }, element("legend", {}, "Wording"),
      ...LANGUAGES.map(([value, text]) => choice("cite-language", value, text))),
    output,
    element("div", { class: "cite-dialog__actions" }, copy, copyLink, status));
  document.body.append(dialog);

  function render() {
    output.value = citation(shown, format, language);
    output.lang = language;
    status.textContent = "";
  }

  function open(button) {
    const holder = button.closest("[data-ref]");
    const data = holder.dataset;
    opener = button;
    shown = { ref: data.ref, hash: data.hash, label: { en: data.label, de: data.labelDe } };
    title.textContent = "Cite " + shown.ref;
    subtitle.textContent = shown.label.en;
    for (const [name, value] of [["cite-format", format], ["cite-language", language]]) {
      dialog.querySelector(`input[name="${name}"][value="${value}"]`).checked = true;
    }
    render();
    dialog.showModal();
    copy.focus();
  }

  /** Copy by selecting, for pages that may not use the clipboard directly. */
  function copyBySelection(text) {
    const before = document.activeElement;
    const area = element("textarea", { readonly: "", class: "cite-dialog__scratch", "aria-hidden": "true" });
    area.value = text;
    dialog.append(area);
    area.select();
    let done = false;
    try {
      done = document.execCommand("copy");
    } catch {
      done = false;
    }
    area.remove();
    before?.focus();
    return done;
  }

  async function put(text, what) {
    status.textContent = "";
    let done = false;
    try {
      await navigator.clipboard.writeText(text);
      done = true;
    } catch {
      done = copyBySelection(text);
    }
    if (!done) {
      output.value = text;
      output.select();
    }
    status.textContent = done ? `Copied ${what}` : "Selected: press Ctrl+C to copy";
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.cite");
    if (button) open(button);
  });
  dialog.addEventListener("change", (event) => {
    if (event.target.name === "cite-format") format = event.target.value;
    if (event.target.name === "cite-language") language = event.target.value;
    render();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close(); // the backdrop
  });
  close.addEventListener("click", () => dialog.close());
  copy.addEventListener("click", () => put(citation(shown, format, language), "the citation"));
  copyLink.addEventListener("click", () => put(address(shown), "the link"));
  dialog.addEventListener("close", () => opener?.focus());
  // the theme listens to keys such as "s" and "/" for its search; inside the dialog they are the dialog's
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
})();
