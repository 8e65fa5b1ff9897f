import { setTimeout as delay } from 'node:timers/promises';
import type { Now } from '../database/clock.ts';
import { type Log, toTrace } from '../log.ts';
import { SettingsError } from '../settings/settings-error.ts';
import type { BlobRegister } from './register.ts';
import { StoreFailure, StoreTaken } from './store-failure.ts';

const pauseMilliseconds = 2000;

/**
 * Sweeps the registers after a start. If their store is unreachable, the server starts anyway, health reports it, and the sweep
 * follows as soon as the store answers. Refuses (SettingsError) a store that refuses access or belongs to another installation,
 * naming the setting by `nameOf`. Returns a function that stops waiting.
 */
export async function sweepAtStart(
  registers: readonly BlobRegister[],
  {
    log,
    now,
    keepsUnrecorded,
    nameOf,
  }: { log: Log; now: Now; keepsUnrecorded: boolean; nameOf: (register: string) => string },
): Promise<() => Promise<void>> {
  const left = [...registers];
  const sweep = async (): Promise<void> => {
    for (let register = left[0]; register !== undefined; register = left[0]) {
      await register.sweep(log, now, keepsUnrecorded);
      left.shift();
    }
  };
  try {
    await sweep();
    return async () => {};
  } catch (error) {
    if (error instanceof StoreTaken) throw new SettingsError(error.tell(nameOf(left[0]?.name ?? '')));
    if (!(error instanceof StoreFailure)) throw error;
    if (error.isRefusal) throw new SettingsError(`EVIDENCE_URL can't be used: ${error.message}`);
    log.error({ event: 'store_unreachable', reason: error.why });
  }
  const stop = new AbortController();
  const refuse = (): void => {
    for (const register of registers) register.refuse();
  };
  const ended = sweepLater(sweep, refuse, log, stop.signal);
  return () => {
    stop.abort();
    return ended;
  };
}

async function sweepLater(
  sweep: () => Promise<void>,
  refuse: () => void,
  log: Log,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    try {
      await delay(pauseMilliseconds, undefined, { signal: stop, ref: false });
      await sweep();
      log.info({ event: 'store_reached' });
      return;
    } catch (error) {
      if (stop.aborted || error instanceof StoreFailure) continue;
      if (error instanceof StoreTaken) {
        refuse();
        log.fatal({ event: 'store_refused' });
        return;
      }
      log.error({ event: 'sweep_failed', ...toTrace(error) });
      return;
    }
  }
}
