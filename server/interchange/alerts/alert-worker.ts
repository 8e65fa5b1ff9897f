import { readFileSync } from 'node:fs';
import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { ImportRefusal } from '../format.ts';
import type { AlertFileMessage, AlertFileTask } from './alert-job.ts';
import { readAlertFile } from './read.ts';

const { task } = workerData as { task: AlertFileTask };

async function answer(): Promise<AlertFileMessage> {
  try {
    // As JSON: objects take far more of the server's memory on their way.
    return { read: JSON.stringify(await readAlertFile(readFileSync(task.place), task.choices)) };
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return { refusal: error.message };
  }
}

const message = await answer();
// The thread is ended as soon as it has answered.
flushCompileCache();
parentPort?.postMessage(message);
