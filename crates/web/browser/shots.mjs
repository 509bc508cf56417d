// Screenshots of every page and every game, for visual inspection.

import fs from "node:fs";
import path from "node:path";
import { ready, sitDown } from "./browser.mjs";

/** Plays a few moves, so that there is more to see; always the first move of the list. */
async function some(page, moves) {
  for (let made = 0; made < moves; made++) {
    if ((await ready(page)) === "over") return;
    await page.evaluate(() => {
      const typed = document.querySelector(".typed input");
      const options = [...document.querySelectorAll("#legal option")];
      typed.value = options[Math.floor(options.length / 2)].value;
      typed.form.requestSubmit();
    });
    await page.waitForTimeout(60);
  }
  await ready(page);
}

/** Games with hidden information, whose AI analysis and hint are shown too. */
const HEADS = ["leduc", "phantom-mnk", "dou-di-zhu", "confrontation", "magic"];

async function heads(page, take) {
  // A game that is over already has neither beliefs nor hints.
  if (await page.locator(".over").count()) return;
  await page.locator("#tab-head").click();
  await page.locator(".beliefs .believed").first().waitFor();
  await take("head");
  await page.locator("button.hint").click();
  await page.locator(".hinted").waitFor();
  await take("hint");
}

export async function shots(open, folder, only = "") {
  fs.mkdirSync(folder, { recursive: true });
  for (const phone of [false, true]) {
    for (const dark of [false, true]) {
      if (only && only !== `${phone ? "phone" : "desktop"}-${dark ? "dark" : "light"}`) continue;
      const page = await open({ phone, dark });
      const name = (what) => path.join(folder, `${what}-${phone ? "phone" : "desktop"}-${dark ? "dark" : "light"}.png`);
      const home = page.url().split("#")[0];
      await page.locator("a.tile").first().waitFor();
      await page.screenshot({ path: name("lobby"), fullPage: true });
      const games = await page.locator("a[data-game]").evaluateAll((all) => all.map((one) => one.dataset.game));
      await page.goto(`${home}#/new/leduc`);
      await page.locator(".lay").waitFor();
      await page.screenshot({ path: name("lay") });
      for (const place of ["", "/kept"]) {
        await page.goto(`${home}#/lab${place}`);
        await page.locator(".scores").first().waitFor();
        await page.screenshot({ path: name(`lab${place.replace("/", "-")}`) });
      }
      for (const game of games) {
        try {
          await page.goto(`${home}#/`);
          await sitDown(page, { game });
          await some(page, 2);
        } catch (error) {
          console.error(`${game}: ${error.message.split("\n")[0]}`);
        }
        await page.screenshot({ path: name(game), fullPage: phone });
        if (HEADS.includes(game)) await heads(page, (what) => page.screenshot({ path: name(`${game}-${what}`), fullPage: phone })).catch((error) => console.error(`${game}: ${error.message.split("\n")[0]}`));
      }
      await page.context().close();
    }
  }
}
