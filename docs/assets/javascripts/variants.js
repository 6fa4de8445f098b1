// Letters and signs in which the same words may be written: `corpus/variants.yaml` applied to what people type and paste,
// as `scripts/tarock/corpus/variants.py` does it. `window.codexPlain` is for the search, references and files of games.
(() => {
  "use strict";

  const { replacements, divided, hyphens } = window.codexVariants;
  const escaped = (sign) => sign.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
  const SIGN = new RegExp(Object.keys(replacements).sort((a, b) => b.length - a.length).map(escaped).join("|"), "gu");
  const DIVISION = new RegExp(`[${divided.map(escaped).join("")}][ \\t]*\\r?\\n\\s*|(?<=\\p{L})[${hyphens.map(escaped).join("")}][ \\t]*\\r?\\n[ \\t]*(?=\\p{L})`, "gu");

  /** Words for comparison: small, without accents, with `ae` for ä and `ss` for ß; as `fold_text` does it. */
  window.codexFold = (text) => text.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ae", "a").replaceAll("oe", "o").replaceAll("ue", "u");

  /** A text in plain letters and signs; a word that is divided at the end of a line is whole. */
  window.codexPlain = (text) => text.normalize("NFC").replace(DIVISION, "").replace(SIGN, (sign) => replacements[sign]).normalize("NFKC");
})();
