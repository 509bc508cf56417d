// Routes: `#/` lists the games, `#/new/NAME` prepares a new game, `#/game/ID` shows a game,
// `#/lab` shows the lab.

import { say } from "./dom.js";
import "./net.js";
import { lobby, lay } from "./lobby.js";
import { TableView } from "./table.js";
import { lab } from "./lab.js";

const main = document.getElementById("main");
let open = null;

/** Shows the page of the current address. */
async function show() {
  open?.close();
  open = null;
  const [path, query] = location.hash.replace(/^#/, "").split("?");
  const [, place, name, token] = path.split("/");
  const more = Object.fromEntries(new URLSearchParams(query || ""));
  try {
    if (place === "game") {
      open = new TableView(main, name, token);
      await open.begin();
      if (more.at) await open.look(+more.at);
    } else if (place === "new") await lay(main, decodeURIComponent(name), more);
    else if (place === "lab") await lab(main, name && decodeURIComponent(name));
    else await lobby(main);
  } catch (error) {
    const words = document.createElement("p");
    words.className = "wait";
    words.textContent = error.message;
    main.replaceChildren(words);
  }
  if (document.activeElement === document.body) main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

// Light or dark: the setting of the system, until the user chooses.
const theme = document.getElementById("theme");
const dark = () => (document.documentElement.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
if (localStorage.getItem("theme")) document.documentElement.dataset.theme = localStorage.getItem("theme");
theme.addEventListener("click", () => {
  document.documentElement.dataset.theme = dark() ? "light" : "dark";
  localStorage.setItem("theme", document.documentElement.dataset.theme);
  say(dark() ? "Dark." : "Light.");
});

addEventListener("hashchange", show);
show();
