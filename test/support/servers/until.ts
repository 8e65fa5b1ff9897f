import { setTimeout as wait } from 'node:timers/promises';

/** Waits for another process, or for the other end of a connection; throws after five minutes. */
export async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const since = performance.now();
  while (!(await done())) {
    if (performance.now() - since > 300_000) throw new Error(`waited in vain for: ${done}`);
    await pauseSince(since);
  }
}

/** A pause in a wait that began at `since`, longer as the wait goes on: asking takes processor time from what is waited for. */
export const pauseSince = (since: number): Promise<void> =>
  wait(Math.min(50, 5 + (performance.now() - since) / 5));

/** Lets time pass before something is cut off at a random point. Use `until` to wait for an event. */
export const moment = (milliseconds: number): Promise<void> => wait(milliseconds);
