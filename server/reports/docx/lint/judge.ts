import { getCompileCacheDir } from 'node:module';
import { largestReportTemplate } from '../../../../domain/limits.ts';
import { DomainError, type FieldError, refuseFields } from '../../../errors.ts';
import { startThread } from '../../../program.ts';

/** A hostile template runs out of this memory and this time, not out of the server's. */
const threadMemory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
/** A good one takes a second, and many times that on a machine that is busy. */
const longest = 30_000;

/**
 * Looks at a template for Word in a thread of its own, and tries it. Returns it as it is to be kept. Refuses with `too_large`, and
 * with `invalid` at each part and tag that is not as it should be.
 */
export async function judgeTemplate(bytes: Buffer, milliseconds = longest): Promise<Buffer> {
  if (bytes.length > largestReportTemplate) {
    throw new DomainError('too_large', `A template may have at most ${largestReportTemplate} bytes`);
  }
  const { faults, template } = await runLint(bytes, milliseconds);
  refuseFields(faults ?? []);
  return Buffer.from(template ?? []);
}

type Answer = { faults: FieldError[] | null; template?: Uint8Array };

async function runLint(bytes: Buffer, milliseconds: number): Promise<Answer> {
  const worker = startThread(new URL('./lint-thread.js', import.meta.url), {
    workerData: { bytes, compileCache: getCompileCacheDir() },
    resourceLimits: threadMemory,
  });
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const refuse = (message: string) => resolve({ faults: [{ path: 'file', message }] });
  const timer = setTimeout(() => refuse('takes longer to fill than a template should'), milliseconds);
  worker.on('message', resolve);
  worker.on('error', (error: NodeJS.ErrnoException) => {
    const isTooLarge = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    refuse(isTooLarge ? 'needs more memory than a template should' : 'can’t be filled');
  });
  worker.on('exit', () => refuse('can’t be filled'));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
