import { parentPort, workerData } from 'node:worker_threads';
import { DomainError } from '../errors.ts';
import type { WorkerAnswer } from './bundle-reader.ts';
import { type BundleSource, fetchChunks, type ReadLimits, readFileChunks } from './bundle-source.ts';
import { readBundle } from './stix.ts';

const { source, limits } = workerData as { source: BundleSource; limits: ReadLimits };

async function answer(): Promise<WorkerAnswer> {
  try {
    const bundle =
      source.kind === 'file'
        ? await readBundle(readFileChunks(source.path, limits), source.name)
        : await readBundle(fetchChunks(source.url, limits), new URL(source.url).pathname);
    return { bundle };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { refusal: { code: error.code, message: error.message, errors: error.errors } };
  }
}

parentPort?.postMessage(await answer());
