import { constants } from 'node:fs';
import { access } from 'node:fs/promises';

const freshMilliseconds = 1000;
const patienceMilliseconds = 2000;

/**
 * Tells whether files can be reached and made in all of these folders, which may lie on another machine. It may be asked by anyone
 * and often: it looks once a second at most, and not again while it waits.
 */
export class FolderProbe {
  readonly #folders: readonly string[];
  #asked = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #answer: Promise<boolean> = Promise.resolve(true);

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  canUse(): Promise<boolean> {
    const now = performance.now();
    if (now - this.#asked >= freshMilliseconds && !this.#isLooking) {
      this.#asked = now;
      this.#isLooking = true;
      const looked = this.#look().finally(() => {
        this.#isLooking = false;
      });
      this.#answer = within(patienceMilliseconds, looked);
    }
    return this.#answer;
  }

  async #look(): Promise<boolean> {
    const wanted = constants.R_OK | constants.W_OK | constants.X_OK;
    const looked = await Promise.allSettled(this.#folders.map((folder) => access(folder, wanted)));
    return looked.every(({ status }) => status === 'fulfilled');
  }
}

/** What a file server that is gone leaves open counts as no. */
function within(milliseconds: number, answer: Promise<boolean>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const patience = setTimeout(() => resolve(false), milliseconds);
  answer.then(resolve).finally(() => clearTimeout(patience));
  return promise;
}
