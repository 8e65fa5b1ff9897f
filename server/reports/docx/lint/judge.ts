import { largestReportTemplate } from '../../../../domain/limits.ts';
import { DomainError, type FieldError, invalid, refuseFields } from '../../../errors.ts';
import { runInThread } from '../../../threads.ts';

/** A hostile template exhausts the thread's memory and time instead of the server's. */
const threadMemory = { old: 256, young: 16 };
/** A valid template takes a few seconds, because it is filled four times. */
const longest = 90_000;

type Answer = { faults: FieldError[] | null; template?: Uint8Array };

const refuse = (message: string) => (): DomainError => invalid('file', message);

/**
 * Checks a Word template in a thread, and tries it. Returns its stored form. Refuses with `too_large`, and with `invalid` at each
 * faulty part and tag.
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
