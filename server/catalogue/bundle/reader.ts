import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import { DomainError, type ErrorCode, type FieldError, invalid } from '../../errors.ts';
import type { BundleSource, ReadLimits } from './source.ts';
import type { CatalogueBundle } from './stix.ts';

export type WorkerAnswer =
  | { bundle: CatalogueBundle }
  | { refusal: { code: ErrorCode; message: string; errors: FieldError[] | undefined } };

/** A hostile bundle runs out of this memory, not out of the server's. */
const workerMemory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };

/**
 * Reads a bundle in a thread of its own, so that requests are served meanwhile. Refuses what the reading refuses, and
 * with `unavailable` when `stop` is given up before it is done.
 */
export async function readBundleInWorker(
  source: BundleSource,
  limits: ReadLimits,
  stop: AbortSignal,
): Promise<CatalogueBundle> {
  const worker = new Worker(new URL('./read-thread.js', import.meta.url), {
    workerData: { source, limits, compileCache: getCompileCacheDir() },
    resourceLimits: workerMemory,
  });
  const answer = Promise.withResolvers<WorkerAnswer>();
  worker.on('message', answer.resolve);
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    answer.reject(outOfMemory ? invalid('source', 'needs more memory than a bundle should') : error);
  });
  worker.on('exit', () => answer.reject(new Error('The reader of the bundle ended without an answer')));
  const seconds = limits.totalMilliseconds / 1000;
  const deadline = setTimeout(
    () => answer.reject(invalid('source', `could not be read within ${seconds} s`)),
    limits.totalMilliseconds,
  );
  const stopped = () => answer.reject(new DomainError('unavailable', 'The server is stopping'));
  stop.addEventListener('abort', stopped);
  try {
    stop.throwIfAborted();
    const result = await answer.promise;
    if ('bundle' in result) return result.bundle;
    const { code, message, errors } = result.refusal;
    throw new DomainError(code, message, errors === undefined ? {} : { errors });
  } finally {
    clearTimeout(deadline);
    stop.removeEventListener('abort', stopped);
    await worker.terminate();
  }
}
