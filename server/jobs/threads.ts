import { getCompileCacheDir } from 'node:module';
import { restoreThreadError } from '../database/failures.ts';
import { startThread } from '../program.ts';

export type ThreadWork = {
  /** A file that is started: `*-thread.js`, which calls `beginBackgroundThread` first. */
  module: URL;
  /** What it finds as `task` of its `workerData`. */
  task: unknown;
  /** Work that is too large runs out of this memory, in MiB, and not out of the server's. */
  memory: { old: number; young: number };
  /** The longest that it may take. */
  milliseconds: number;
  /** What it is refused with that runs out of memory or time, ends without an answer, or is stopped. */
  problems: Record<'memory' | 'time' | 'ended' | 'stopped', () => Error>;
};

/** How what a thread says is taken: `end` settles the work, and `reply` says something to the thread. */
export type Hearing<Message, T> = (
  message: Message,
  end: { resolve: (value: T) => void; reject: (error: Error) => void },
  reply: (message: unknown) => void,
) => void;

/** Does work in a thread of its own, which `stop` ends wherever it is; settles when the thread has ended too. */
export async function runInThread<Message, T>(
  { module, task, memory, milliseconds, problems }: ThreadWork,
  stop: AbortSignal,
  hear: Hearing<Message, T>,
): Promise<T> {
  if (stop.aborted) throw problems.stopped();
  const worker = startThread(module, {
    workerData: { task, compileCache: getCompileCacheDir() },
    resourceLimits: { maxOldGenerationSizeMb: memory.old, maxYoungGenerationSizeMb: memory.young },
  });
  const done = Promise.withResolvers<T>();
  worker.on('message', (message: Message) => hear(message, done, (reply) => worker.postMessage(reply)));
  worker.on('error', (error: NodeJS.ErrnoException) =>
    done.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? problems.memory() : restoreThreadError(error)),
  );
  worker.on('exit', () => done.reject(problems.ended()));
  const onStop = () => done.reject(problems.stopped());
  stop.addEventListener('abort', onStop);
  const deadline = setTimeout(() => done.reject(problems.time()), milliseconds);
  try {
    return await done.promise;
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener('abort', onStop);
    await worker.terminate();
  }
}
