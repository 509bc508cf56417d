// Rules in Markdown as elements: headings, paragraphs, lists, tables and fences. Text never
// becomes markup.

import { h } from "./dom.js";

/** Emphasis, code and links inside a line; a link is shown as its text. */
function inline(text) {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]*\))/);
  return parts.map((part) => {
    if (/^`.+`$/.test(part)) return h("code", null, part.slice(1, -1));
    if (/^\*\*.+\*\*$/.test(part)) return h("strong", null, part.slice(2, -2));
    if (/^\*.+\*$/.test(part)) return h("em", null, part.slice(1, -1));
    const link = part.match(/^\[([^\]]+)\]\([^)]*\)$/);
    return link ? link[1] : part;
  });
}

const cells = (line) => line.replace(/^\||\|\s*$/g, "").split("|").map((cell) => cell.trim());

/** The document as elements. */
export function markdown(text) {
  const lines = text.split("\n");
  const out = [];
  let at = 0;
  const while_ = (test) => {
    const taken = [];
    while (at < lines.length && test(lines[at])) taken.push(lines[at++]);
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at];
    if (!line.trim()) at++;
    else if (line.startsWith("```")) {
      at++;
      out.push(h("pre", { tabindex: 0 }, while_((next) => !next.startsWith("```")).join("\n")));
      at++;
    } else if (line.startsWith("#")) {
      const level = Math.min(line.match(/^#+/)[0].length + 1, 5);
      out.push(h(`h${level}`, null, inline(line.replace(/^#+\s*/, ""))));
      at++;
    } else if (line.startsWith("|")) {
      const rows = while_((next) => next.startsWith("|")).filter((row) => !/^[|\s:-]+$/.test(row)).map(cells);
      const [head, ...body] = rows;
      out.push(
        h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "A table of the rules" },
          h("table", null,
            h("thead", null, h("tr", null, head.map((cell) => (cell ? h("th", { scope: "col" }, inline(cell)) : h("td"))))),
            h("tbody", null, body.map((row) => h("tr", null, row.map((cell) => h("td", null, inline(cell)))))))));
    } else if (/^(- |\d+\. )/.test(line)) {
      const ordered = /^\d/.test(line);
      const items = [];
      for (const next of while_((next) => next.trim() && !next.startsWith("#") && !next.startsWith("|"))) {
        if (/^(- |\d+\. )/.test(next)) items.push(next.replace(/^(- |\d+\. )/, ""));
        else items.push(`${items.pop()} ${next.trim()}`);
      }
      out.push(h(ordered ? "ol" : "ul", null, items.map((item) => h("li", null, inline(item)))));
    } else {
      const text = while_((next) => next.trim() && !/^(#|\||```|- |\d+\. )/.test(next)).join(" ");
      out.push(h("p", null, inline(text)));
    }
  }
  return out;
}
