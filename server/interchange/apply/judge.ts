import { setImmediate as others } from 'node:timers/promises';
import { type ImportedKind, type ImportFormat, seesEveryImport } from '../../../domain/interchange.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
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

/** Rows that are judged before others get their turn. */
const judgedAtOnce = 500;

/** Takes the rows of a file in their order, returns what each comes to; refuses nothing. Others get their turn meanwhile. */
export async function judgeAll(
  db: Db,
  user: Principal | null,
  format: ImportFormat,
  rows: readonly ReadRow[],
  choices: ImportChoices,
): Promise<Judged[]> {
  const judge = new RowJudge(user, format, choices);
  const judged: Judged[] = [];
  for (let start = 0; start < rows.length; start += judgedAtOnce) {
    const some = rows.slice(start, start + judgedAtOnce);
    for (const verdict of await inSnapshot(db, (trx) => judge.judge(trx, some))) judged.push(verdict);
    await others();
  }
  return judged;
}

/** Judges the rows of a file in their order, some at a time. */
export class RowJudge {
  readonly #user: Principal | null;
  readonly #format: ImportFormat;
  readonly #choices: ImportChoices;
  /** Missions that were there before, by the number of their row. */
  readonly #missions = new Map<number, string>();

  constructor(user: Principal | null, format: ImportFormat, choices: ImportChoices) {
    this.#user = user;
    this.#format = format;
    this.#choices = choices;
  }

  /** Notes a mission that was there before, whose row was judged by an earlier process. */
  know(number: number, missionId: string): void {
    this.#missions.set(number, missionId);
  }

  /** Takes the next rows, returns what each comes to as things are now; refuses nothing. */
  async judge(db: Db, rows: readonly ReadRow[]): Promise<Judged[]> {
    const judged = new Map<number, Judged>();
    const taken = rows.filter((row) => row.refused === null && row.sourceId !== null && row.what !== null);
    const alone = Map.groupBy(
      taken.filter((row) => row.mission === null),
      (row) => row.what as ImportedKind,
    );
    for (const [kind, some] of alone) {
      await this.#judge(db, kind, kind === 'execution' ? (this.#choices.mission_id ?? '') : '', some, judged);
    }
    const inMissions = Map.groupBy(
      taken.filter((row) => row.mission !== null),
      (row) => `${row.what} ${row.mission}`,
    );
    for (const some of inMissions.values()) {
      const { what, mission } = some[0] as ReadRow;
      await this.#judge(
        db,
        what as ImportedKind,
        this.#missions.get(mission as number) ?? null,
        some,
        judged,
      );
    }
    return rows.map(({ number }) => judged.get(number) ?? refused);
  }

  async #judge(
    db: Db,
    kind: ImportedKind,
    scope: string | null,
    some: readonly ReadRow[],
    judged: Map<number, Judged>,
  ): Promise<void> {
    // Nothing can be there of a mission that is not: then there is no scope.
    if (scope === null) {
      for (const row of some) judged.set(row.number, unknown);
      return;
    }
    const sources = await findSources(
      db,
      { format: this.#format, kind, scope },
      some.map((row) => row.sourceId as string),
    );
    const ids = [...sources.values()].map((source) => source.object_id);
    const present = await versionsOf(db, this.#user, kind, ids);
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
      judged.set(row.number, { ...verdict, edited, source: isThere ? source : null });
      if (kind === 'mission' && isThere) this.#missions.set(row.number, source.object_id);
    }
  }
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
