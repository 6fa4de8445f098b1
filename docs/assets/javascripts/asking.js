// What is loaded when it is first asked for: scripts that few readers want, and among them the core with the sentences of the rules.
window.codexAsk = (() => {
  "use strict";

  const top = new URL("../../", document.currentScript.src).href;
  const say = window.codexSay;
  const loads = new Map();
  let asked;

  function load(name) {
    if (!loads.has(name)) {
      loads.set(name, new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.src = `${top}assets/javascripts/${name}.js`;
        script.addEventListener("load", resolve);
        script.addEventListener("error", () => {
          loads.delete(name);
          reject(new Error(say`it cannot be loaded`));
        });
        document.head.append(script);
      }));
    }
    return loads.get(name);
  }

  /** The core, by the rules of this site. */
  function ask() {
    asked ??= Promise.all(["core", "core-data", say.data("core-words")].map(load)).then(() => window.codexCore.load(window.codexCoreData));
    asked.catch(() => { asked = undefined; }); // another time it may come
    return asked;
  }

  return { top, load, ask };
})();
