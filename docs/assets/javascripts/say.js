// Words in the language of the page, by their English: say`Hand of ${seat}`, in `codexWords` with {1} for the value.
window.codexSay = (parts, ...values) => {
  const english = parts.reduce((text, part, number) => `${text}{${number}}${part}`);
  return (window.codexWords?.[english] ?? english).replace(/\{(\d)\}/g, (_, number) => values[number - 1]);
};
// A script with words in its data.
window.codexSay.data = (name) => (window.codexWords ? `${name}-${document.documentElement.lang}` : name);
