import { largestReportTemplate } from '../../../../domain/limits.ts';
import { DomainError, type FieldError, invalid, refuseFields } from '../../../errors.ts';
import { runInThread } from '../../../threads.ts';

/** A hostile template runs out of this memory and this time, not out of the server's. */
const threadMemory = { old: 192, young: 16 };
/** A good one takes some seconds: it is filled for every kind of report, thrice. */
const longest = 90_000;

type Answer = { faults: FieldError[] | null; template?: Uint8Array };

const refuse = (message: string) => (): DomainError => invalid('file', message);

/**
 * Looks at a template for Word in a thread of its own, and tries it. Returns it as it is to be kept. Refuses with `too_large`, and
 * with `invalid` at each part and tag that is not as it should be.
 */
export async function judgeTemplate(bytes: Buffer, milliseconds = longest): Promise<Buffer> {
  if (bytes.length > largestReportTemplate) {
    throw new DomainError('too_large', `A template may have at most ${largestReportTemplate} bytes`);
  }
  const broken = refuse("can't be filled");
  const { faults, template } = await runInThread<Answer, Answer>(
    {
      module: new URL('./lint-thread.js', import.meta.url),
      task: { bytes },
      memory: threadMemory,
      milliseconds,
      problems: {
        memory: refuse('needs more memory than a template should'),
        time: refuse('takes longer to fill than a template should'),
        ended: broken,
        failed: broken,
        stopped: broken,
      },
    },
    new AbortController().signal,
    (answer, { resolve }) => resolve(answer),
  );
  refuseFields(faults ?? []);
  return Buffer.from(template ?? []);
}
