import type { Trx } from '../../database/database.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import type { OpenMission } from '../heads.ts';
import { hasRun } from '../remediations/store.ts';
import type { ImportedSighting, SightingFile } from './contract.ts';
import { undecided } from './record.ts';
import * as store from './store.ts';

/** The id of a sighting, which is part of the paths of its files, and those files. */
export type KeptSighting = {
  id: string;
  files: readonly Pick<SightingFile, 'file_name' | 'mime_type' | 'size' | 'sha256' | 'caption'>[];
};

/**
 * Writes the sightings of a new mission with their stored files; `kept` has the same order, with ascending ids. Those of a test
 * wait for it. Refuses nothing.
 */
export async function putSightings(
  trx: Trx,
  mission: OpenMission,
  { by, user, at }: { by: Author; user: Principal | null; at: string },
  planned: readonly ImportedSighting[],
  kept: readonly KeptSighting[],
): Promise<void> {
  if (planned.length === 0) return;
  for (const [index, sighting] of planned.entries()) {
    const { hosts, users, techniques, declared, matched_to: _test, evidence: _files, ...fields } = sighting;
    const { id, files } = kept[index] as KeptSighting;
    const decision = fields.not_ours_reason === null ? null : 'not_ours';
    await store.insertSighting(trx, mission, {
      ...undecided,
      ...fields,
      id,
      mission_id: mission.id,
      hosts_json: JSON.stringify(hosts),
      users_json: JSON.stringify(users),
      techniques_json: JSON.stringify(techniques),
      alert_id: null,
      declared_to: declared?.to ?? null,
      declared_at: declared?.at ?? null,
      analyst_id: null,
      decision,
      decided_at: decision === null ? null : at,
      created_by: user?.id ?? null,
      created_at: at,
      updated_by: user?.id ?? null,
      updated_at: at,
    });
    for (const file of files) {
      const place = { mission_id: mission.id, sighting_id: id };
      const uploaded = { uploaded_by: user?.id ?? null, uploaded_at: at };
      await store.insertFile(trx, mission, { id: newId(), ...place, ...file, ...uploaded });
    }
  }
  const after = { sightings: planned.length };
  const place = { mission_id: mission.id };
  await recordWrite(trx, { at, by, verb: 'created', object: 'sighting', id: null, place, after });
}

/**
 * Matches the sightings of a new mission to its tests, once those are there; those of a missing test or run wait for a decision.
 * Their facts came with the tests. Refuses nothing.
 */
export async function matchSightings(
  trx: Trx,
  mission: OpenMission,
  at: string,
  planned: readonly ImportedSighting[],
  findTest: (sourceId: string) => string | undefined,
): Promise<void> {
  if (planned.every(({ matched_to }) => matched_to === null)) return;
  const ids = await store.listIds(trx, mission.id);
  for (const [index, { matched_to }] of planned.entries()) {
    const [id, test_id] = [ids[index], matched_to === null ? undefined : findTest(matched_to.test)];
    if (matched_to === null || id === undefined || test_id === undefined) continue;
    if (!(await hasRun(trx, { test_id, number: matched_to.run }))) continue;
    await store.updateSighting(trx, mission, id, {
      decision: 'matched',
      not_ours_reason: null,
      test_id,
      run: matched_to.run,
      decided_at: at,
    });
  }
}
