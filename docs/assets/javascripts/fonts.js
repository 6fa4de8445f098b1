// Asks for the faces that every page shows, before the styles have come that name them. From a folder on disk there is
// nothing to gain, and browsers refuse it.
(() => {
  "use strict";
  if (!location.protocol.startsWith("http")) return;
  const fonts = new URL("../fonts/", document.currentScript.src);
  for (const face of ["codex-sans-wght-normal", "eb-garamond-latin-400-normal", "eb-garamond-latin-600-normal"]) {
    const link = document.createElement("link");
    Object.assign(link, { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "anonymous", href: new URL(`${face}.woff2`, fonts) });
    document.head.append(link);
  }
})();
