import type { ReportFormat } from '../../../../domain/reports.ts';
import type { BlobPlace } from '../../../blobs/place.ts';
import type { BlobRegister } from '../../../blobs/register.ts';
import type { StagedBlob } from '../../../blobs/store.ts';
import { isoTime, type Now } from '../../../database/clock.ts';
import { DomainError } from '../../../errors.ts';
import type { JobFigures } from '../../../job-tally.ts';
import { type Log, toTrace } from '../../../log.ts';
import { Queue } from '../../../queue.ts';
import type { PdfPrinter } from '../../../reports/renderer.ts';
import type { Rendering, Report } from '../contract.ts';
import { makeFormat, type Rendered, type RenderTask, removeFiles, render, type Watch } from './job.ts';

export type RenderHost = {
  now: Now;
  log: Log;
  register: BlobRegister;
  evidence: BlobPlace;
  printPdf: PdfPrinter;
  /** Tells the host of a failure that is the storage's, and names the refusal to answer with; null for any other. */
  onFailure: (error: unknown) => DomainError | null;
};

/** Where the renderings of drafts are, for a while, and those of issued reports until they are kept. */
type Entry = {
  report: string;
  format: ReportFormat;
  /** Of the report that it says. */
  version: string;
  by: string;
  /** Who has asked for it and not stopped it. */
  wantedBy: Set<string>;
  requestedAt: number;
  state: Rendering['state'] | 'failed';
  progress: number;
  endedAt: number;
  made: StagedBlob | null;
  failure: DomainError | null;
  stop: () => void;
};

const bounds = {
  /** Of all people, and of one. */
  mostWaiting: 20,
  mostWaitingOfPerson: 6,
  keptMilliseconds: 30 * 60_000,
  keptBytes: 1024 * 1024 * 1024,
  kept: 100,
};

/** The renderings under way and those just made, in the order they were asked for; a restart forgets them. */
export class Renderings {
  readonly #host: RenderHost;
  readonly #queue = new Queue();
  readonly #entries = new Map<string, Entry>();
  readonly #timer: NodeJS.Timeout;

  constructor(host: RenderHost) {
    this.#host = host;
    this.#timer = setInterval(() => this.#tidy(), 60_000).unref();
  }

  get figures(): JobFigures {
    return this.#queue.figures;
  }

  /** Stops what is under way, removes what was made, and returns when that is done. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#queue.close();
    for (const entry of [...this.#entries.values()]) this.#forget(entry);
  }

  /** How far the rendering of a report is, or null when nobody has asked for it. Refuses what made it fail. */
  find(report: string, format: ReportFormat): { rendering: Rendering; made: StagedBlob | null } | null {
    const entry = this.#entries.get(toKey(report, format));
    if (entry === undefined) return null;
    if (entry.failure !== null) throw entry.failure;
    return { rendering: toRendering(entry), made: entry.made };
  }

