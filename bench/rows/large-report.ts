import { readdirSync, readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Bench } from '../bench.ts';
import { type Figure, figureOf, type RowResult } from '../measure.ts';
import { processorTimeOf } from '../processes.ts';
import { fillRecord } from '../record.ts';
import { renderTo } from './report.ts';

const pictures = 500;
/** Limits in seconds, and in MB where the size of the file has one. */
const limits = [
  { format: 'html', seconds: 15, size: 150 },
  { format: 'pdf', seconds: 60, size: null },
  { format: 'docx', seconds: 60, size: null },
] as const;
const mostMemory = 1500;
const megabyte = 1_000_000;
const readEveryMilliseconds = 250;

/** The technical report of 2,000 tests with 500 screenshots of 2 MB, once in each format. */
export async function largeReportRow(bench: Bench): Promise<RowResult> {
  const site = await bench.newSite('long', {}, 'admin');
  const mission = site.world.visible[0]!;
  const screenshot = drawScreenshot();
  await fillRecord(site, [mission], pictures, (index) => nameScreenshot(screenshot, index));
  const reports = `/api/v1/missions/${mission.id}/reports`;
  const draft = { kind: 'technical', title: 'Purple exercise', options: { evidence: 'pictures' } };
  const figures: Figure[] = [];
  const once = (what: string, unit: string, ours: number, baseline: number) =>
    figures.push(figureOf(what, unit, [{ ours, baseline }], { most: 1 }));
  const notes = [`each picture has ${(nameScreenshot(screenshot, 0).length / megabyte).toFixed(2)} MB`];
  const measure = async (format: (typeof limits)[number]['format']) => {
    const { id } = JSON.parse(await site.send('POST', reports, draft)) as { id: string };
    const memory = watchMemory(site.server.pid);
    const busyBefore = processorTimeOf(site.server.pid);
    const began = performance.now();
    const bytes = await renderTo(site, `${reports}/${id}/renderings`, format);
    const took = performance.now() - began;
    return { took, bytes, busy: processorTimeOf(site.server.pid) - busyBefore, memory: memory.stop() };
  };
  // The files came past the server, so none of them was scaled after an upload.
  const first = await measure('html');
  notes.push(
    `html that scales every picture: ${Math.round(first.took)} ms, ${first.busy} ms of processor time`,
  );
  for (const { format, seconds, size } of limits) {
    const { took, bytes, busy, memory } = await measure(format);
    const name = `2,000 tests and 500 pictures of 2 MB as ${format}`;
    once(name, 'ms', took, seconds * 1000);
    once(`${name}: memory of all processes`, 'MB', memory / megabyte, mostMemory);
    if (size !== null) once(`${name}: size`, 'MB', bytes / megabyte, size);
    notes.push(
      `${format}: ${(bytes / megabyte).toFixed(1)} MB; ${busy} ms of processor time of the server, without the browser`,
    );
  }
  await site.server.stop();
  return {
    row: 'large-report',
    baseline: `limits: ${limits.map(({ format, seconds }) => `${format} ${seconds} s`).join(', ')}, ${mostMemory} MB`,
    figures,
    notes,
  };
}

/** A picture without transparency that is about as hard to compress as a photograph on a screen. */
function drawScreenshot(): Buffer[] {
  const [width, height] = [1920, 1080];
  const rows = Buffer.alloc((1 + width * 3) * height, 0xf4);
  let seed = 1;
  const noisy = height * 0.38;
  for (let y = 0; y < height; y += 1) {
    const start = y * (1 + width * 3);
    rows[start] = 0;
    for (let at = start + 1; at < start + 1 + width * 3; at += 1) {
      seed ^= seed << 13;
      seed ^= seed >>> 17;
      seed ^= seed << 5;
      rows[at] = y < noisy ? 40 + ((at - start) >> 5) + (seed & 7) : (at >> 6) & 0xff;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return [signature, toChunk('IHDR', head), toChunk('IDAT', deflateSync(rows))];
}

/** The picture with a text in it, so that every file has its own digest. */
function nameScreenshot(picture: readonly Buffer[], index: number): Buffer {
  const name = toChunk('tEXt', Buffer.from(`Comment\0${index}`, 'latin1'));
  return Buffer.concat([...picture, name, toChunk('IEND', Buffer.alloc(0))]);
}

function toChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Reads the memory of a process and all processes below it until it is stopped; `stop` returns the highest sum in bytes. */
function watchMemory(pid: number): { stop: () => number } {
  let highest = 0;
  const read = () => {
    highest = Math.max(
      highest,
      listBelow(pid).reduce((sum, one) => sum + readMemory(one), 0),
    );
  };
  const timer = setInterval(read, readEveryMilliseconds);
  return {
    stop: () => {
      clearInterval(timer);
      return highest;
    },
  };
}

function listBelow(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    const stat = readOrNothing(`/proc/${name}/stat`);
    return [[Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]];
  });
  const found = [pid];
  for (const one of found)
    found.push(...parents.filter(([, parent]) => parent === one).map(([child]) => child));
  return found;
}

function readMemory(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readOrNothing(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** A process may end while it is read. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
