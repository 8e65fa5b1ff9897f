import { largestShownFile } from '../../../../domain/limits.ts';
import type { BlobPlace } from '../../../blobs/place.ts';
import type { BlobRegister } from '../../../blobs/register.ts';
import type { BlobKey } from '../../../blobs/store.ts';
import type { Db } from '../../../database/database.ts';
import { restoreThreadError } from '../../../database/storage-errors.ts';
import { wholly } from '../../../database/view.ts';
import { type Log, toTrace } from '../../../log.ts';
import { smallestShrunk } from '../../../reports/shrink-picture.ts';
import { runInThread } from '../../../threads.ts';
import { isPicture } from '../../evidence/store.ts';
import type { MadePreview } from './scaled-pictures.ts';
import { derivePreviewKey } from './seal.ts';

/** Pictures to scale, as passed to the thread. */
export type PreviewTask = { place: BlobPlace; key: Uint8Array; pictures: readonly BlobKey[] };
export type PreviewMessage = { preview: MadePreview } | { done: true };

/** For uploads that follow one another, because starting a thread costs more than scaling a picture. */
const pauseMilliseconds = 2000;
const mostNoted = 2000;
/** Pictures of one thread, and their time. */
const picturesAtOnce = 200;
const longestMilliseconds = 120_000;
const memory = { old: 128, young: 16 };
/** Made but not stored yet. */
const mostWaitingBytes = 32 * 1024 * 1024;

/**
 * Previews of pictures, as reports show them, kept beside the evidence and removed with it. A thread makes them a moment after an
 * upload, one at a time; whatever is missing is scaled when a report is made.
 */
export class Previews {
  readonly #db: Db;
  readonly #log: Log;
  readonly #register: BlobRegister;
  readonly #stop = new AbortController();
  readonly place: BlobPlace;
  /** Seals them. */
  readonly key: Uint8Array;
  #noted: BlobKey[] = [];
  #timer: NodeJS.Timeout | undefined;
  #scaling = Promise.resolve();
  #keeping = Promise.resolve();
  #waitingBytes = 0;

  constructor(host: { db: Db; log: Log; register: BlobRegister; place: BlobPlace; secret: string }) {
    this.#db = host.db;
    this.#log = host.log;
    this.#register = host.register;
    this.place = host.place;
    this.key = derivePreviewKey(host.secret);
    host.register.onKept((key, size) => this.#note(key, size));
  }

  /** Stores a preview that a thread has made; drops it if the store is slow, or the picture was deleted. */
  keep({ of, sealed }: MadePreview): void {
    if (this.#waitingBytes + sealed.length > mostWaitingBytes) return;
    this.#waitingBytes += sealed.length;
    this.#keeping = this.#keeping.then(async () => {
      await wholly(() => this.#register.keepPreview(of, Buffer.from(sealed)));
      this.#waitingBytes -= sealed.length;
    });
  }

  /** Stops scaling, and returns when everything is stored. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    this.#stop.abort();
    await this.#scaling;
    await this.#keeping;
  }

  #note(key: BlobKey, size: number): void {
    const isShrunk = size >= smallestShrunk && size <= largestShownFile;
    if (!isShrunk || this.#noted.length >= mostNoted || this.#stop.signal.aborted) return;
    this.#noted.push(key);
    this.#scaleLater();
  }

  #scaleLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#scaling = wholly(() => this.#scaleNoted()).then(() => {
        this.#timer = undefined;
        if (this.#noted.length > 0 && !this.#stop.signal.aborted) this.#scaleLater();
      });
    }, pauseMilliseconds).unref();
  }

  async #scaleNoted(): Promise<void> {
    const noted = this.#noted.splice(0, picturesAtOnce);
    try {
      const pictures: BlobKey[] = [];
      for (const key of noted) if (await isPicture(this.#db, key)) pictures.push(key);
      if (pictures.length > 0) await this.#scale(pictures);
    } catch (error) {
      if (!this.#stop.signal.aborted) this.#log.warn({ event: 'previews_failed', ...toTrace(error) });
    }
  }

  #scale(pictures: readonly BlobKey[]): Promise<void> {
    const task: PreviewTask = { place: this.place, key: this.key, pictures };
    const failed = (why: string) => () => new Error(why);
    return runInThread<PreviewMessage, void>(
      {
        module: new URL('./preview-thread.js', import.meta.url),
        task,
        memory,
        milliseconds: longestMilliseconds,
        problems: {
          memory: failed('previews need too much memory'),
          time: failed('previews take too long'),
          ended: failed('the thread of previews ended'),
          stopped: failed('previews were stopped'),
          failed: restoreThreadError,
        },
      },
      this.#stop.signal,
      (message, { resolve }) => {
        if ('preview' in message) this.keep(message.preview);
        else resolve();
      },
    );
  }
}
