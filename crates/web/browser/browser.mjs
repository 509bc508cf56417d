// A browser, and a page that fails the test if the console reports an error.

import { chromium } from "playwright-core";
import fs from "node:fs";
import path from "node:path";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Time limit for an element to appear, in milliseconds; a busy machine must not fail the test. */
const PATIENCE = 170_000;

export const launch = (executablePath) => chromium.launch({ executablePath, args: FLAGS });

/**
 * A page of a new visitor. `from` is a folder from which the page is served instead of the program.
 * New games get `seed`, so that they are the same every time.
 */
export async function visit(browser, address, { phone = false, dark = false, from = null, quick = true, seed = 1 } = {}) {
  const context = await browser.newContext({
    viewport: phone ? { width: 390, height: 844 } : { width: 1280, height: 860 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: quick ? "reduce" : "no-preference",
    hasTouch: phone,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.complaints = [];
  page.on("pageerror", (error) => page.complaints.push(String(error)));
  // Late requests are refused with status 409; the console reports these too.
  page.on("console", (message) => message.type() === "error" && !/status of 409/.test(message.text()) && page.complaints.push(message.text()));
  if (from) {
    await page.route((url) => url.origin === new URL(address).origin && !url.pathname.startsWith("/api/"), async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1) || "index.html";
      const type = { js: "text/javascript", css: "text/css", svg: "image/svg+xml", html: "text/html" }[name.split(".").pop()];
      await route.fulfill({ body: fs.readFileSync(path.join(from, name)), contentType: type });
    });
  }
  await page.route((url) => url.pathname === "/api/games", (route) => route.continue({ postData: JSON.stringify({ seed, ...route.request().postDataJSON() }) }));
  if (quick) await page.addInitScript(() => sessionStorage.setItem("pace", "none"));
  await page.goto(address);
  return page;
}

/** Begins a game by filling in the form. */
export async function sitDown(page, { game, options = {}, opponent = "beginner", seat = 0 }) {
  await page.locator(`a[data-game="${game}"]`).click();
  await page.locator("button.main[type=submit]").waitFor();
  if (Object.keys(options).length) {
    const details = page.locator("details.settings", { hasText: "Options of the game" });
    if (!(await details.evaluate((element) => element.open))) await details.locator("summary").click();
  }
  for (const [name, value] of Object.entries(options)) {
    const field = page.locator(`.fields [name="${name}"]`);
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else {
      await field.fill(value);
      await field.blur();
    }
  }
  const seats = await page.locator("select[data-seat]").count();
  for (let at = 0; at < seats; at++) await page.locator(`select[data-seat="${at}"]`).selectOption(at === seat ? "human" : opponent);
  await page.locator("button.main[type=submit]").click();
  await page.locator(".felt .scene").waitFor();
}

/** Waits until the player can move or the game is over. Returns which. */
export async function ready(page) {
  const found = await page.waitForFunction(() => {
    const game = document.querySelector(".game");
    if (!game || game.classList.contains("sending")) return null;
    if (document.querySelector(".over")) return "over";
    return document.querySelector(".turn.yours") && document.querySelector(".felt .can, button.move, button.confirm") ? "move" : null;
  }, null, { polling: "raf" });
  return found.jsonValue();
}
