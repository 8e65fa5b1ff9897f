import type { Trx } from '../database/database.ts';
import { type Author, recordWrite } from '../history/service.ts';
import type { MissionListItem } from './contract.ts';
import { listScenarios } from './snapshots/store.ts';
import { readMissionItem } from './store.ts';
import { readMissionVariables } from './variables/store.ts';

export type RecordedMission = Omit<MissionListItem, 'catalog_tags' | 'retest_of'> & {
  retest_of: string | null;
  scenarios: string[];
  variables: Record<string, string> | null;
};

const everybody = { id: '', seesAll: true };

/** The recorded fields of a mission; its scenarios by name. */
export async function readRecorded(trx: Trx, missionId: string): Promise<RecordedMission> {
  const found = await readMissionItem(trx, everybody, missionId);
  const { catalog_tags: _tags, retest_of, ...item } = found as MissionListItem;
  const scenarios = (await listScenarios(trx, missionId)).map(({ name }) => name);
  const variables = await readMissionVariables(trx, missionId);
  return {
    ...item,
    retest_of: retest_of?.id ?? null,
    scenarios,
    variables: Object.keys(variables).length === 0 ? null : variables,
  };
}

/** Records a write to a mission, given its previous fields; null when the write created it. */
export async function recordMission(
  trx: Trx,
  user: Author,
  id: string,
  verb: 'created' | 'changed' | 'moved',
  at: string,
  before: RecordedMission | null,
): Promise<void> {
  const after = await readRecorded(trx, id);
  await recordWrite(trx, {
    at,
    by: user,
    verb,
    object: 'mission',
    id,
    place: { mission_id: id },
    before,
    after,
  });
}
