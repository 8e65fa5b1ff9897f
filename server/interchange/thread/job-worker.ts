import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { addRecordings } from '../exercise/recordings.ts';
import { ImportRefusal } from '../format.ts';
import { readers } from '../formats/readers.ts';
import { openSource } from '../staging/source.ts';
import { Attack } from './attack.ts';
import type { ReadImport, ReadTask, ThreadMessage } from './job.ts';
import { PlanWriter } from './plan-file.ts';
import { prepare } from './prepare.ts';
import { recognise } from './recognise.ts';

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

/** Batch passed to the server at once, in rows and characters; it does nothing else while taking one over. */
const atOnce = { rows: 500, length: 256 * 1024 };

async function work(): Promise<Omit<ReadImport, 'rows'>> {
  const source = await openSource(task.staged);
  if (source.isWorkbook) say({ isWorkbook: true });
  try {
    const asked = readers.find(({ format }) => format === task.format);
    if (task.format !== null && asked === undefined) {
      throw new ImportRefusal(`The format ${task.format} is not read here`);
    }
    const reader = asked ?? (await recognise(source));
    const attack = new Attack(task.attack);
    const plan = await reader.read(source, {
      choices: task.choices,
      attack,
      progress: (share) => tell(0.9 * share),
    });
    addRecordings(plan, source);
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
