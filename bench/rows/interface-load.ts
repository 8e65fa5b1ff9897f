import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';
import type { Bench } from '../bench.ts';
import { fillSignIn, newPage, openChromium, pressSignIn, whenShown } from '../browser.ts';
import { figureOf, type RowResult } from '../measure.ts';

const kilobyte = 1000;
const limits = { signIn: 300, mission: 450, typefaces: 100, recording: 60 };
const scripts = path.resolve(import.meta.dirname, '../../dist/renderer/assets');

/** Bytes fetched by the browser before a person can sign in, and before they can work on a mission. */
export async function interfaceLoadRow(bench: Bench): Promise<RowResult> {
  const site = await bench.site('team');
  const browser = await openChromium();
  try {
    const { page, inside } = await newPage(browser);
    const ofScripts = await countBytes(inside, /javascript/);
    const typefaces = await countBytes(inside, /^font\//);
    const mission = `/missions/${site.world.visible[0]!.id}`;
    await page.goto(site.url(`/sign-in?next=${encodeURIComponent(mission)}`), { waitUntil: 'networkidle' });
    const signIn = ofScripts();
    await fillSignIn(page, site, null);
    await pressSignIn(page);
    await whenShown(page, '[data-test-id]', 1);
    const whole = ofScripts();
    if (signIn.bytes === 0 || whole.files <= signIn.files) throw new Error('the pages loaded no script');
    const figure = (what: string, bytes: number, limit: number) =>
      figureOf(what, 'kB', [{ ours: bytes / kilobyte, baseline: limit }], { most: 1 });
    return {
      row: 'interface-load',
      baseline: 'the most they may weigh',
      figures: [
        figure('Scripts of the sign-in page, on the wire', signIn.bytes, limits.signIn),
        figure('Scripts up to a mission, on the wire', whole.bytes, limits.mission),
        figure('Typefaces up to a mission, on the wire', typefaces().bytes, limits.typefaces),
        figure('Scripts of a recording, compressed', weighPlayer(), limits.recording),
      ],
      notes: [`an empty cache; ${signIn.files} files for the sign-in page, ${whole.files} up to a mission`],
    };
  } finally {
    await browser.close();
  }
}

/** The scripts that only the replay of a recording needs. */
function weighPlayer(): number {
  const names = readdirSync(scripts).filter((name) => /^(?:player|replay-thread)-.*\.js$/.test(name));
  if (names.length !== 2) throw new Error('the scripts of recordings are missing');
  return names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(scripts, name))).length, 0);
}

/** Counts bytes of this type of file on the wire, compressed and with headers. */
async function countBytes(inside: CDPSession, type: RegExp): Promise<() => { files: number; bytes: number }> {
  const counted = new Map<string, number>();
  inside.on('Network.responseReceived', ({ requestId, response }) => {
    if (type.test(response.mimeType)) counted.set(requestId, 0);
  });
  inside.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (counted.has(requestId)) counted.set(requestId, encodedDataLength);
  });
  await inside.send('Network.enable');
  return () => ({
    files: counted.size,
    bytes: [...counted.values()].reduce((sum, bytes) => sum + bytes, 0),
  });
}
