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
  /** How long it may compute. It may take ten times as long, because a busy machine must not make anything too large. */
  milliseconds: number;
  /**
   * What it is refused with that runs out of memory or time, ends without an answer, or is stopped; `time` is told how long it might
   * compute. `failed` stands for whatever the thread throws, which is passed on where it is left out.
   */
  problems: Record<'memory' | 'ended' | 'stopped', () => Error> & {
    time: (milliseconds: number) => Error;
    failed?: () => Error;
  };
};

/** How what a thread says is taken. */
export type Hearing<Message, T> = (message: Message, thread: ThreadEnd<T>) => void;

export type ThreadEnd<T> = {
  /** These settle the work. */
  resolve(value: T): void;
  reject(error: Error): void;
  /** Says something to the thread. */
  reply(message: unknown): void;
  /** Sets another time that it may compute, from its beginning. */
  mayCompute(milliseconds: number): void;
};

const lookMilliseconds = 250;

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
  let longest = milliseconds;
  const tooLong = () => done.reject(problems.time(longest));
  let deadline = setTimeout(tooLong, 10 * longest);
  const look = setInterval(
    () =>
      worker.cpuUsage().then(
        ({ user, system }) => (user + system) / 1000 > longest && tooLong(),
        // It has ended, or not begun.
        () => {},
      ),
    lookMilliseconds,
  );
  const thread: ThreadEnd<T> = {
    ...done,
    reply: (message) => worker.postMessage(message),
    mayCompute: (bound) => {
      longest = bound;
      clearTimeout(deadline);
      deadline = setTimeout(tooLong, 10 * longest);
    },
  };
  worker.on('message', (message: Message) => hear(message, thread));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    done.reject(isTooLarge ? problems.memory() : (problems.failed?.() ?? restoreThreadError(error)));
  });
  worker.on('exit', () => done.reject(problems.ended()));
  const onStop = () => done.reject(problems.stopped());
  stop.addEventListener('abort', onStop);
  try {
    return await done.promise;
  } finally {
    clearTimeout(deadline);
    clearInterval(look);
    stop.removeEventListener('abort', onStop);
    await worker.terminate();
  }
}
