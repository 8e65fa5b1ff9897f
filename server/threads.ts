import { getCompileCacheDir } from 'node:module';
import type { Worker } from 'node:worker_threads';
import { startThread } from './program.ts';

/** In MiB, as V8 divides it. */
export type ThreadMemory = { old: number; young: number };

export type ThreadWork = {
  /** Entry file of the thread, `*-thread.js`, which calls `beginBackgroundThread` first. */
  module: URL;
  /** Passed to the thread as `task` in its `workerData`. */
  task: unknown;
  /** Memory limit in MiB, so that oversized work exhausts this instead of the server's memory. */
  memory?: ThreadMemory;
  /**
   * Limit of CPU time; unlimited without it. The elapsed time may be ten times as long, so that work does not fail on a busy
   * machine.
   */
  milliseconds?: number;
  /**
   * Refusals for running out of memory or time, ending without an answer, or being stopped; `time` takes the limit. `failed`
   * converts an error of the thread, whose class is lost in transfer.
   */
  problems: Record<'memory' | 'ended' | 'stopped', () => Error> & {
    time: (milliseconds: number) => Error;
    failed: (error: NodeJS.ErrnoException) => Error;
  };
};

/** Handling of a thread's messages. */
export type Hearing<Message, T> = (message: Message, thread: ThreadEnd<T>) => void;

export type ThreadEnd<T> = {
  /** These two end the work. */
  resolve(value: T): void;
  reject(error: Error): void;
  /** Sends a message to the thread. */
  reply(message: unknown): void;
  /** Replaces the limit of CPU time by one of elapsed time, counted from the start: the work ends then, however busy the machine. */
  endWithin(milliseconds: number): void;
};

const lookMilliseconds = 250;

/** Runs work in a thread, which `stop` ends at any point; settles when the thread has ended too. */
export async function runInThread<Message, T>(
  { module, task, memory, milliseconds, problems }: ThreadWork,
  stop: AbortSignal,
  hear: Hearing<Message, T>,
): Promise<T> {
  if (stop.aborted) throw problems.stopped();
  const worker = startThread(module, {
    workerData: { task, compileCache: getCompileCacheDir() },
    ...(memory && {
      resourceLimits: { maxOldGenerationSizeMb: memory.old, maxYoungGenerationSizeMb: memory.young },
    }),
  });
  const done = Promise.withResolvers<T>();
  const bound = new Bound(worker, (longest) => done.reject(problems.time(longest)));
  if (milliseconds !== undefined) bound.set(milliseconds);
  const thread: ThreadEnd<T> = {
    ...done,
    reply: (message) => worker.postMessage(message),
    endWithin: (longest) => bound.setElapsed(longest),
  };
  worker.on('message', (message: Message) => hear(message, thread));
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    done.reject(isTooLarge ? problems.memory() : problems.failed(error));
  });
  worker.on('exit', () => done.reject(problems.ended()));
  const onStop = () => done.reject(problems.stopped());
  stop.addEventListener('abort', onStop);
  try {
    return await done.promise;
  } finally {
    bound.clear();
    stop.removeEventListener('abort', onStop);
    await worker.terminate();
  }
}

/** Reports when a thread has used up its CPU time or ten times as much elapsed time, or a limit of elapsed time alone. */
class Bound {
  readonly #worker: Worker;
  readonly #onTooLong: (longest: number) => void;
  readonly #began = performance.now();
  #deadline: NodeJS.Timeout | undefined;
  #look: NodeJS.Timeout | undefined;

  constructor(worker: Worker, onTooLong: (longest: number) => void) {
    this.#worker = worker;
    this.#onTooLong = onTooLong;
  }

  set(longest: number): void {
    this.clear();
    this.#deadline = setTimeout(this.#onTooLong, 10 * longest, longest);
    this.#look = setInterval(
      () =>
        this.#worker.cpuUsage().then(
          ({ user, system }) => (user + system) / 1000 > longest && this.#onTooLong(longest),
          // The thread has ended, or not started yet.
          () => {},
        ),
      lookMilliseconds,
    );
  }

  setElapsed(longest: number): void {
    this.clear();
    const left = longest - (performance.now() - this.#began);
    if (left <= 0) this.#onTooLong(longest);
    else this.#deadline = setTimeout(this.#onTooLong, left, longest);
  }

  clear(): void {
    clearTimeout(this.#deadline);
    clearInterval(this.#look);
  }
}
