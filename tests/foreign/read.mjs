// Reads BibTeX, RIS or CSL-JSON from the input as Citation.js does, and prints the CSL-JSON that it makes of them.
import { readFileSync } from "node:fs";
import { Cite } from "@citation-js/core";
import "@citation-js/plugin-bibtex";
import "@citation-js/plugin-csl";
import "@citation-js/plugin-ris";

const entries = JSON.parse(readFileSync(0, "utf-8"));
process.stdout.write(JSON.stringify(entries.map((text) => new Cite(text).data)));
