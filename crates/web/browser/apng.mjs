// Animated pictures: converts PNGs of one size to an APNG with a palette. Each frame contains only
// the changed part.

import zlib from "node:zlib";

/** Colours of the palette; the first entry means "unchanged". */
const COLOURS = 256;
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

/** Pixels of a PNG screenshot: eight bits per channel, with or without alpha, not interlaced. */
function decode(png) {
  let [at, width, height, channels] = [8, 0, 0, 0];
  const parts = [];
  while (at < png.length) {
    const [length, kind] = [png.readUInt32BE(at), png.toString("latin1", at + 4, at + 8)];
    const data = png.subarray(at + 8, at + 8 + length);
    if (kind === "IHDR") {
      [width, height, channels] = [data.readUInt32BE(0), data.readUInt32BE(4), { 2: 3, 6: 4 }[data[9]]];
      if (data[8] !== 8 || !channels || data[12]) throw new Error("not a PNG of the kind that browsers write");
    }
    if (kind === "IDAT") parts.push(data);
    at += 12 + length;
  }
  return { width, height, pixels: colours(unfiltered(zlib.inflateSync(Buffer.concat(parts)), width * channels, height, channels), channels) };
}

/** Undoes the line filters of a PNG. */
function unfiltered(raw, line, height, channels) {
  const out = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const left = x < channels ? 0 : out[y * line + x - channels];
      const up = y ? out[(y - 1) * line + x] : 0;
      const corner = y && x >= channels ? out[(y - 1) * line + x - channels] : 0;
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter];
      out[y * line + x] = raw[y * (line + 1) + 1 + x] + guess;
    }
  }
  return out;
}

function paeth(left, up, corner) {
  const guess = left + up - corner;
  const [a, b, c] = [left, up, corner].map((one) => Math.abs(guess - one));
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** One number per pixel: red, green and blue. */
const colours = (bytes, channels) => Uint32Array.from({ length: bytes.length / channels }, (_, at) => (bytes[at * channels] << 16) | (bytes[at * channels + 1] << 8) | bytes[at * channels + 2]);

/** The most frequent colours, and for every colour the nearest of them. */
function palette(frames) {
  const counts = new Map();
  for (const { pixels } of frames) for (const colour of pixels) counts.set(colour, (counts.get(colour) || 0) + 1);
  const kept = [...counts].sort((one, other) => other[1] - one[1]).slice(0, COLOURS - 1).map(([colour]) => colour);
  const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
  const distance = (one, other) => parts(one).reduce((sum, part, at) => sum + (part - parts(other)[at]) ** 2, 0);
  const nearest = (colour) => kept.reduce((best, other, at) => {
    const far = distance(colour, other);
    return far < best.far ? { at, far } : best;
  }, { at: 0, far: Infinity }).at;
  const index = new Map(kept.map((colour, at) => [colour, at + 1]));
  for (const colour of counts.keys()) if (!index.has(colour)) index.set(colour, nearest(colour) + 1);
  return { table: Buffer.from([0, 0, 0, ...kept.flatMap(parts)]), index };
}

function crc(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const numbers = (...all) => Buffer.concat(all.map((number) => { const four = Buffer.alloc(4); four.writeUInt32BE(number); return four; }));

/** The changed part: its bounding box and its pixels. */
function change(now, before, width) {
  const box = { left: Infinity, right: -1, top: Infinity, bottom: -1 };
  now.forEach((pixel, at) => {
    if (before && pixel === before[at]) return;
    const [x, y] = [at % width, Math.floor(at / width)];
    Object.assign(box, { left: Math.min(box.left, x), right: Math.max(box.right, x), top: Math.min(box.top, y), bottom: Math.max(box.bottom, y) });
  });
  if (box.right < 0) return null;
  const lines = [];
  for (let y = box.top; y <= box.bottom; y++) {
    lines.push(0);
    for (let x = box.left; x <= box.right; x++) lines.push(before && now[y * width + x] === before[y * width + x] ? 0 : now[y * width + x]);
  }
  return { ...box, data: zlib.deflateSync(Buffer.from(lines), { level: 9 }) };
}

/** An endless animation. Each frame is a PNG with the milliseconds for which it is shown. */
export function apng(shots) {
  const frames = shots.map(([png]) => decode(png));
  const [{ width, height }, { table, index }] = [frames[0], palette(frames)];
  const found = [];
  let before = null;
  frames.forEach(({ pixels }, at) => {
    const now = Uint8Array.from(pixels, (colour) => index.get(colour));
    const changed = change(now, before, width);
    if (changed) found.push({ ...changed, shown: shots[at][1] });
    else found.at(-1).shown += shots[at][1];
    before = now;
  });
  let order = 0;
  const parts = found.flatMap(({ left, right, top, bottom, data, shown }, at) => {
    const head = Buffer.concat([numbers(order++, right - left + 1, bottom - top + 1, left, top), Buffer.from([shown >> 8, shown & 255, 1000 >> 8, 1000 & 255, 0, 1])]);
    return [chunk("fcTL", head), at ? chunk("fdAT", Buffer.concat([numbers(order++), data])) : chunk("IDAT", data)];
  });
  return Buffer.concat([SIGNATURE, chunk("IHDR", Buffer.concat([numbers(width, height), Buffer.from([8, 3, 0, 0, 0])])), chunk("acTL", numbers(found.length, 0)), chunk("PLTE", table), chunk("tRNS", Buffer.from([0])), ...parts, chunk("IEND", Buffer.alloc(0))]);
}
