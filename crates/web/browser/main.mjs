// The browser tests:
// `node main.mjs --address URL --browser FILE --program FILE --folder DIR [--page DIR]
// [--shots DIR] [--film FILE]`.

import { spawn } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import { film } from "./film.mjs";
import { launch, ready, sitDown, visit } from "./browser.mjs";
import { shots } from "./shots.mjs";

const asked = Object.fromEntries(process.argv.slice(2).join(" ").split("--").filter(Boolean).map((part) => part.trim().split(" ")));
const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** One game of each kind, small enough to end soon. */
const GAMES = [
  { kind: "board", game: "mnk", options: { m: "3", n: "3", k: "3" } },
  { kind: "several steps a move", game: "amazons", options: { size: "6" } },
  { kind: "jumps", game: "checkers" },
  { kind: "dice", game: "pig", options: { goal: "20" } },
  { kind: "dice and stones", game: "ewn" },
  { kind: "hidden cards", game: "leduc" },
  { kind: "sets of cards", game: "dou-di-zhu" },
  { kind: "hidden marks", game: "phantom-mnk", options: { m: "3", n: "3", k: "3" } },
  { kind: "simultaneous", game: "goofspiel" },
  { kind: "regions", game: "confrontation" },
  { kind: "attackers and blockers", game: "magic", options: { life: "4" }, most: 80 },
];

/** Pseudorandom numbers that are the same in every run. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Clicks until the game is over, at most `most` times. Returns the number of clicks. */
async function play(page, seed, most = Infinity) {
  const number = numbers(seed);
  let clicks = 0;
  for (; clicks < most; clicks++) {
    if ((await ready(page)) === "over") return { clicks, over: true };
    // One evaluation, so that nothing changes between finding the element and clicking. A cell may
    // lie under its piece, which lets clicks through, so the click goes to the place.
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

/** Plays with the keyboard only: Tab to the table, arrows between elements, Enter. */
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

/** Games with hidden information, and the expected size of their belief tables. */
const HIDDEN = [
  { game: "kuhn", rows: 2 },
  { game: "phantom-mnk", options: { m: "3", n: "3", k: "3" }, seat: 1, sum: 100 },
  { game: "dou-di-zhu", rows: 12, phone: true },
  { game: "confrontation", rows: 4 },
  { game: "gdl", options: { file: "kuhn" }, places: false },
];

/** Opens the beliefs and checks them against known facts of the game. */
async function believed(page, { rows, sum, places = true }) {
  await ready(page);
  await page.locator("#tab-head").click();
  const table = page.locator(".beliefs .believed");
  if (!places) {
    // Beliefs are about places of a picture, and a rulesheet has none.
    await page.locator(".beliefs").waitFor();
    const said = await page.locator(".beliefs").innerText();
    if (said.includes("Nothing is hidden")) throw new Error(`the page denies that the game hides something: ${said}`);
    return "no places";
  }
  await table.first().waitFor();
  const shares = (await table.locator("td.heat").allTextContents()).map((text) => parseInt(text.replace(/^\D+/, ""), 10) || 0);
  if (sum && Math.abs(shares.reduce((all, share) => all + share, 0) - sum) > 5) throw new Error(`shares are ${shares}`);
  const found = await table.locator("tbody tr").count();
  if (rows && found < rows) throw new Error(`${found} rows where there should be ${rows}`);
  if (await page.getByText("not a fair game any more").count()) throw new Error("showing beliefs has ended the fair game");
  return `${found} rows`;
}

/** Watches a run in progress: its numbers change, and the page shows the remaining time. */
async function watched(page) {
  const live = spawn(asked.program, ["run", `${asked.folder}/live.toml`, "--out", `${asked.folder}/runs/live`, "--threads", "1"], { stdio: "ignore" });
  const ended = new Promise((done) => live.on("exit", done));
  try {
    return await watchedLive(page);
  } finally {
    live.kill("SIGKILL");
    await ended;
  }
}

async function watchedLive(page) {
  await page.goto(`${asked.address}#/lab`);
  const run = page.locator(".runs li", { has: page.locator('a[data-run="live"]') });
  const done = async () => Number((await run.locator(".progress").innerText()).replace(/ of [^]*$/, "").replaceAll(",", ""));
  await run.locator("progress").waitFor({ timeout: LIMIT });
  const first = await done();
  await run.getByText(/about .* left/).waitFor({ timeout: LIMIT });
  const then = await done();
  if (!(then > first)) throw new Error(`${first} games, then ${then}`);
  if ((await run.locator(".scores tbody tr").count()) !== 2) throw new Error("two players have two scores");
  bad.push(...(await faults(page, "lab: a run is watched")));
  await run.locator("a[data-run]").click();
  await page.getByRole("heading", { name: "Standings" }).waitFor();
  bad.push(...(await faults(page, "lab: a run is watched: report")));
  return `${first} games, then ${then}`;
}

/** Opens a recorded game of a finished run and steps through it. */
async function replayed(page) {
  await page.goto(`${asked.address}#/lab/kept`);
  await page.locator("details.recorded summary").click();
  await page.getByRole("button", { name: "Game 3", exact: true }).click();
  await page.getByText(/after step 0 of/).waitFor();
  await page.getByRole("button", { name: "One step on" }).click();
  await page.getByText(/after step 1 of/).waitFor();
  bad.push(...(await faults(page, "lab: a game of a run is replayed")));
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator(".over").waitFor();
}

/** Serious and critical violations that axe-core finds on a page. */
async function faults(page, where) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${where}: ${one.id}: ${one.nodes.slice(0, 2).map((node) => node.html.slice(0, 120)).join(" ")}`);
}

/** Milliseconds from a click to the move on the screen, without an AI: median of nine moves. */
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

/** Time limit of a check in milliseconds; generous, because the machine may be busy. */
const LIMIT = 180_000;

/** Awaits `work`, or fails with an error after the time limit. */
function within(limit, work) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not done after ${limit / 1000} s`)), limit);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

