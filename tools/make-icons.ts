import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from './find-chromium.ts';

// Makes the application's icons from resources/icons/damson.svg: `node tools/make-icons.ts`. The repository contains the results,
// so that packaging needs no browser.

const folder = path.resolve(import.meta.dirname, '..', 'resources', 'icons');
const sizes = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

/** Apple's types of entries that may hold a PNG: https://en.wikipedia.org/wiki/Apple_Icon_Image_format */
const appleTypes: [string, number][] = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
];

const pictures = await render(readFileSync(path.join(folder, 'damson.svg'), 'utf8'));
// For Linux, electron-builder takes one folder of PNGs named by size.
mkdirSync(path.join(folder, 'linux'), { recursive: true });
for (const size of sizes.filter((of) => of <= 512)) {
  writeFileSync(path.join(folder, 'linux', `${size}x${size}.png`), pictureOf(size));
}
writeFileSync(path.join(folder, 'damson.ico'), windowsIcon([16, 24, 32, 48, 64, 128, 256]));
writeFileSync(path.join(folder, 'damson.icns'), appleIcon());

async function render(svg: string): Promise<Map<number, Buffer>> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('no Chromium to draw with');
  const browser = await chromium.launch({
    executablePath,
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
  try {
    const page = await browser.newPage();
    const drawn = new Map<number, Buffer>();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${svg}`,
      );
      drawn.set(size, await page.screenshot({ omitBackground: true }));
    }
    return drawn;
  } finally {
    await browser.close();
  }
}

function pictureOf(size: number): Buffer {
  const picture = pictures.get(size);
  if (picture === undefined) throw new Error(`no picture of ${size} pixels`);
  return picture;
}

function windowsIcon(of: readonly number[]): Buffer {
  const header = Buffer.alloc(6 + 16 * of.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(of.length, 4);
  let offset = header.length;
  for (const [index, size] of of.entries()) {
    const at = 6 + 16 * index;
    // 0 means 256.
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(pictureOf(size).length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += pictureOf(size).length;
  }
  return Buffer.concat([header, ...of.map(pictureOf)]);
}

function appleIcon(): Buffer {
  const entries = appleTypes.map(([type, size]) => appleEntry(type, pictureOf(size)));
  return appleEntry('icns', Buffer.concat(entries));
}

function appleEntry(type: string, content: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32BE(8 + content.length, 4);
  return Buffer.concat([header, content]);
}
