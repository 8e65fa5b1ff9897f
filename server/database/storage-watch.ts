import type { Log } from '../log.ts';
import { giveUpBallast, isBallastNeeded, keepBallast } from './ballast.ts';
import { judgeStorageError } from './storage-errors.ts';

const againMilliseconds = 60_000;

/** Handles a storage failure: a full disk releases the ballast, and untrusted storage is reported once. */
export class StorageWatch {
  isBroken = false;
  #isShort = false;
  #again: NodeJS.Timeout | undefined;
  readonly #dataDir: string;
  readonly #log: Log;
  readonly #tell: (error: unknown) => void;

  constructor(dataDir: string, log: Log, tell: (error: unknown) => void = () => {}) {
    this.#dataDir = dataDir;
    this.#log = log;
    this.#tell = tell;
  }

  readonly onBroken = (error: unknown): void => {
    if (this.isBroken) return;
    this.isBroken = true;
    this.#log.fatal({ event: 'storage_broken', code: (error as { code?: unknown } | null)?.code });
    this.#tell(error);
  };

  readonly onFull = (): void => {
    if (giveUpBallast(this.#dataDir)) this.#log.warn({ event: 'ballast_given_up' });
    this.awaitRoom();
  };

  /** Whether only the released ballast is left, for signing in and deleting. */
  readonly isSpent = (): boolean => this.#isShort && isBallastNeeded(this.#dataDir);

  /** Without ballast: it is reserved once there is room. */
  awaitRoom(): void {
    this.#isShort = true;
    this.#again ??= setInterval(this.recover, againMilliseconds).unref();
  }

  /** Reserves the ballast again once there is room. */
  readonly recover = (): void => {
    if (!this.#isShort || !keepBallast(this.#dataDir)) return;
    this.#isShort = false;
    clearInterval(this.#again);
    this.#again = undefined;
    this.#log.info({ event: 'ballast_kept_again' });
  };

  readonly judge = (error: unknown): void => {
    const verdict = judgeStorageError(error);
    if (verdict === 'broken') this.onBroken(error);
    if (verdict === 'full') this.onFull();
  };
}
