import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, type Plan, planTestRead, type Site } from '../bench.ts';
import { figureOf, inTurns, type RowResult } from '../measure.ts';
import { environmentFor, forgetPeak, memoryOf, runToEnd } from '../processes.ts';

const mebibyte = 2 ** 20;
const memoryLimit = 450;
/** Load of a room full of clients: many of them, each pausing between requests. */
const readers = { connections: 8, paceMilliseconds: 4 };

export const bundle =
  process.env.DAMSON_BENCH_BUNDLE ??
  fileURLToPath(new URL('../../../shared/attack/enterprise-attack-18.1-full.json', import.meta.url));

/** A sync of the whole bundle over HTTP: its time, the memory of the process, and the effect on readers. */
export async function syncRow(bench: Bench): Promise<RowResult> {
  if (!existsSync(bundle))
    throw new Error(`there is no bundle at ${bundle}: name one in DAMSON_BENCH_BUNDLE`);
  const expected_sha256 = createHash('sha256').update(readFileSync(bundle)).digest('hex');
  const web = await bench.baseline('files.js', bundle);
  const sync = async (site: Site): Promise<number> => {
    const started = performance.now();
    await site.send('POST', '/api/v1/catalog/sync', { source: `${web.url}/bundle.json`, expected_sha256 });
    return performance.now() - started;
  };

  const peaks: number[] = [];
  const ours = async () => {
    const site = await bench.newSite('long', {}, 'admin');
    forgetPeak(site.server.pid);
    const milliseconds = await sync(site);
    peaks.push(memoryOf(site.server.pid).peak / mebibyte);
    await site.server.stop();
    return milliseconds;
  };
  const baseline = async () => {
    const folder = bench.newFolder('parse');
    const program = ['bench/baselines/parse-insert.js', bundle, path.join(folder, 'entries.db')];
    return (await runToEnd<{ milliseconds: number }>(program, environmentFor(folder))).milliseconds;
  };
  await inTurns(1, ours, baseline);
  const times = await inTurns(7, ours, baseline);

  const latencies: { ours: number; baseline: number }[] = [];
  for (let round = 0; round < 5; round += 1) latencies.push(await readWhile(bench, sync));
  await web.stop();
  return {
    row: 'sync',
    baseline: 'JSON.parse of the file and one prepared insert per entry, in a process of its own',
    figures: [
      figureOf('Sync of the 45 MB bundle over HTTP, into an empty catalogue', 'ms', times, { most: 2.5 }),
      figureOf(
        'Peak memory of the process, of its limit',
        'MiB',
        peaks.map((peak) => ({ ours: peak, baseline: memoryLimit })),
        { most: 1 },
      ),
      figureOf('p99 of test reads meanwhile, of that when idle', 'ms', latencies, { most: 3 }),
    ],
    notes: [`readers: ${readers.connections} connections, ${readers.paceMilliseconds} ms after each answer`],
  };
}

async function readWhile(
  bench: Bench,
  sync: (site: Site) => Promise<number>,
): Promise<{ ours: number; baseline: number }> {
  const site = await bench.newSite('long', {}, 'admin');
  const { request }: Plan = await planTestRead(site, site.world.visible[0]!);
  const read = (milliseconds: number, until?: Promise<unknown>) =>
    bench.load.run(site.server.url, [request], {
      ...readers,
      milliseconds,
      ...(until === undefined ? {} : { until }),
    });
  await read(1500);
  const idle = await read(1500);
  const syncing = sync(site);
  const meanwhile = await read(60_000, syncing);
  await syncing;
  await site.server.stop();
  return { ours: meanwhile.p99, baseline: idle.p99 };
}
