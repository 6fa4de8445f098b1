// What a page that stands alone has of the others: the look that was chosen by hand, and buttons that copy.
(() => {
  "use strict";

  const top = new URL(document.currentScript.dataset.top, location);
  try { // the theme notes the choice under the folder of the site
    const look = JSON.parse(localStorage.getItem(`${top.pathname}.__palette`))?.color?.scheme;
    if (look) document.documentElement.dataset.look = look;
  } catch {
    // nothing may be kept here: the look of the machine holds
  }
  document.addEventListener("DOMContentLoaded", () => {
    for (const copied of document.querySelectorAll("[data-copies]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "Copy";
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(copied.textContent);
          button.textContent = "Copied";
        } catch { // without the clipboard it is selected for the reader's own keys
          getSelection().selectAllChildren(copied);
        }
      });
      copied.after(button);
    }
  });
})();
