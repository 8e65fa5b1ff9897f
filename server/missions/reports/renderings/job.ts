import { rm } from 'node:fs/promises';
import type { ReportFormat } from '../../../../domain/reports.ts';
import { adopt } from '../../../blobs/disk-store.ts';
import type { BlobPlace } from '../../../blobs/place.ts';
import type { BlobKey, StagedBlob } from '../../../blobs/store.ts';
import type { DatabaseInUse } from '../../../database/engine.ts';
import { restoreThreadError } from '../../../database/storage-errors.ts';
import { DomainError, type ErrorCode } from '../../../errors.ts';
import type { ReportModel } from '../../../reports/model.ts';
import type { Printed, ReportPrinter } from '../../../reports/renderer.ts';
import { runInThread, type ThreadMemory } from '../../../threads.ts';
import type { ReportToBuild } from '../build.ts';
import type { MadePreview } from '../previews/scaled-pictures.ts';
import { threadMemory } from '../thread-memory.ts';

/** Folders of evidence that are not those of its mission and test, by the id of the record. */
type Folders = Readonly<Record<string, string>>;

/** A rendering, as passed to its thread. */
export type RenderTask = {
  /** Source: a mission in its current state, or the stored model of an issued report. */
  from:
    | {
        database: DatabaseInUse;
        report: Omit<ReportToBuild, 'openText'>;
        /** A custom one, for Word; null for Damson's own. */
        template: { id: string; sha256: string } | null;
        folders: Folders;
      }
    | { reports: BlobPlace; model: BlobKey; folders: Folders };
  evidence: BlobPlace;
  /** Seals the previews of pictures; null to use and make none. */
  previewKey: Uint8Array | null;
  /** For Word, the bytes of a template that is not stored; null when the report names it. */
  template: Uint8Array | null;
  /** Formats, and the paths at which their files are staged; for a PDF the HTML to print. */
  files: readonly { format: ReportFormat; place: string }[];
};

export type Rendered = {
  /** In the order of the task. */
  files: StagedBlob[];
  history: ReportModel['history'];
};

export type ThreadMessage =
  | { preview: MadePreview }
  | { progress: number }
  | { rendered: Rendered }
  | { refusal: { code: ErrorCode; message: string } };

const longestMilliseconds = 120_000;
const longestPrintingMilliseconds = 300_000;

/** Stop signal, progress and memory of a piece of work. */
export type Watch = {
  stop: AbortSignal;
  progress: (share: number) => void;
  /** Takes the previews that are made on the way. */
  onPreview?: (made: MadePreview) => void;
  /** Of the thread; if omitted, the usual memory. */
  memory?: ThreadMemory | undefined;
};

/**
 * Makes renderings in a thread, so that requests are served in the meantime; the caller keeps or removes their files. Refuses
 * `rendering_failed` a report that takes too much memory, time or room, `not_found` a deleted mission, `disk_full`, `unavailable`
 * when `stop` is aborted. A refusal leaves nothing behind.
 */
export async function render(
  task: RenderTask,
  { stop, progress, onPreview, memory = threadMemory }: Watch,
): Promise<Rendered> {
  try {
    return await runInThread<ThreadMessage, Rendered>(
      {
        module: new URL('./job-thread.js', import.meta.url),
        task,
        memory,
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
        else if ('preview' in message) onPreview?.(message.preview);
        else if ('rendered' in message) resolve(message.rendered);
        else reject(new DomainError(message.refusal.code, message.refusal.message));
      },
    );
  } catch (error) {
    await removeFiles(task.files.map(({ place }) => place));
    throw error;
  }
}

/** A rendering, and what its reader has to know of it. */
export type Made = { file: StagedBlob } & Printed;

/**
 * Makes one format at an unused path: a PDF is printed from HTML, which is next to it in the meantime. Refuses what `render` and
 * `print` refuse.
 */
export async function makeFormat(
  task: Omit<RenderTask, 'files'>,
  format: ReportFormat,
  place: string,
  print: ReportPrinter,
  watch: Watch,
): Promise<Made> {
  const isPrinted = format === 'pdf';
  const rendered = { format, place: isPrinted ? `${place}.html` : place };
  const { files } = await render({ ...task, files: [rendered] }, watch);
  if (isPrinted) return printRendering(print, rendered.place, place, watch.stop);
  return { file: files[0] as StagedBlob, missingGlyphs: 0 };
}

/**
 * Prints a rendering as a PDF at `place`, and removes the rendering. Refuses what `print` refuses, `rendering_failed` one that
 * takes too long.
 */
async function printRendering(
  print: ReportPrinter,
  html: string,
  place: string,
  stop: AbortSignal,
): Promise<Made> {
  const deadline = AbortSignal.timeout(longestPrintingMilliseconds);
  try {
    const printed = await print(html, place, AbortSignal.any([stop, deadline]));
    const file = await adopt(place);
    if (file === null) throw failed('Nothing was printed: ask again');
    return { file, ...printed };
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

/** Removes unreferenced files; one being sent on Windows is removed at the next start. */
export async function removeFiles(places: readonly string[]): Promise<void> {
  for (const place of places) await rm(place, { force: true }).catch(() => {});
}

function failed(message: string): DomainError {
  return new DomainError('rendering_failed', message);
}

function stopped(): DomainError {
  return new DomainError('unavailable', 'The rendering was stopped');
}
