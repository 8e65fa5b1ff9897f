import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { ImportRefusal } from '../format.ts';
import { readLogHere } from '../logs.ts';
import type { LogMessage, LogTask } from './log-job.ts';

const { task } = workerData as { task: LogTask };
const port = parentPort!;

async function answer(): Promise<LogMessage> {
  try {
    const log = await readLogHere(task.staged, () => port.postMessage({ isWorkbook: true }));
    return { read: JSON.stringify(log) };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return { refusal: error.message };
  }
}

const message = await answer();
// The thread is ended as soon as it has answered.
flushCompileCache();
port.postMessage(message);
