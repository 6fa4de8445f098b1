// Checks of our own, where axe says "incomplete" or has no rule. Each gives a list of what is wrong.
(() => {
  const parse = (text) => {
    const [r, g, b, a = 1] = (text.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number);
    const scale = text.startsWith("color(srgb") ? 255 : 1;
    return text === "none" || text === "transparent" ? [0, 0, 0, 0] : [r * scale, g * scale, b * scale, a];
  };
  const over = ([r, g, b, a], [R, G, B, A]) => {
    const alpha = a + A * (1 - a);
    return alpha ? [...[[r, R], [g, G], [b, B]].map(([x, y]) => (x * a + y * A * (1 - a)) / alpha), alpha] : [0, 0, 0, 0];
  };
  const luminance = (color) => {
    const [r, g, b] = color.map((x) => ((x /= 255) <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [luminance(one), luminance(other)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const name = (element) => {
    const classes = typeof element.className === "string" ? element.className : element.className.baseVal;
    return `${element.localName}${element.id && `#${element.id}`}${classes && `.${classes.trim().replace(/\s+/g, ".")}`} "${(element.getAttribute("aria-label") ?? element.textContent).trim().slice(0, 30)}"`;
  };
  const shown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !element.closest("[aria-hidden=true], [inert]");
  };
  const SHAPES = new Set(["rect", "path", "circle", "ellipse", "polygon"]);
  const paint = (element) => {
    const style = getComputedStyle(element);
    const color = parse(SHAPES.has(element.localName) && element instanceof SVGElement ? style.fill : style.backgroundColor);
    return [...color.slice(0, 3), color[3] * style.opacity];
  };
  /** What is painted below a point, from the first thing that is not `skip` or in it. */
  const below = (x, y, skip) => {
    const stack = document.elementsFromPoint(x, y).filter((element) => !skip.contains(element));
    let color = [0, 0, 0, 0];
    for (const element of [...stack, document.body]) color = color[3] < 1 ? over(color, paint(element)) : color;
    return over(color, parse(getComputedStyle(document.documentElement).backgroundColor)[3] ? paint(document.documentElement) : [255, 255, 255, 1]);
  };
  const center = (element) => {
    element.scrollIntoView({ block: "center", inline: "nearest" });
    const box = element.getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };

  const checks = {
    /** Text whose ground axe could not tell: each of these elements against what is really painted below it. */
    text(selectors) {
      return selectors.map((selector) => document.querySelector(selector)).filter((element) => element && shown(element)).flatMap((element) => {
        const style = getComputedStyle(element);
        const ground = below(...center(element), element.closest("text") ?? element);
        const own = parse(element instanceof SVGElement ? style.fill : style.backgroundColor);
        const ink = element instanceof SVGElement ? own : parse(style.color);
        const under = element instanceof SVGElement ? ground : over(own, ground);
        const found = ratio(over(ink, under), under);
        return found < (parseFloat(style.fontSize) >= 24 ? 3 : 4.5) ? [`${name(element)}: ${found.toFixed(2)}`] : [];
      });
    },
    /** Fields to fill in, whose border or ground must stand out from the page by 3:1. */
    borders() {
      const fields = document.querySelectorAll("input:is([type=text], [type=search], [type=number], :not([type])), textarea, select");
      return [...fields].filter(shown).flatMap((field) => {
        let box = field;
        while (box.parentElement && !box.matches("form, label, td") && getComputedStyle(box).borderBottomWidth === "0px") box = box.parentElement;
        const style = getComputedStyle(box);
        const ground = below(...center(box), box);
        const found = Math.max(ratio(over(parse(style.borderBottomColor), ground), ground), ratio(over(parse(style.backgroundColor), ground), ground));
        return found < 3 ? [`${name(field)}: ${found.toFixed(2)}`] : [];
      });
    },
    /** Things to touch that are smaller than 24 pixels, links in running text aside. */
    targets() {
      const running = (element) => {
        if (element.localName !== "a" || !getComputedStyle(element).display.startsWith("inline")) return false;
        const block = element.parentElement.closest("p, li, td, th, dd, dt, summary, figcaption, h1, h2, h3, h4, h5, div, nav, section, main, body");
        const words = [...block.querySelectorAll("a")].reduce((text, link) => text.replace(link.textContent, ""), block.textContent);
        return /[\p{L}\p{N},;]/u.test(words);
      };
      const all = document.querySelectorAll("a[href], button, select, textarea, input:not([type=hidden]), summary, [role=button], [tabindex='0']");
      return [...all].filter((element) => shown(element) && !running(element)).flatMap((element) => {
        const boxes = [element, ...(element.labels ?? [])].map((each) => each.getBoundingClientRect());
        const least = element.localName === "a" ? 0 : 23.9; // axe looks at the room beside short links
        const big = boxes.some(({ width, height }) => width >= least && height >= 23.9);
        const box = boxes[0];
        return big ? [] : [`${name(element)}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)}`];
      });
    },
    /** What goes beyond the edge of the screen: the page, or something in it that is cut off there. */
    wide() {
      const edge = document.documentElement.clientWidth;
      const parts = [...document.querySelectorAll(".md-content :is(table, svg, form, .table__felt, .table__strip)")];
      const cut = parts.filter((element) => element.getClientRects().length && element.getBoundingClientRect().right > edge + 1);
      const page = document.querySelector("[data-md-component=container]") ?? document.documentElement;
      return [...(page.scrollWidth > edge ? ["the page"] : []), ...cut.map(name)];
    },
  };
  return checks;
})()
