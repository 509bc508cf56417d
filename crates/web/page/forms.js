// Forms for settings, generated from the catalogue, and the text notation of settings.

import { h } from "./dom.js";

/** A field of a form. Calls `change` with the new value, which is empty for the default. */
function control(field, value, change) {
  const changed = (event) => change(event.target.value.trim());
  const common = { name: field.name, onchange: changed, "aria-describedby": null };
  const choice = (names) =>
    h("select", common, h("option", { value: "" }, field.default === "" ? "default" : `${field.default} (default)`),
      names.filter((name) => name !== field.default).map((name) => h("option", { value: name, selected: name === value }, name)));
  if (field.kind.words) return choice(field.kind.words);
  if (field.kind.parts) return choice(field.kind.parts.map((part) => part.name));
  if (field.kind.whole) {
    const [least, most] = field.kind.whole;
    return h("input", { ...common, type: "number", min: least, max: most <= 1e9 ? most : null, value: value || "", placeholder: field.default || "default" });
  }
  return h("input", { ...common, type: "text", value: value || "", placeholder: field.default || "default" });
}

/** A form that edits `values`; calls `changed` after each change. */
export function form(fields, values, changed) {
  return h("div", { class: "fields" }, fields.map((field) =>
    h("label", { class: "field" },
      h("span", { class: "fieldname" }, field.name),
      control(field, values[field.name], (value) => {
        if (value) values[field.name] = value;
        else delete values[field.name];
        changed();
      }),
      h("small", null, `${field.help} (${field.range})`))));
}

/** Writes a name with its settings. */
export function spec(name, values) {
  const settings = Object.entries(values).map(([key, value]) => `${key}=${value}`);
  return settings.length ? `${name}:${settings.join(",")}` : name;
}

/** Parses a name with its settings; settings inside parentheses stay unparsed. */
export function unspec(text) {
  const [, name, rest] = text.match(/^([^:]*):?(.*)$/s);
  const values = {};
  for (const [, key, value] of rest.matchAll(/([^=,]+)=([^,(]*(?:\([^)]*\))?)/g)) values[key.trim()] = value.trim();
  return { name: name.trim(), values };
}
