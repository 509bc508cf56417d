// An animated picture of a game between two AIs, with the analysis of the latest search.

import fs from "node:fs";
import { apng } from "./apng.mjs";
import { sitDown } from "./browser.mjs";

/** Limit of moves, and milliseconds for a frame of a moving piece, for a move and for the end. */
const [MOVES, GLIDE, REST, END] = [24, 70, 800, 3000];

/** Progress of a piece's motion at each picture, from 0 to 1. */
const ON_THE_WAY = [0, 0.15, 0.35, 0.65];

/** Pauses all animations, so that their progress can be set for each picture. */
const held = () => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...all) {
    const animation = animate.apply(this, all);
    animation.pause();
    return animation;
  };
};

const happened = () => document.querySelector(".game") && JSON.stringify([...document.querySelectorAll(".felt .piece")].map((piece) => [piece.dataset.x, piece.dataset.y]));

export async function film(open, file) {
  const page = await open({ quick: false, seed: 5 });
  await page.setViewportSize({ width: 1000, height: 600 });
  await page.addInitScript(held);
  await page.reload();
  await sitDown(page, { game: "ewn", opponent: "normal", seat: -1 });
  await page.locator("button.pause").click();
  await page.locator("#tab-head").click();
  const frames = [];
  await page.evaluate(() => scrollTo(0, 0));
  const take = async (shown) => frames.push([await page.screenshot({ animations: "allow", fullPage: true, clip: { x: 0, y: 54, width: 1000, height: 600 } }), shown]);
  const reach = (share) => page.evaluate((share) => document.getAnimations().forEach((one) => (share < 1 ? (one.currentTime = share * one.effect.getTiming().duration) : one.finish())), share);
  await take(REST);
  for (let moves = 0; moves < MOVES && !(await page.locator(".over").count()); moves++) {
    const before = await page.evaluate(happened);
    await page.locator("button.step").evaluate((button) => button.click());
    await page.waitForFunction(([then, now]) => new Function(`return (${now})()`)() !== then, [before, happened.toString()]).catch(() => null);
    for (const share of ON_THE_WAY) {
      await reach(share);
      await take(GLIDE);
    }
    await reach(1);
    await take(REST);
  }
  frames.at(-1)[1] = END;
  fs.writeFileSync(file, apng(frames));
  console.log(`${frames.length} frames, ${fs.statSync(file).size} bytes`);
  await page.context().close();
}
