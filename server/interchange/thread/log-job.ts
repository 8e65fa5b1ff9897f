import { DomainError } from '../../errors.ts';
import { runInThread } from '../../threads.ts';
import { importBounds } from '../bounds.ts';
import { ImportRefusal } from '../format.ts';
import type { ExecutionLog } from '../logs.ts';
import type { Staged } from '../staging/source.ts';
import { readingLimits } from './job.ts';

export type LogTask = { staged: Staged };
export type LogMessage = { isWorkbook: true } | { read: string } | { refusal: string };

/**
 * Reads a log of executions in any format that has them, for the command, in a thread with the limits of imports. Refuses `invalid`
 * a file that can't be read, takes too much memory or time, or is something else.
 */
export async function readLog(
  staged: Staged,
  stop: AbortSignal = new AbortController().signal,
): Promise<ExecutionLog> {
  try {
    return await runInThread<LogMessage, ExecutionLog>(
      { module: new URL('./log-thread.js', import.meta.url), task: { staged }, ...readingLimits },
      stop,
      (message, thread) => {
        if ('isWorkbook' in message) thread.endWithin(importBounds.workbookTime);
        else if ('read' in message) thread.resolve(JSON.parse(message.read) as ExecutionLog);
        else thread.reject(new ImportRefusal(message.refusal));
      },
    );
  } catch (error) {
    throw error instanceof ImportRefusal ? new DomainError('invalid', error.message) : error;
  }
}
