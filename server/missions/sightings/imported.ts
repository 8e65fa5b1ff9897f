import type { Trx } from '../../database/database.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import type { OpenMission } from '../heads.ts';
import { hasRun } from '../remediations/store.ts';
import type { ImportedSighting } from './contract.ts';
import { undecided } from './record.ts';
import * as store from './store.ts';

/**
 * Writes the sightings of a new mission, matched to its tests; those of a missing test or run wait for a decision. Their facts
 * came with the tests. Refuses nothing.
 */
export async function putSightings(
  trx: Trx,
  mission: OpenMission,
  { by, user, at }: { by: Author; user: Principal | null; at: string },
  planned: readonly ImportedSighting[],
  findTest: (sourceId: string) => string | undefined,
): Promise<void> {
  if (planned.length === 0) return;
  for (const { hosts, users, techniques, declared, matched_to, not_ours_reason, ...fields } of planned) {
    const test_id = matched_to === null ? undefined : findTest(matched_to.test);
    const isThere =
      matched_to !== null &&
      test_id !== undefined &&
      (await hasRun(trx, { test_id, number: matched_to.run }));
    const decision = isThere ? 'matched' : not_ours_reason === null ? null : 'not_ours';
    await store.insertSighting(trx, mission, {
      ...undecided,
      ...fields,
      id: newId(),
      mission_id: mission.id,
      hosts_json: JSON.stringify(hosts),
      users_json: JSON.stringify(users),
      techniques_json: JSON.stringify(techniques),
      alert_id: null,
      declared_to: declared?.to ?? null,
      declared_at: declared?.at ?? null,
      analyst_id: null,
      decision,
      not_ours_reason: decision === 'not_ours' ? not_ours_reason : null,
      ...(isThere && { test_id, run: matched_to.run }),
      decided_at: decision === null ? null : at,
      created_by: user?.id ?? null,
      created_at: at,
      updated_by: user?.id ?? null,
      updated_at: at,
    });
  }
  const after = { sightings: planned.length };
  const place = { mission_id: mission.id };
  await recordWrite(trx, { at, by, verb: 'created', object: 'sighting', id: null, place, after });
}
