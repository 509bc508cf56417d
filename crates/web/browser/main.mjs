// The browser tests: `node main.mjs --address URL --browser FILE [--page DIR] [--shots DIR]`.

import fs from "node:fs";
import { createRequire } from "node:module";
import { launch, ready, sitDown, visit } from "./browser.mjs";
import { shots } from "./shots.mjs";

const asked = Object.fromEntries(process.argv.slice(2).join(" ").split("--").filter(Boolean).map((part) => part.trim().split(" ")));
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A game of each kind, small enough to be over soon. */
const GAMES = [
  { kind: "board", game: "mnk", options: { m: "3", n: "3", k: "3" } },
  { kind: "several steps a move", game: "amazons", options: { size: "6" } },
  { kind: "jumps", game: "checkers", most: 40 },
  { kind: "dice", game: "pig", options: { goal: "20" } },
  { kind: "dice and stones", game: "ewn" },
  { kind: "hidden cards", game: "leduc" },
  { kind: "sets of cards", game: "dou-di-zhu" },
  { kind: "hidden marks", game: "phantom-mnk", options: { m: "3", n: "3", k: "3" } },
  { kind: "simultaneous", game: "goofspiel" },
  { kind: "regions", game: "confrontation", most: 40 },
  { kind: "attackers and blockers", game: "magic", options: { life: "4" }, most: 80 },
];

/** Numbers that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Plays by clicking until the game is over, or after `most` moves. Returns how many clicks it took. */
async function play(page, seed, most = Infinity) {
  const number = numbers(seed);
  let clicks = 0;
  for (; clicks < most; clicks++) {
    if ((await ready(page)) === "over") return { clicks, over: true };
    // One look, so that nothing changes between looking and clicking. A drawn cell may lie under its piece, which lets clicks
    // through: the click goes to the place, not to the element.
    const at = await page.evaluate((share) => {
      const things = [...document.querySelectorAll(".felt .can, .actions button.move")];
      const thing = document.querySelector("button.confirm") || things[Math.floor(share * things.length)];
      thing.scrollIntoView({ block: "center" });
      const box = thing.getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2];
    }, number(1 << 20) / (1 << 20));
    await page.mouse.click(...at);
  }
  return { clicks, over: false };
}

/** Plays with the keyboard alone: Tab to the table, arrows from thing to thing, Enter. */
async function playByKeyboard(page) {
  for (let moves = 0; moves < 9; moves++) {
    if ((await ready(page)) === "over") return true;
    const reached = async () => page.evaluate(() => document.activeElement?.matches(".felt [role=button]"));
    for (let tabs = 0; tabs < 60 && !(await reached()); tabs++) await page.keyboard.press("Tab");
    if (!(await reached())) throw new Error("no cell is reached by Tab");
    await page.keyboard.press(["ArrowRight", "ArrowDown", "ArrowLeft"][moves % 3]);
    await page.keyboard.press("Enter");
  }
  return (await ready(page)) === "over";
}

/** What axe-core finds on a page that is more than a trifle. */
async function faults(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${where}: ${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" ")}`);
}

/** Milliseconds from a click to the move on the screen, with nobody to think: the middle of nine moves. */
async function delay(page) {
  const took = [];
  for (let moves = 0; moves < 9 && (await ready(page)) === "move"; moves++) {
    took.push(await page.evaluate(() => new Promise((done) => {
      const felt = document.querySelector(".felt");
      const pieces = felt.querySelectorAll(".piece").length;
      const begun = performance.now();
      const watch = new MutationObserver(() => {
        if (felt.querySelectorAll(".piece").length === pieces) return;
        watch.disconnect();
        requestAnimationFrame(() => done(performance.now() - begun));
      });
      watch.observe(felt, { childList: true, subtree: true });
      const cell = felt.querySelector(".can");
      const box = cell.getBoundingClientRect();
      cell.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, clientX: box.x + 2, clientY: box.y + 2 }));
      dispatchEvent(new PointerEvent("pointerup", { clientX: box.x + 2, clientY: box.y + 2 }));
    })));
  }
  return took.sort((a, b) => a - b)[Math.floor(took.length / 2)];
}

/** Longest that a check may take, in milliseconds, on a machine that has much else to do. */
const LIMIT = 180_000;

/** What comes of `work`, or an error once it has taken too long. */
function within(limit, work) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done after ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const browser = await launch(asked.browser);
const bad = [];
const check = async (name, page, work) => {
  const begun = Date.now();
  let told = "";
  try {
    told = (await within(LIMIT, work())) || "";
  } catch (error) {
    bad.push(`${name}: ${error.message.split("\n")[0]}`);
  }
  bad.push(...page.complaints.map((complaint) => `${name}: ${complaint}`));
  console.log(`${bad.some((one) => one.startsWith(name)) ? "FAILED" : "ok"}  ${name}  ${told}  (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  await within(LIMIT, page.context().close()).catch((error) => bad.push(`${name}: closing: ${error.message}`));
};
const open = (more) => visit(browser, asked.address, { from: asked.page, ...more });

if (asked.shots) {
  await shots(open, asked.shots);
} else {
  for (const [seed, game] of GAMES.entries()) {
    const page = await open();
    await check(`${game.kind}: ${game.game}`, page, async () => {
      await sitDown(page, game);
      const { clicks, over } = await play(page, seed + 1, game.most);
      if (!over && !game.most) throw new Error("the game is not over");
      bad.push(...(await faults(page, `${game.kind}: ${game.game}`)));
      return over ? `over after ${clicks} clicks` : `${clicks} clicks`;
    });
  }
  const keyboard = await open();
  await check("keyboard alone: mnk", keyboard, async () => {
    await sitDown(keyboard, { game: "mnk", options: { m: "3", n: "3", k: "3" } });
    if (!(await playByKeyboard(keyboard))) throw new Error("the game is not over");
  });
  for (const dark of [false, true]) {
    const page = await open({ dark });
    await check(`accessibility, ${dark ? "dark" : "light"}`, page, async () => {
      await page.locator("a.tile").first().waitFor();
      bad.push(...(await faults(page, `accessibility, ${dark ? "dark" : "light"}: lobby`)));
      for (const hash of ["#/new/dou-di-zhu", "#/lab"]) {
        await page.goto(`${asked.address}${hash}`);
        await page.locator("main h1").waitFor();
        bad.push(...(await faults(page, `accessibility, ${dark ? "dark" : "light"}: ${hash}`)));
      }
    });
  }
  const slow = await open();
  await check("two people on a slow wire: mnk", slow, async () => {
    await slow.route("**/events?*", (route) => setTimeout(() => route.continue(), 250));
    await sitDown(slow, { game: "mnk", options: { m: "3", n: "3", k: "3" }, opponent: "human" });
    const { clicks, over } = await play(slow, 1, 9);
    if (!over && (await ready(slow)) !== "over") throw new Error(`not over after ${clicks} clicks: one was lost`);
    return `over after ${clicks} clicks`;
  });
  const two = await open();
  await check("a move on the screen", two, async () => {
    await sitDown(two, { game: "mnk", opponent: "human" });
    return `${(await delay(two)).toFixed(1)} ms from click to screen`;
  });
}
await browser.close();
for (const one of bad) console.error(one);
process.exit(bad.length ? 1 : 0);
