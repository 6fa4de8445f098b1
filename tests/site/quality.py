"""A page as its readers meet it: with a screen reader, in the dark, on a phone. What is wrong with it.

axe does most of it; where it says "incomplete", and of borders and sizes that it has no rule for, `quality.js` judges.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

import axe_playwright_python
from playwright.sync_api import Page, ViewportSize

from tests.site.conftest import PHONE, until
from tests.site.hearing import listen

# Most of what axe does is to read the same few colours thousands of times, and to keep each number of a colour in a
# WeakMap, as its compiler would have it. Here each colour is read once, and a private field is a field.
QUICK = """(() => {
    class Field {
        key = Symbol();
        has(of) { return this.key in of; }
        get(of) { return of[this.key]; }
        set(of, value) { of[this.key] = value; }
        add(of) { of[this.key] = true; }
    }
    %s
    const {Color} = axe.commons.color, {parseString} = Color.prototype, read = new Map();
    Color.prototype.parseString = function (text) {
        if (!read.has(text)) read.set(text, parseString.call(new Color(), text));
        const {r, g, b, alpha} = read.get(text);
        return Object.assign(this, {r, g, b, alpha});
    };
})()"""
SOURCE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
AXE = QUICK.replace("%s", re.sub(r"(?<==)new Weak(Map|Set)\b", "new Field", SOURCE))
OURS = Path(__file__).with_name("quality.js").read_text(encoding="utf-8")
WIDE: ViewportSize = {"width": 1440, "height": 900}
RUN = """([part, only]) => axe.run((part && document.querySelector(part)) || document, {
    resultTypes: ["violations", "incomplete"],
    ...(only ? {runOnly: only} : {rules: {"target-size": {enabled: true}}}),
}).then(({violations, incomplete}) => [violations, incomplete].map(
    found => found.flatMap(({id, nodes}) => nodes.map(({target}) => [id, target.join(" ")]))))"""
LAID = """() => {
    scrollTo({top: 0, behavior: "instant"});  // nothing lies below the head
    return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
}"""
# Of what stands on a page over and over, made of the same elements and classes, two are enough: the rest has no place.
# What gives others their name or their place in the outline stays.
REPEATED = """() => {
    const kept = "h1, h2, h3, h4, h5, h6, caption, legend, summary, th, dt, dd, label, input, select, button, option";
    const kind = of => `${of.localName}.${of.className}.${of.getAttribute("style") ?? ""}`;
    for (const parent of document.querySelectorAll(".md-content, .md-content *:not(svg, svg *)")) {
        const seen = new Map();
        for (const child of [...parent.children]) {
            const made = [...new Set([child, ...child.querySelectorAll("*")].map(kind))].sort().join();
            seen.set(made, (seen.get(made) ?? 0) + 1);
            if (seen.get(made) > 2 && !child.matches(kept) && !child.querySelector("h1, h2, h3, h4, h5, h6"))
                child.style.setProperty("display", "none", "important");
        }
    }
}"""
UNFOLD = "part => document.querySelectorAll(`${part} details`).forEach(folded => { folded.open = true; })"
CHOOSE = "scheme => document.querySelector(`input[data-md-color-media*=${scheme}]`)?.click()"
CHOSEN = """scheme => (document.body.dataset.mdColorScheme ?? scheme)
    === (document.querySelector(`input[data-md-color-media*=${scheme}]`)?.dataset.mdColorScheme ?? scheme)"""


class Look(NamedTuple):
    """Colours and size in which a page is looked at, with all of axe or with its rules of contrast only."""

    scheme: Literal["light", "dark"]
    size: ViewportSize
    whole: bool


DAY, EVENING = Look("light", WIDE, whole=True), Look("dark", WIDE, whole=False)
NIGHT, MORNING = Look("dark", PHONE, whole=True), Look("light", PHONE, whole=False)
LOOKS = (NIGHT, MORNING, EVENING, DAY)  # every rule in both sizes, and each contrast in all four


class Visit:
    """One page after the other, and what their browser heard: messages, and requests to anybody else."""

    def __init__(self, page: Page, address: str):
        self.page, self.address = page, address
        self.heard = listen(page, address, "data:", "blob:")

    def open(self, path: str) -> None:
        """Go to a page, at a desk by day."""
        self.heard.clear()
        self.page.emulate_media(color_scheme="light")
        self.page.set_viewport_size(WIDE)
        self.page.goto(self.address + path)
        self.page.evaluate("document.fonts.ready")
        self.page.evaluate(AXE)

    def look(self, look: Look) -> None:
        """Give the page as it stands other colours, as a reader chooses them, and another size."""
        self.page.set_viewport_size(look.size)
        self.page.emulate_media(color_scheme=look.scheme)
        self.page.evaluate(CHOOSE, look.scheme)
        until(self.page, CHOSEN, look.scheme)
        self.page.evaluate(LAID)

    def faults(self, part: str = "", looks: Sequence[Look] = LOOKS, *, framed: bool = False) -> list[str]:
        """What is wrong with the page as it stands, or with a part of it unfolded; it ends in the last of the looks.

        What stands around the content is looked at with all of axe, and where the page is `framed` in every look. Of
        what a page repeats two are looked at, and in both sizes whether the whole of it is too wide. To lay out a page
        takes longest: no look changes the size that need not, and the first has the size that was measured last.
        """
        found = set()
        if part:
            self.page.evaluate(UNFOLD, part)
        for size in (WIDE, PHONE) if looks[0].size is PHONE else (PHONE, WIDE):
            self.page.set_viewport_size(size)
            self.page.evaluate(LAID)
            found |= {f"{size['width']}: too wide {each}" for each in self._ours("wide")}
        if not part and not framed:
            self.page.evaluate(REPEATED)
        for look in looks:
            self.look(look)
            within = part or ("" if look.whole or framed else ".md-content")
            violations, incomplete = self.page.evaluate(RUN, [within, None if look.whole else ["color-contrast"]])
            unsure = [target for rule, target in incomplete if rule == "color-contrast"]
            seen = [" ".join(each) for each in violations]
            seen += [f"contrast {each}" for each in self._ours("text", unsure)]
            seen += [f"border {each}" for each in self._ours("borders")]
            if look.size is PHONE:
                seen += [f"target {each}" for each in self._ours("targets")]
            found |= {f"{look.scheme}, {look.size['width']}: {each}" for each in seen}
        return sorted({*found, *self.heard})

    def _ours(self, check: str, *arguments: Any) -> list[str]:
        found: list[str] = self.page.evaluate(f"([check, rest]) => ({OURS})[check](...rest)", [check, list(arguments)])
        return found
