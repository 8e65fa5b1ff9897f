import { parentPort, workerData } from 'node:worker_threads';
import { connect } from '../connect.ts';
import { bringOver, checkpoint, type Outcome } from './bring-over.ts';

/** `left`: frames not yet in the file. */
export type ThreadOutcome = { outcome: Outcome; left: number };

const { file } = (workerData as { task: { file: string } }).task;
function work(): ThreadOutcome {
  const sqlite = connect(file, { fileMustExist: true });
  try {
    const outcome = bringOver(file, sqlite, { others: 'write' });
    const { log, checkpointed } = checkpoint(sqlite, 'noop');
    return { outcome, left: log - checkpointed };
  } finally {
    sqlite.close();
  }
}

parentPort!.postMessage(work());
