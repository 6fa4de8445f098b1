// The switch to another language leads to the same place and view, and is kept for the pages that are once for all.
(() => {
  "use strict";

  const keep = ({ currentTarget: link }) => {
    link.search = location.search;
    link.hash = location.hash;
    try {
      localStorage.setItem(`${__md_scope.pathname}.__language`, link.lang);
    } catch {
      // nothing may be kept here: those pages go by the browser's language
    }
  };
  for (const link of document.querySelectorAll("a.language")) {
    link.addEventListener("click", keep);
    link.addEventListener("auxclick", keep);
  }
})();
