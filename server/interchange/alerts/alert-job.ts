import pLimit from 'p-limit';
import { restoreThreadError } from '../../database/storage-errors.ts';
import { DomainError, invalid } from '../../errors.ts';
import { runInThread } from '../../threads.ts';
import type { AlertChoices } from './contract.ts';
import type { AlertFile } from './read.ts';

export type AlertFileTask = { place: string; choices: AlertChoices };
export type AlertFileMessage = { read: string } | { refusal: string };

/** A hostile file exhausts this memory instead of the server's. */
const threadMemory = { old: 512, young: 16 };
const longestMilliseconds = 30_000;

const inTurn = pLimit(1);

/** Reads a file of alerts in a thread. Refuses `invalid` what its format refuses, and files that take too much memory or time. */
export function readInThread(task: AlertFileTask): Promise<AlertFile> {
  const refused = (message: string) => () => invalid('file', message);
  return inTurn(() =>
    runInThread<AlertFileMessage, AlertFile>(
      {
        module: new URL('./alert-thread.js', import.meta.url),
        task,
        memory: threadMemory,
        milliseconds: longestMilliseconds,
        problems: {
          memory: refused('It needs more memory than a file may take'),
          time: refused(`It could not be read within ${longestMilliseconds / 1000} s`),
          ended: () => new Error('The thread that read alerts ended without an answer'),
          stopped: () => new DomainError('unavailable', 'Reading was stopped'),
          failed: restoreThreadError,
        },
      },
      new AbortController().signal,
      (message, thread) => {
        if ('read' in message) thread.resolve(JSON.parse(message.read) as AlertFile);
        else thread.reject(invalid('file', message.refusal));
      },
    ),
  );
}
