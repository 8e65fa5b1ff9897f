import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { importBounds } from '../bounds.ts';
import { type ImportReader, ImportRefusal, type Recognised } from '../format.ts';
import { readers } from '../formats/readers.ts';
import { type OpenedSource, openSource, type StoredMember } from '../staging/source.ts';
import { Attack } from './attack.ts';
import type { ReadImport, ReadTask, ThreadMessage } from './job.ts';
import { PlanWriter } from './plan-file.ts';
import { prepare } from './prepare.ts';

const { task } = workerData as { task: ReadTask };
const port = parentPort!;

function say(message: ThreadMessage): void {
  port.postMessage(message);
}

/** Often enough for a progress bar. */
const reportEveryMilliseconds = 100;
let reported = Number.NEGATIVE_INFINITY;
function tell(share: number): void {
  const now = performance.now();
  if (now - reported < reportEveryMilliseconds || !Number.isFinite(share)) return;
  reported = now;
  say({ progress: Math.min(1, Math.max(0, share)) });
}

const beginning = 64 * 1024;
const membersLookedAt = 32;

async function readBeginning(member: StoredMember): Promise<string> {
  const bytes = member.size <= beginning ? await member.read() : await readFirst(member);
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isUtf16 ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

async function readFirst(member: StoredMember): Promise<Buffer> {
  const stream = await member.stream();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= beginning) break;
  }
  return Buffer.concat(chunks).subarray(0, beginning);
}

async function recognise(source: OpenedSource): Promise<ImportReader> {
  const beginnings = new Map<string, string>();
  for (const member of source.members.slice(0, membersLookedAt)) {
    beginnings.set(member.name, await readBeginning(member));
  }
  const found = readers.map((reader): [ImportReader, Recognised] => [
    reader,
    reader.recognise(source, beginnings),
  ]);
  const sure = found.find(([, how]) => how === 'yes') ?? found.find(([, how]) => how === 'maybe');
  if (sure === undefined) throw new ImportRefusal('None of the formats that are read here recognises it');
  return sure[0];
}

/** What the server takes over at once, in rows and in characters: it does nothing else meanwhile. */
const atOnce = { rows: 500, length: 256 * 1024 };

async function work(): Promise<Omit<ReadImport, 'rows'>> {
  const source = await openSource(task.staged);
  if (source.isWorkbook) say({ within: importBounds.workbookTime });
  try {
    const asked = readers.find(({ format }) => format === task.format);
    if (task.format !== null && asked === undefined) {
      throw new ImportRefusal(`The format ${task.format} is not read here`);
    }
    const reader = asked ?? (await recognise(source));
    const attack = new Attack(task.attack.entries, task.attack.version);
    const plan = await reader.read(source, {
      choices: task.choices,
      attack,
      progress: (share) => tell(0.9 * share),
    });
    const writer = await PlanWriter.open(task.plan);
    try {
      let rows: string[] = [];
      let length = 0;
      const hand = (): void => {
        say({ rows: `[${rows.join(',')}]` });
        [rows, length] = [[], 0];
      };
      for (const { row, line } of prepare(plan, attack)) {
        const json = JSON.stringify(row);
        rows.push(json);
        length += json.length;
        if (line !== null) await writer.write(line);
        if (rows.length >= atOnce.rows || length >= atOnce.length) hand();
      }
      hand();
    } finally {
      await writer.close();
    }
    const { format, version, notes } = plan;
    return { format, version, notes, asks: plan.asks ?? null };
  } finally {
    await source.close();
  }
}

async function answer(): Promise<ThreadMessage> {
  try {
    return { read: await work() };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return { refusal: error.message };
  }
}

const message = await answer();
// The thread is ended as soon as it has answered.
flushCompileCache();
say(message);
