// The words of the scripts in the language of the page: say`Hand of ${seat}`. A page in another language than English has
// them in `codexWords`, by the English with {1}, {2} for what stands in it.
window.codexSay = (parts, ...values) => {
  const english = parts.reduce((text, part, number) => `${text}{${number}}${part}`);
  const said = window.codexWords?.[english] ?? english;
  return said.replace(/\{(\d)\}/g, (_, number) => values[number - 1]);
};
// The name of a script with data in which words are: each language has its own.
window.codexSay.data = (name) => (window.codexWords ? `${name}-${document.documentElement.lang}` : name);
