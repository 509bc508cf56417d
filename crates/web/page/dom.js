// Creation of elements without a template language: text never becomes markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "selected") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An element of the page. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An element of a drawing. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Shows a message; screen readers announce it. */
export function say(text, bad = false) {
  const place = document.getElementById("say");
  place.textContent = text;
  place.classList.toggle("bad", bad);
  place.classList.add("shown");
  clearTimeout(say.timer);
  say.timer = setTimeout(() => place.classList.remove("shown"), 4500);
}

/** Whether the user prefers reduced motion. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Colour number of a seat: seats named black and white get these colours in either order. */
export function colour(seats, who) {
  const swapped = /black|dark/i.test(seats[0]?.name) && /white|light/i.test(seats[1]?.name);
  return who === null || who === undefined ? "none" : swapped && who < 2 ? 1 - who : who;
}
