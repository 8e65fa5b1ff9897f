import { isoTime, type Now } from '../database/clock.ts';
import type { Trx } from '../database/database.ts';
import { type Author, recordWrite } from '../history/service.ts';
import { newId } from '../ids.ts';
import type { Principal } from '../permissions.ts';
import * as store from './store.ts';

type Written = Pick<
  store.StoredSimulation,
  | 'template_id'
  | 'name'
  | 'description'
  | 'objective'
  | 'command'
  | 'output'
  | 'red_comment'
  | 'executed_at'
  | 'tactic_ids'
> & { techniques: readonly store.TaggedTechnique[] };

/** Creates a pending simulation in the caller's transaction, and records it. */
export async function addPending(
  trx: Trx,
  now: Now,
  user: Principal,
  engagementId: string,
  { techniques, tactic_ids, ...written }: Written,
): Promise<store.OpenSimulation> {
  const id = newId();
  const time = isoTime(now());
  const made = await store.insertSimulation(trx, {
    id,
    engagement_id: engagementId,
    ...written,
    status: 'pending',
    detection_level_id: null,
    detection_level_source: null,
    outcome_json: null,
    output_parts_json: null,
    soc_comment: null,
    detected_at: null,
    created_by: user.id,
    created_at: time,
    updated_at: time,
  });
  await store.setTechniques(trx, made, techniques);
  await store.setTactics(trx, made, tactic_ids);
  await recordSimulation(trx, { at: time, by: user, verb: 'created', after: await readStored(trx, id) });
  return made;
}

/** The recorded form of a simulation; its facts have separate entries. */
export async function readStored(trx: Trx, id: string): Promise<Omit<store.StoredSimulation, 'outcome'>> {
  const { outcome: _outcome, ...stored } = (await store.findSimulation(trx, id)) as store.StoredSimulation;
  return stored;
}

type RecordedSimulation = { id: string; engagement_id: string; [field: string]: unknown };

export async function recordSimulation(
  trx: Trx,
  write: {
    at: string;
    by: Author;
    verb: 'created' | 'changed' | 'moved' | 'deleted';
    before?: RecordedSimulation | undefined;
    after?: RecordedSimulation | undefined;
  },
): Promise<void> {
  const { id, engagement_id } = (write.after ?? write.before) as RecordedSimulation;
  const place = { engagement_id, simulation_id: id };
  await recordWrite(trx, { ...write, object: 'simulation', id, place });
}
