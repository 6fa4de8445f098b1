// Leads on from an address that a page has left, to the same place on the page that took over.
(() => {
  "use strict";
  const to = new URL(document.getElementById("moved").href);
  if (!to.hash) to.hash = location.hash;
  if (!to.search) to.search = location.search;
  location.replace(to);
})();
