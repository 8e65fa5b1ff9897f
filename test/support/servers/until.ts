import { setTimeout as wait } from 'node:timers/promises';

/** Waits for another process, or for the other end of a connection; throws after five minutes. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 300_000;
  while (!(await done())) {
    if (performance.now() > deadline) throw new Error(`waited in vain for: ${done}`);
    await wait(5);
  }
}

/** Lets time pass before something is cut off at a random point. Use `until` to wait for an event. */
export const moment = (milliseconds: number): Promise<void> => wait(milliseconds);
