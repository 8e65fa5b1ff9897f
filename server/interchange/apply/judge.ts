import { type ImportedKind, type ImportFormat, seesEveryImport } from '../../../domain/interchange.ts';
import type { Db } from '../../database/database.ts';
import { readImportedVersions } from '../../missions/imports/service.ts';
import type { Principal } from '../../permissions.ts';
import { readScenarioTemplateVersions } from '../../templates/scenarios/service.ts';
import { readTestTemplateVersions } from '../../templates/tests/service.ts';
import type { ImportChoices } from '../contract.ts';
import { judgeRow } from '../rules.ts';
import { findSources, readOwnVersions, type Source } from '../store.ts';

import type { ReadRow } from '../thread/plan-file.ts';

/** What a row comes to, with what is known of what it came to before. */
export type Judged = {
  action: 'new' | 'same' | 'changed' | 'refused';
  edited: boolean;
  source: Source | null;
};

const unknown: Judged = { action: 'new', edited: false, source: null };
const refused: Judged = { action: 'refused', edited: false, source: null };

/** Takes the rows of a file in their order, returns what each comes to as things are now; refuses nothing. */
export async function judgeRows(
  db: Db,
  user: Principal | null,
  format: ImportFormat,
  rows: readonly ReadRow[],
  choices: ImportChoices,
): Promise<Judged[]> {
  const judged: Judged[] = rows.map(() => refused);
  const missions = new Map<number, string>();
  // Nothing can be there of a mission that is not: then there is no scope.
  const judge = async (kind: ImportedKind, scope: string | null, some: readonly ReadRow[]): Promise<void> => {
    if (scope === null) {
      for (const row of some) judged[row.number - 1] = unknown;
      return;
    }
    const sources = await findSources(
      db,
      { format, kind, scope },
      some.map((row) => row.sourceId as string),
    );
    const ids = [...sources.values()].map((source) => source.object_id);
    const present = await versionsOf(db, user, kind, ids);
    for (const row of some) {
      const source = sources.get(row.sourceId as string) ?? null;
      const before = source && {
        digest: source.digest,
        version: source.object_version,
        present: present.get(source.object_id) ?? null,
      };
      const verdict = judgeRow(row.digest, before);
      const isThere = source !== null && before?.present !== null;
      // Its tests are judged one by one; what it says of itself stays as it is here.
      const edited = verdict.edited && kind !== 'mission';
      judged[row.number - 1] = { ...verdict, edited, source: isThere ? source : null };
      if (kind === 'mission' && isThere) missions.set(row.number, source.object_id);
    }
  };
  const taken = rows.filter((row) => row.refused === null && row.sourceId !== null && row.what !== null);
  const alone = Map.groupBy(
    taken.filter((row) => row.mission === null),
    (row) => row.what as ImportedKind,
  );
  for (const [kind, some] of alone) {
    await judge(kind, kind === 'execution' ? (choices.mission_id ?? '') : '', some);
  }
  const inMissions = Map.groupBy(
    taken.filter((row) => row.mission !== null),
    (row) => `${row.what} ${row.mission}`,
  );
  for (const some of inMissions.values()) {
    const { what, mission } = some[0] as ReadRow;
    await judge(what as ImportedKind, missions.get(mission as number) ?? null, some);
  }
  return judged;
}

/** When each of these was written last; what is gone, or not seen by the user, has no version. */
export async function versionsOf(
  db: Db,
  user: Principal | null,
  kind: ImportedKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (let start = 0; start < ids.length; start += 500) {
    const some = ids.slice(start, start + 500);
    const versions = await readSome(db, user, kind, some);
    for (const [id, version] of versions) found.set(id, version);
  }
  return found;
}

function readSome(
  db: Db,
  user: Principal | null,
  kind: ImportedKind,
  ids: readonly string[],
): Promise<Map<string, string>> {
  switch (kind) {
    case 'test_template':
      return readTestTemplateVersions(db, ids);
    case 'scenario_template':
      return readScenarioTemplateVersions(db, ids);
    case 'selection':
    case 'rule':
      return readOwnVersions(
        db,
        user !== null && !seesEveryImport(user.role) ? { id: user.id } : null,
        kind,
        ids,
      );
    default:
      return readImportedVersions(db, user, kind === 'execution' ? 'test' : kind, ids);
  }
}
