import { setTimeout as pause } from 'node:timers/promises';
import type { Bench, Site } from '../bench.ts';
import { figureOf, type RowResult } from '../measure.ts';
import { forgetPeak, memoryOf, processorTimeOf } from '../processes.ts';
import { fillRecord } from '../record.ts';

const mebibyte = 2 ** 20;
const pictures = 500;
/** Limits in milliseconds and in MiB beyond idle, used in place of baselines. */
const limits = { json: 3000, html: 10_000, pdf: 60_000, memory: 300 };
const rounds = 5;

/** The technical report of a mission of 2,000 tests with 500 pictures: its model, and the printable file. */
export async function reportRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('long', {}, 'admin');
  const mission = site.world.visible[0]!;
  await fillRecord(site, [mission], pictures);
  const reports = `/api/v1/missions/${mission.id}/reports`;
  const options = { evidence: 'pictures' };
  const draft = { kind: 'technical', title: 'Purple exercise', options };
  const times = { json: [] as Round[], html: [] as Round[] };
  const peaks: Round[] = [];
  let bytes = 0;
  let busy = 0;
  const idle = memoryOf(site.server.pid).now;
  for (let round = 0; round < rounds; round += 1) {
    // A new report each time, because an existing one is already rendered.
    const { id } = JSON.parse(await site.send('POST', reports, draft)) as { id: string };
    for (const format of ['json', 'html'] as const) {
      forgetPeak(site.server.pid);
      const busyBefore = processorTimeOf(site.server.pid);
      const began = performance.now();
      bytes = await renderTo(site, `${reports}/${id}/renderings`, format);
      busy = processorTimeOf(site.server.pid) - busyBefore;
      times[format].push({ ours: performance.now() - began, baseline: limits[format] });
    }
    const peak = memoryOf(site.server.pid).peak - idle;
    peaks.push({ ours: peak / mebibyte, baseline: limits.memory });
  }
  await site.server.stop();
  return {
    row: 'report',
    baseline: `limits: ${limits.json / 1000} s, ${limits.html / 1000} s, ${limits.memory} MiB`,
    figures: [
      figureOf('The model of a report of 2,000 tests', 'ms', times.json, { most: 1 }),
      figureOf('The same as HTML, with 500 pictures', 'ms', times.html, { most: 1 }),
      figureOf('Peak memory beyond idle', 'MiB', peaks, { most: 1 }),
    ],
    notes: [
      `${(bytes / mebibyte).toFixed(1)} MiB of HTML; idle is ${Math.round(idle / mebibyte)} MiB`,
      `processor time of the last HTML: ${busy} ms`,
    ],
  };
}

/** The same as PDF, printed by the server's browser. */
export async function reportPdfRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('long', {}, 'admin');
  const mission = site.world.visible[0]!;
  await fillRecord(site, [mission], pictures);
  const reports = `/api/v1/missions/${mission.id}/reports`;
  const draft = { kind: 'technical', title: 'Purple exercise', options: { evidence: 'pictures' } };
  const times: Round[] = [];
  let bytes = 0;
  for (let round = 0; round < 3; round += 1) {
    const { id } = JSON.parse(await site.send('POST', reports, draft)) as { id: string };
    const began = performance.now();
    bytes = await renderTo(site, `${reports}/${id}/renderings`, 'pdf');
    times.push({ ours: performance.now() - began, baseline: limits.pdf });
  }
  await site.server.stop();
  return {
    row: 'report-pdf',
    baseline: `limit: ${limits.pdf / 1000} s`,
    figures: [figureOf('A report of 2,000 tests and 500 pictures as PDF', 'ms', times, { most: 1 })],
    notes: [`${(bytes / mebibyte).toFixed(1)} MiB`],
  };
}

type Round = { ours: number; baseline: number };

/** Requests a rendering, waits for it, and returns its size in bytes. */
export async function renderTo(site: Site, target: string, format: string): Promise<number> {
  await site.send('POST', target, { format });
  for (;;) {
    const response = await fetch(site.url(`${target}/${format}`), {
      headers: { authorization: `Bearer ${site.token}` },
    });
    const file = await response.arrayBuffer();
    if (response.status === 200) return file.byteLength;
    if (response.status !== 202) throw new Error(`${format} answered ${response.status}`);
    await pause(100);
  }
}
