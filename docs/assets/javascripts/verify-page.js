// The page that checks quotations: a text that is pasted or a plain-text file. Nothing leaves the browser; all output is text.
(() => {
  "use strict";

  const say = window.codexSay;
  const form = document.querySelector(".verify");
  if (!form || !window.codexVerify) return;
  const checker = new window.CodexVerify(window.codexVerify);
  const [input, file, answer] = ["textarea", "input[type=file]", ".verify__answer"].map((name) => form.querySelector(name));
  const top = new URL("../../", document.currentScript.src).href;

  const named = {
    "same": say`same`,
    "same but for typography": say`same but for typography`,
    "same but for letter forms": say`same but for letter forms`,
    "as transcribed, mended since": say`as transcribed, mended since`,
    "modern spelling": say`modern spelling`,
    "bracketed by the citer": say`bracketed by the citer`,
    "older edition": say`older edition`,
    "other passage": say`other passage`,
    "different": say`different`,
    "not from these texts": say`not from these texts`,
    "not looked at": say`not looked at`,
  };
  const reasons = {
    nothing: say`there are no words of a text in it`,
    place: say`there is no such place in these texts`,
    edition: say`there is no such edition of this source`,
    urn: say`this is not a URN of these texts`,
    hash: say`the hash has fewer than 8 digits`,
    long: say`it has more than 4000 words`,
    late: say`it took more than 20 seconds`,
    command: say`only the command can look at this: tarock verify FILE`,
    digest: say`no edition has words with this hash here`,
    marks: say`not in quotation marks, but like words of the texts`,
    beside: say`not in quotation marks, and next to other words of the sentence`,
    several: say`not in quotation marks, and words of several passages`,
    ours: say`not what our citation of this place says`,
    citer: say`words of the person who quotes, next to a reference to these texts`,
  };

  const make = (tag, kind, words) => {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    if (words !== undefined) made.textContent = words;
    return made;
  };

  function row(found) {
    const item = make("li", `verify__found verify__found--${["different", "other passage"].includes(found.class) ? "wrong" : found.class === "not looked at" ? "unread" : found.class === "not from these texts" ? "foreign" : "right"}`);
    const head = make("p", "verify__class");
    head.append(make("strong", "", named[found.class]));
    const ref = found.ref?.split("-")[0];
    const page = ref && checker.at.get(ref);
    if (found.ref) {
      const place = make(page ? "a" : "span", "", found.ref);
      if (page) place.href = `${top}${page}#${ref}`;
      head.append(" ", place, found.edition ? ` (${found.edition})` : "");
    }
    head.append(` · ${say`line ${found.line}`}`);
    item.append(head, make("blockquote", "verify__words", found.text));
    const tell = (words) => item.append(make("p", "verify__more", words));
    if (found.class === "other passage") tell(say`It stands in ${found.ref}, not in ${found.named}.`);
    if (found.also?.length) tell(say`Also: ${found.also.map((each) => named[each]).join(", ")}.`);
    for (const { quoted, there, hint } of found.differences ?? []) {
      const line = make("p", "verify__more");
      line.append(`${say`quoted`}: `, make("del", "", quoted || "—"), ` · ${say`there`}: `, make("ins", "", there || "—"));
      if (hint) line.append(` (${say`perhaps ${hint[0]} was read for ${hint[1]}`})`);
      item.append(line);
    }
    if (found.class === "different" && found.words) tell(say`There: ${found.words}`);
    for (const words of found.left_out ?? []) tell(say`Left out: ${words}`);
    for (const words of found.added ?? []) tell(say`Added: ${words}`);
    if (found.others) tell(say`The same words stand in ${found.others} more places.`);
    if (found.why) tell(reasons[found.why]);
    return item;
  }

  async function show(text) {
    answer.replaceChildren();
    if (!text.trim()) return;
    if (checker.isOfProgram(text)) {
      answer.append(make("p", "", say`This is a program’s file. The command can read it:`), make("pre", "", "tarock verify FILE"));
      return;
    }
    const result = await checker.check(text);
    const verdict = [
      say`Every quotation that was compared has the words of the texts.`,
      say`Something is different, or stands in another place.`,
      result.quotations.length ? say`Something was not looked at, or nothing could be compared.` : say`No quotation was found.`,
    ][result.status];
    answer.append(make("p", "verify__verdict", verdict));
    const list = make("ol", "verify__list");
    list.append(...result.quotations.map(row));
    answer.append(list);
    if (result.unread.length) {
      const rest = make("details", "verify__rest");
      const words = result.unread.reduce((sum, each) => sum + each.text.split(/\s+/).length, 0);
      rest.append(make("summary", "", say`${words} words are in no quotation and were not compared`));
      for (const each of result.unread) rest.append(make("p", "", `${say`line ${each.line}`}: ${each.text}`));
      answer.append(rest);
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    show(input.value);
  });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    const bytes = new Uint8Array(await chosen.arrayBuffer());
    const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "";
    let text = "";
    try {
      text = new TextDecoder(utf16 || "utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = new TextDecoder("windows-1252").decode(bytes);
    }
    if (text.includes("\u0000") || /^(?:%PDF|PK\u0003)/.test(text)) {
      answer.replaceChildren(make("p", "", say`This is not plain text. The command can read it:`), make("pre", "", `tarock verify "${chosen.name}"`));
      return;
    }
    input.value = text;
    show(text);
  });
  form.hidden = false;
})();
