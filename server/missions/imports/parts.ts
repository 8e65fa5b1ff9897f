import { recordWrite } from '../../history/service.ts';
import { toEdges } from '../attack-path/rules.ts';
import { insertEdges } from '../attack-path/store.ts';
import { putClocks } from '../clocks/service.ts';
import { writeReplay } from '../replay/store.ts';
import { matchSightings } from '../sightings/imported.ts';
import { renameTests } from '../tlpt/rules.ts';
import { putTlpt } from '../tlpt/service.ts';
import type { ImportedMission } from './contract.ts';
import type { Find, Place } from './place.ts';

/** Parts of a mission beside its scenarios and tests. */
export type Parts = Pick<ImportedMission, 'tlpt' | 'clocks' | 'path' | 'sightings' | 'replay'>;

/**
 * Writes the TLPT record of a new mission, the clocks of its hosts, its attack path without edges that close a cycle or name no
 * test, which tests its sightings match, and when its replay was. Refuses nothing.
 */
export async function addParts(
  { from: { trx, by, user }, mission, time: at }: Place,
  { tlpt, clocks = [], path = [], sightings = [], replay }: Parts,
  find: Find,
): Promise<void> {
  if (tlpt !== undefined) await putTlpt(trx, mission, { by, user, at }, renameTests(tlpt, find));
  await putClocks(trx, mission, { by, user, at }, clocks);
  await insertEdges(trx, mission, toEdges(path, find));
  await matchSightings(trx, mission, at, sightings, find);
  if (replay === undefined) return;
  const { attendees, ...fields } = replay;
  await writeReplay(trx, mission, {
    ...fields,
    attendees_json: JSON.stringify(attendees),
    updated_by: user?.id ?? null,
    updated_at: at,
  });
  const place = { mission_id: mission.id };
  await recordWrite(trx, { at, by, verb: 'changed', object: 'replay', id: mission.id, place, after: replay });
}
