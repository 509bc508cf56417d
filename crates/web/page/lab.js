// The lab: runs of experiments, and what they have found.

import { h } from "./dom.js";
import { get } from "./net.js";

export async function lab(main, name) {
  document.title = "Lab · Sortilege";
  if (name) return report(main, name);
  const { folder, runs } = await get("/api/lab");
  main.replaceChildren(h("section", { class: "panel" }, h("h1", null, "Lab"),
    runs.length
      ? h("ul", { class: "current" }, runs.map((run) => h("li", null, h("a", { href: `#/lab/${encodeURIComponent(run)}` }, run))))
      : h("p", null, `There are no runs in ${folder || "any folder"}. `, h("code", null, "sortilege run EXPERIMENT.toml"), " makes one; ", h("code", null, "sortilege serve --runs DIR"), " looks elsewhere.")));
}

const cell = (value) => (typeof value === "number" ? (Number.isInteger(value) ? String(value) : value.toFixed(3)) : String(value ?? ""));

async function report(main, name) {
  const { complete, report } = await get(`/api/lab/${encodeURIComponent(name)}`);
  main.replaceChildren(h("article", { class: "panel" },
    h("p", null, h("a", { href: "#/lab" }, "All runs")),
    h("h1", null, report.title || name), h("p", { class: "lead" }, report.answer || ""),
    h("p", null, complete ? "The run is complete." : "The run is not complete: this is what there is so far."),
    (report.tables || []).map((table) => [h("h2", null, table.title),
      h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": table.title }, h("table", null,
        h("thead", null, h("tr", null, table.columns.map((column) => h("th", { scope: "col" }, column)))),
        h("tbody", null, table.rows.map((row) => h("tr", null, (Array.isArray(row) ? row : Object.values(row)).map((value) => h("td", null, cell(value))))))))])));
  if (!complete) setTimeout(() => location.hash === `#/lab/${encodeURIComponent(name)}` && report_(main, name), 3000);
}
const report_ = (main, name) => report(main, name).catch(() => {});
