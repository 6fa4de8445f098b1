// Letters and signs in which the same words may be written: `corpus/variants.yaml` applied to what people type and paste,
// as `scripts/tarock/corpus/variants.py` does it. `window.codexPlain` is for the search, references and files of games.
(() => {
  "use strict";

  const { replacements, divided, hyphens } = window.codexVariants;
  const escaped = (sign) => sign.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const SIGN = new RegExp(Object.keys(replacements).sort((a, b) => b.length - a.length).map(escaped).join("|"), "gu");
  const DIVISION = new RegExp(`[${divided.map(escaped).join("")}][ \\t]*\\r?\\n\\s*|(?<=\\p{L})[${hyphens.map(escaped).join("")}][ \\t]*\\r?\\n[ \\t]*(?=\\p{L})`, "gu");

  /** A text in plain letters and signs: words whole at the ends of lines, one dash, one blank, no ligatures. */
  window.codexPlain = (text) => text.normalize("NFC").replace(DIVISION, "").replace(SIGN, (sign) => replacements[sign]).normalize("NFKC");
})();
