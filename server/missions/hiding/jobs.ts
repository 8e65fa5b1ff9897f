import { isoTime } from '../../database/clock.ts';
import type { Services } from '../../database/services.ts';
import { JobRunner } from '../../jobs/runner.ts';
import type { Log } from '../../log.ts';
import { revealDue } from './reveal.ts';
import { type Kind, listDue } from './store.ts';

/** Reveals what is due, each in one process only. */
export function openReveals({ db, now, log }: Services & { log: Log }): JobRunner {
  return new JobRunner({
    db,
    log,
    kind: 'reveal',
    find: async () => (await listDue(db, isoTime(now()))).map(({ kind, id }) => `${kind}/${id}`),
    run: async (key) => {
      const [kind, id = ''] = key.split('/') as [Kind, string];
      return (await revealDue({ db, now }, { kind, id })) ? 'done' : null;
    },
  });
}
