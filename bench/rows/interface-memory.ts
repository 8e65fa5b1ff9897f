import type { CDPSession } from '@playwright/test';
import type { Bench, Site } from '../bench.ts';
import { newPage, openChromium, signInTo, whenShown } from '../browser.ts';
import { figureOf, type RowResult } from '../measure.ts';

const mebibyte = 2 ** 20;
/** After this many switches, intended caches are full. */
const first = 20;
const last = 200;
const rounds = 3;
/**
 * The engine counts its machine code as heap, and keeps producing more for hundreds of switches. With these options only the
 * page's own memory is counted.
 */
const noMachineCode = ['--no-opt', '--no-maglev', '--no-sparkplug'];

type Held = { heap: number; nodes: number; listeners: number };

/** Memory of the page after many switches between tests, compared with that after the first ones. */
export async function interfaceMemoryRow(bench: Bench): Promise<RowResult> {
  const site = await bench.site('long');
  const measured: { early: Held; late: Held }[] = [];
  for (let round = 0; round < rounds; round += 1) measured.push(await heldOver(site, noMachineCode));
  const asItComes = await heldOver(site, []);
  const figure = (what: string, unit: string, of: (held: Held) => number) =>
    figureOf(
      `${what} after ${last} switches between tests`,
      unit,
      measured.map(({ early, late }) => ({ ours: of(late), baseline: of(early) })),
      { most: 1.1 },
    );
  const inMebibytes = ({ heap }: Held) => `${(heap / mebibyte).toFixed(2)} MiB`;
  return {
    row: 'interface-memory',
    baseline: `the same after ${first} switches`,
    figures: [
      figure('JavaScript heap', 'MiB', ({ heap }) => heap / mebibyte),
      figure('Nodes of the document', 'nodes', ({ nodes }) => nodes),
      figure('Event listeners', 'listeners', ({ listeners }) => listeners),
    ],
    notes: [
      'with the key for the next test, as fast as tests come; after a forced collection of garbage',
      `the heap without the engine's compilers; once with them and the machine code they make: ${inMebibytes(asItComes.early)}, then ${inMebibytes(asItComes.late)}`,
    ],
  };
}

async function heldOver(site: Site, engine: readonly string[]): Promise<{ early: Held; late: Held }> {
  const { id, testIds } = site.world.visible[0]!;
  const browser = await openChromium(engine);
  try {
    const { page, inside } = await newPage(browser);
    await signInTo(page, site, `/missions/${id}/tests/${testIds[0]}`);
    // The next test is known once the mission has loaded.
    await whenShown(page, '[aria-label="Next test"]:not([disabled])', 1);
    let early: Held | null = null;
    for (let turn = 1; turn <= last; turn += 1) {
      await page.keyboard.press('j');
      await page.evaluate(`(${whenThere})(${JSON.stringify(`${turn + 1} of ${testIds.length}`)})`);
      if (turn === first) early = await heldBy(inside);
    }
    return { early: early as Held, late: await heldBy(inside) };
  } finally {
    await browser.close();
  }
}

/** Runs in the page: resolves when the test at this position is shown with its record; the address changes earlier. */
const whenThere = `(place) => new Promise((resolve, reject) => {
  const ends = performance.now() + 30_000;
  const look = () => {
    const isThere =
      document.querySelector('main')?.textContent.includes(place) &&
      document.querySelector('[aria-busy=true]') === null;
    if (isThere) requestAnimationFrame(() => setTimeout(resolve));
    else if (performance.now() > ends) reject(new Error('the next test did not come'));
    else requestAnimationFrame(look);
  };
  look();
})`;

async function heldBy(inside: CDPSession): Promise<Held> {
  await inside.send('Performance.enable');
  // The second collection frees what the first one released.
  for (let turn = 0; turn < 2; turn += 1) await inside.send('HeapProfiler.collectGarbage');
  const { usedSize } = await inside.send('Runtime.getHeapUsage');
  const { metrics } = await inside.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { heap: usedSize, nodes: metric('Nodes'), listeners: metric('JSEventListeners') };
}
