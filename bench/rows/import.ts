import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { zipSync } from 'fflate';
import type { Bench, Site } from '../bench.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { environmentFor, forgetPeak, memoryOf, runToEnd } from '../processes.ts';

const mebibyte = 2 ** 20;
/** Limits in milliseconds and in MiB beyond idle, used in place of baselines. */
const limits = { whole: 5000, memory: 300 };

const atomics =
  process.env.DAMSON_BENCH_ATOMICS ?? fileURLToPath(new URL('../../../shared/atomics', import.meta.url));

/** The import of Atomic Red Team's files over HTTP: until the preview, and until all of them are templates. */
export async function importRow(bench: Bench): Promise<RowResult> {
  if (!existsSync(atomics))
    throw new Error(`there are no atomics at ${atomics}: name their folder in DAMSON_BENCH_ATOMICS`);
  const names = readdirSync(atomics).filter((name) => name.endsWith('.yaml'));
  const files = names.map((name) => [`atomics/${name}`, readFileSync(path.join(atomics, name))]);
  const zip = zipSync(Object.fromEntries(files), { level: 1 });
  const whole: { ours: number; baseline: number }[] = [];
  const peaks: { ours: number; baseline: number }[] = [];
  const ours = async () => {
    const site = await bench.newSite('long', {}, 'admin');
    const idle = memoryOf(site.server.pid).now;
    forgetPeak(site.server.pid);
    const began = performance.now();
    const id = await send(site, zip);
    await settled(site, id, 'ready');
    const read = performance.now() - began;
    await site.send('POST', `/api/v1/imports/${id}/apply`, { choices: {} });
    await settled(site, id, 'applied');
    whole.push({ ours: performance.now() - began, baseline: limits.whole });
    peaks.push({ ours: (memoryOf(site.server.pid).peak - idle) / mebibyte, baseline: limits.memory });
    await site.server.stop();
    return read;
  };
  const baseline = async () => {
    const program = ['bench/baselines/parse-yaml.js', atomics];
    return (await runToEnd<{ milliseconds: number }>(program, environmentFor(bench.newFolder('yaml'))))
      .milliseconds;
  };
  const times = await inTurns(5, ours, baseline);
  return {
    row: 'import',
    baseline: `parsing the same files with yaml alone; limits: ${limits.whole / 1000} s, ${limits.memory} MiB`,
    figures: [
      figureOf(`${names.length} files of Atomic Red Team, until they are shown`, 'ms', times, { most: 3 }),
      figureOf('The same, until all are templates', 'ms', whole, { most: 1 }),
      figureOf('Peak memory beyond idle', 'MiB', peaks, { most: 1 }),
    ],
    notes: [],
  };
}

async function send(site: Site, zip: Uint8Array<ArrayBuffer>): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([zip]), 'atomics.zip');
  const response = await fetch(site.url('/api/v1/imports'), {
    method: 'POST',
    headers: { authorization: `Bearer ${site.token}` },
    body,
  });
  if (response.status !== 202) throw new Error(`the import was answered ${response.status}`);
  return ((await response.json()) as { id: string }).id;
}

async function settled(site: Site, id: string, wanted: string): Promise<void> {
  for (;;) {
    const { status } = JSON.parse(await site.send('GET', `/api/v1/imports/${id}`)) as { status: string };
    if (status === wanted) return;
    if (status !== 'reading' && status !== 'applying') throw new Error(`the import is ${status}`);
    await pause(20);
  }
}
