// Prints the text of a PDF as a reader copies it in a viewer that is made with pdf.js: line by line, page after page.
import { readFileSync } from "node:fs";

console.log = () => {}; // pdf.js warns there of what it cannot draw
const { getDocument, version } = await import("pdfjs-dist/legacy/build/pdf.mjs");
if (process.argv[2] === "--version") {
  process.stdout.write(`pdf.js ${version}\n`);
} else {
  const document = await getDocument({ data: new Uint8Array(readFileSync(process.argv[2])), verbosity: 0 }).promise;
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent();
    process.stdout.write(`${items.map((item) => `${item.str}${item.hasEOL ? "\n" : ""}`).join("")}\n`);
  }
}
