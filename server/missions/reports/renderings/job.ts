import { rm } from 'node:fs/promises';
import type { ReportFormat } from '../../../../domain/reports.ts';
import { adopt } from '../../../blobs/disk-store.ts';
import type { BlobPlace } from '../../../blobs/place.ts';
import type { BlobKey, StagedBlob } from '../../../blobs/store.ts';
import type { DatabaseInUse } from '../../../database/engine.ts';
import { restoreThreadError } from '../../../database/failures.ts';
import { DomainError, type ErrorCode } from '../../../errors.ts';
import type { ReportModel } from '../../../reports/model.ts';
import type { PdfPrinter } from '../../../reports/renderer.ts';
import { runInThread } from '../../../threads.ts';
import type { ReportToBuild } from '../build.ts';

/** A rendering, as the thread is told that makes it. */
export type RenderTask = {
  /** Source: a mission as it is now, or the kept model of an issued report. */
  from:
    | {
        database: DatabaseInUse;
        report: Omit<ReportToBuild, 'openText'>;
        /** Of the users', for Word; null for Damson's own. */
        template: { id: string; sha256: string } | null;
      }
    | { reports: BlobPlace; model: BlobKey };
  evidence: BlobPlace;
  /** For Word, the bytes of a template that nobody keeps; null where the report says which. */
  template: Uint8Array | null;
  /** Formats, and the places that their files are staged at; of a PDF it is the HTML that is printed. */
  files: readonly { format: ReportFormat; place: string }[];
};

export type Rendered = {
  /** In the order of the task. */
  files: StagedBlob[];
  history: ReportModel['history'];
};

export type ThreadMessage =
  | { progress: number }
  | { rendered: Rendered }
  | { refusal: { code: ErrorCode; message: string } };

/** A mission that is too large runs out of this memory, not out of the server's. */
const threadMemory = { old: 384, young: 32 };
const longestMilliseconds = 120_000;
const longestPrintingMilliseconds = 300_000;

/** Stop signal and progress of a piece of work. */
export type Watch = { stop: AbortSignal; progress: (share: number) => void };

/**
 * Makes renderings in a thread of its own, so that requests are served meanwhile; whoever gets their files keeps or removes them.
 * Refuses `rendering_failed` what takes too much memory, time or room, `not_found` a mission that is gone, `disk_full`,
 * `unavailable` when `stop` is aborted; then it leaves nothing.
 */
export async function render(task: RenderTask, { stop, progress }: Watch): Promise<Rendered> {
  try {
    return await runInThread<ThreadMessage, Rendered>(
      {
        module: new URL('./job-thread.js', import.meta.url),
        task,
        memory: threadMemory,
        milliseconds: longestMilliseconds,
        problems: {
          memory: () =>
            failed('It needs more memory than a report may take: leave out commands, pictures or texts'),
          time: () =>
            failed(
              `It takes longer than ${longestMilliseconds / 1000} s: leave out commands, pictures or texts`,
            ),
          ended: () => failed('The thread that made it ended unexpectedly: ask again'),
          stopped,
          failed: restoreThreadError,
        },
      },
      stop,
      (message, { resolve, reject }) => {
        if ('progress' in message) progress(message.progress);
        else if ('rendered' in message) resolve(message.rendered);
        else reject(new DomainError(message.refusal.code, message.refusal.message));
      },
    );
  } catch (error) {
    await removeFiles(task.files.map(({ place }) => place));
    throw error;
  }
}

/**
 * Makes one format at a place that nothing is at: a PDF is printed of the HTML, which lies beside it meanwhile. Refuses what `render`
 * refuses, and what `print` does.
 */
export async function makeFormat(
  task: Omit<RenderTask, 'files'>,
  format: ReportFormat,
  place: string,
  print: PdfPrinter,
  watch: Watch,
): Promise<StagedBlob> {
  const isPrinted = format === 'pdf';
  const rendered = { format, place: isPrinted ? `${place}.html` : place };
  const { files } = await render({ ...task, files: [rendered] }, watch);
  if (isPrinted) return printRendering(print, rendered.place, place, watch.stop);
  return files[0] as StagedBlob;
}

/** Prints a rendering as a PDF at `place`, and removes it. Refuses what `print` refuses, `rendering_failed` what takes too long. */
async function printRendering(
  print: PdfPrinter,
  html: string,
  place: string,
  stop: AbortSignal,
): Promise<StagedBlob> {
  const deadline = AbortSignal.timeout(longestPrintingMilliseconds);
  try {
    await print(html, place, AbortSignal.any([stop, deadline]));
    const pdf = await adopt(place);
    if (pdf === null) throw failed('Nothing was printed: ask again');
    return pdf;
  } catch (error) {
    await removeFiles([place]);
    if (stop.aborted) throw stopped();
    if (deadline.aborted)
      throw failed(
        `It takes longer than ${longestPrintingMilliseconds / 1000} s to print: leave out commands, pictures or texts`,
      );
    throw error;
  } finally {
    await removeFiles([html]);
  }
}

/** Removes files that nothing refers to; one that is being sent on Windows goes with the next start. */
export async function removeFiles(places: readonly string[]): Promise<void> {
  for (const place of places) await rm(place, { force: true }).catch(() => {});
}

function failed(message: string): DomainError {
  return new DomainError('rendering_failed', message);
}

function stopped(): DomainError {
  return new DomainError('unavailable', 'The rendering was stopped');
}