const browser = await launch(asked.browser);
const bad = [];
const open = (more) => visit(browser, asked.address, { from: asked.page, ...more });
/** Runs one check on a new page. */
const check = async (name, more, work) => {
  if (asked.only && !name.includes(asked.only)) return;
  const begun = Date.now();
  const page = await open(more);
  let result = "";
  try {
    result = (await within(LIMIT, work(page))) || "";
  } catch (error) {
    bad.push(`${name}: ${error.message.split("\n")[0]}`);
  }
  bad.push(...page.complaints.map((complaint) => `${name}: ${complaint}`));
  console.log(`${bad.some((one) => one.startsWith(name)) ? "FAILED" : "ok"}  ${name}  ${result}  (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  await within(LIMIT, page.context().close()).catch((error) => bad.push(`${name}: closing: ${error.message}`));
};
if (asked.shots) {
  await shots(open, asked.shots, asked.only);
} else if (asked.film) {
  await film(open, asked.film);
} else {
  for (const [seed, game] of GAMES.entries()) {
    await check(`${game.kind}: ${game.game}`, { seed: seed + 1 }, async (page) => {
      await sitDown(page, game);
      const { clicks, over } = await play(page, seed + 1, game.most);
      if (!over && !game.most) throw new Error("the game is not over");
      bad.push(...(await faults(page, `${game.kind}: ${game.game}`)));
      return over ? `over after ${clicks} clicks` : `${clicks} clicks`;
    });
  }
  await check("keyboard alone: mnk", {}, async (page) => {
    await sitDown(page, { game: "mnk", options: { m: "3", n: "3", k: "3" } });
    if (!(await playByKeyboard(page))) throw new Error("the game is not over");
  });
  await check("a typed move survives redrawing: leduc", {}, async (page) => {
    await sitDown(page, { game: "leduc" });
    await ready(page);
    const typed = page.locator(".typed input");
    await typed.fill("ca");
    await page.locator("button.hint").click();
    await page.locator(".hinted .votes").waitFor();
    if ((await typed.inputValue()) !== "ca") throw new Error(`the draft is "${await typed.inputValue()}"`);
    if (!(await typed.evaluate((input) => input.isConnected))) throw new Error("the box is gone");
  });
  await check("lobby: help texts are whole", {}, async (page) => {
    const about = await page.locator('a.tile[data-game="magic"] .about').innerText();
    if (!about.startsWith("Magic: The Gathering")) throw new Error(about);
  });
  await check("minimax hints: ra", {}, async (page) => {
    await sitDown(page, { game: "ra" });
    await ready(page);
    await page.locator("button.hint").click();
    const rows = page.locator(".hinted .candidates tbody tr");
    await rows.first().waitFor();
    const [chosen, ...others] = await rows.allInnerTexts();
    const said = await page.locator(".hinted strong").innerText();
    if (!chosen.startsWith(said) || chosen.includes("≤")) throw new Error(`${said} is advised over ${chosen}`);
    if (!others.every((row) => row.includes("≤") || row.includes("–"))) throw new Error(`no bounds: ${others.join("; ")}`);
  });
  for (const dark of [false, true]) {
    await check(`accessibility, ${dark ? "dark" : "light"}`, { dark }, async (page) => {
      await page.locator("a.tile").first().waitFor();
      bad.push(...(await faults(page, `accessibility, ${dark ? "dark" : "light"}: lobby`)));
      for (const hash of ["#/new/dou-di-zhu", "#/lab"]) {
        await page.goto(`${asked.address}${hash}`);
        await page.locator("main h1").waitFor();
        bad.push(...(await faults(page, `accessibility, ${dark ? "dark" : "light"}: ${hash}`)));
      }
    });
  }
  for (const game of HIDDEN) {
    await check(`beliefs: ${game.game}`, { phone: game.phone }, async (page) => {
      await sitDown(page, game);
      const found = await believed(page, game);
      bad.push(...(await faults(page, `beliefs: ${game.game}`)));
      return found;
    });
  }
  await check("how worlds vote: leduc", {}, async (page) => {
    await sitDown(page, { game: "leduc" });
    await ready(page);
    await page.locator("button.hint").click();
    const votes = page.locator(".hinted .votes");
    await votes.waitFor();
    const worlds = await votes.locator("tbody td:nth-child(2)").allTextContents();
    if (worlds.reduce((sum, one) => sum + Number(one), 0) !== 20) throw new Error(`20 worlds have ${worlds} favourites`);
    bad.push(...(await faults(page, "how worlds vote: leduc")));
    return `favourites in ${worlds.join(" and ")} of 20 worlds`;
  });
  await check("a hint on a phone: confrontation", { phone: true }, async (page) => {
    await sitDown(page, { game: "confrontation" });
    await ready(page);
    await page.locator("button.hint").click();
    await page.locator(".hinted .votes").waitFor();
    const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    if (wide > room) throw new Error(`the page is ${wide} wide where there is room for ${room}`);
    return `${wide} of ${room} wide`;
  });
  await check("lab: a run is watched", {}, watched);
  await check("lab: a game of a run is replayed", {}, replayed);
  await check("two people on a slow wire: mnk", {}, async (page) => {
    await page.route("**/events?*", (route) => setTimeout(() => route.continue(), 250));
    await sitDown(page, { game: "mnk", options: { m: "3", n: "3", k: "3" }, opponent: "human" });
    const { clicks, over } = await play(page, 1, 9);
    if (!over && (await ready(page)) !== "over") throw new Error(`not over after ${clicks} clicks: one was lost`);
    return `over after ${clicks} clicks`;
  });
  await check("a move on the screen", {}, async (page) => {
    await sitDown(page, { game: "mnk", opponent: "human" });
    return `${(await delay(page)).toFixed(1)} ms from click to screen`;
  });
}
await browser.close();
for (const one of bad) console.error(one);
process.exit(bad.length ? 1 : 0);
