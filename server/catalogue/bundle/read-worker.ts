import { flushCompileCache } from 'node:module';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../../errors.ts';
import type { WorkerAnswer } from './reader.ts';
import { type BundleSource, type ReadLimits, readFileChunks } from './source.ts';
import { type CatalogueBundle, readBundle } from './stix.ts';

// Requests come first. On Linux this changes the priority of the thread, elsewhere that of the whole process.
if (process.platform === 'linux') setPriority(10);

const { source, limits } = workerData as { source: BundleSource; limits: ReadLimits };

async function read(): Promise<CatalogueBundle> {
  if (source.kind === 'file') return readBundle(readFileChunks(source.path, limits), source.name);
  // Loading the HTTP client would make reading a file a tenth slower.
  const { fetchChunks } = await import('./fetch.ts');
  return readBundle(fetchChunks(source.url, limits), new URL(source.url).pathname);
}

async function answer(): Promise<WorkerAnswer> {
  try {
    return { bundle: await read() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, message: error.message, errors: error.errors } };
  }
}

const result = await answer();
// The thread is ended as soon as it has answered.
flushCompileCache();
parentPort?.postMessage(result);