  /**
   * Makes a rendering by `from`, in place of any before; one of the same version that is under way goes on. `keep` takes over what was
   * made, and is done before anybody gets it. Refuses `too_many_requests` while too many wait.
   */
  request(
    { id, updated_at }: Pick<Report, 'id' | 'updated_at'>,
    format: ReportFormat,
    by: string,
    from: RenderTask['from'],
    keep?: (made: StagedBlob) => Promise<void>,
  ): Rendering {
    const before = this.#entries.get(toKey(id, format));
    if (before !== undefined && isUnderWay(before) && before.version === updated_at) {
      before.wantedBy.add(by);
      return toRendering(before);
    }
    this.#refuseTooMany(by);
    if (before !== undefined) this.#forget(before);
    const entry: Entry = {
      report: id,
      format,
      version: updated_at,
      by,
      wantedBy: new Set([by]),
      requestedAt: this.#host.now(),
      state: 'waiting',
      progress: 0,
      endedAt: 0,
      made: null,
      failure: null,
      stop: () => {},
    };
    this.#entries.set(toKey(id, format), entry);
    const { ended, stop } = this.#queue.add(async (signal) => {
      entry.state = 'running';
      const made = await this.#make(from, format, {
        stop: signal,
        progress: (share) => (entry.progress = share),
      });
      if (signal.aborted) {
        await removeFiles([made.place]);
        throw new DomainError('unavailable', 'The rendering was stopped');
      }
      await keep?.(made);
      return keep === undefined ? made : null;
    });
    entry.stop = stop;
    const end = (outcome: Partial<Entry>): void => {
      Object.assign(entry, outcome, { endedAt: this.#host.now() });
      this.#tidy();
    };
    ended.then(
      (made) => end({ state: 'done', progress: 1, made }),
      (error: unknown) => end({ state: 'failed', failure: this.#judge(error) }),
    );
    return toRendering(entry);
  }

  /** Makes the files of a report that is issued, before all that waits. Refuses what `render` refuses. */
  async makeNow(from: RenderTask['from'], formats: readonly ReportFormat[]): Promise<Rendered> {
    if (this.#queue.length >= bounds.mostWaiting) throw tooMany();
    try {
      const files = formats.map((format) => ({ format, place: this.#newPlace(format) }));
      const task = { from, evidence: this.#host.evidence, template: null, files };
      const work = (stop: AbortSignal) => render(task, { stop, progress: () => {} });
      return await this.#queue.add(work, { first: true }).ended;
    } catch (error) {
      throw this.#judge(error);
    }
  }

  /** Stops a rendering unless others than `by` wait for it, or removes what it made. Returns whether there was one. */
  cancel(report: string, format: ReportFormat, by: string): boolean {
    const entry = this.#entries.get(toKey(report, format));
    if (entry === undefined) return false;
    entry.wantedBy.delete(by);
    if (!isUnderWay(entry) || entry.wantedBy.size === 0) this.#forget(entry);
    return true;
  }

  /** Stops and removes all renderings of a report. */
  cancelAll(report: string): void {
    for (const entry of [...this.#entries.values()]) if (entry.report === report) this.#forget(entry);
  }

  #make(from: RenderTask['from'], format: ReportFormat, watch: Watch): Promise<StagedBlob> {
    const { evidence, printPdf } = this.#host;
    return makeFormat({ from, evidence, template: null }, format, this.#newPlace(format), printPdf, watch);
  }

  #newPlace(format: ReportFormat): string {
    // Browsers go by the ending.
    return `${this.#host.register.newPlace()}.${format}`;
  }

  #judge(error: unknown): DomainError {
    const ofStorage = this.#host.onFailure(error);
    if (ofStorage !== null) return ofStorage;
    if (error instanceof DomainError) return error;
    this.#host.log.error({ event: 'rendering_failed', ...toTrace(error) });
    return new DomainError('rendering_failed', 'Something went wrong on the server; its log says where');
  }

  #refuseTooMany(by: string): void {
    const waiting = [...this.#entries.values()].filter(({ state }) => state === 'waiting');
    const ofPerson = waiting.filter((entry) => entry.by === by).length;
    if (waiting.length >= bounds.mostWaiting || ofPerson >= bounds.mostWaitingOfPerson) throw tooMany();
  }

  #forget(entry: Entry): void {
    const key = toKey(entry.report, entry.format);
    if (this.#entries.get(key) === entry) this.#entries.delete(key);
    entry.stop();
    if (entry.made !== null) void removeFiles([entry.made.place]);
  }

  /** Removes what was made long ago, and the oldest where there is too much. */
  #tidy(): void {
    const ended = [...this.#entries.values()].filter((entry) => !isUnderWay(entry)).reverse();
    let bytes = 0;
    for (const [index, entry] of ended.entries()) {
      bytes += entry.made?.size ?? 0;
      const isOld = this.#host.now() - entry.endedAt > bounds.keptMilliseconds;
      if (isOld || bytes > bounds.keptBytes || index >= bounds.kept) this.#forget(entry);
    }
  }
}

function isUnderWay({ state }: Entry): boolean {
  return state === 'waiting' || state === 'running';
}

function toKey(report: string, format: ReportFormat): string {
  return `${report} ${format}`;
}

function toRendering({ format, state, progress, requestedAt }: Entry): Rendering {
  return {
    format,
    state: state === 'failed' ? 'done' : state,
    progress,
    requested_at: isoTime(requestedAt),
  };
}

function tooMany(): DomainError {
  return new DomainError('too_many_requests', 'Too many reports are being made: wait for those', {
    retryAfterSeconds: 5,
  });
}
