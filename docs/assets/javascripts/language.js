// The switch to the other language leads to the same place and view, and is kept for the pages that are in both.
(() => {
  "use strict";

  const link = document.querySelector("a.language");
  if (!link) return;
  const keep = () => {
    link.search = location.search;
    link.hash = location.hash;
    try {
      localStorage.setItem(`${__md_scope.pathname}.__language`, link.lang);
    } catch {
      // nothing may be kept here: those pages go by the browser's language
    }
  };
  link.addEventListener("click", keep);
  link.addEventListener("auxclick", keep);
})();
