import type { Log } from '../log.ts';
import { giveUpBallast } from './ballast.ts';
import { judgeStorageError } from './failures.ts';

/** What becomes of a failure of the storage: a full disk gets its ballast, and storage that can't be trusted is told of once. */
export class StorageWatch {
  isBroken = false;
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
  };

  readonly judge = (error: unknown): void => {
    const verdict = judgeStorageError(error);
    if (verdict === 'broken') this.onBroken(error);
    if (verdict === 'full') this.onFull();
  };
}
