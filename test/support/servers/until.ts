import { setTimeout as wait } from 'node:timers/promises';

/** Waits for what another process, or the other end of a connection, does; throws when it has not done it for five minutes. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for: ${done}`);
    await wait(5);
  }
}

/** Lets time pass before something is cut off, wherever it then is. To wait for what happens there is `until`. */
export const moment = (milliseconds: number): Promise<void> => wait(milliseconds);
