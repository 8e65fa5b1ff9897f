import { setImmediate as others } from 'node:timers/promises';
import { type ImportedKind, type ImportFormat, seesEveryImport } from '../../../domain/interchange.ts';
import type { Permission } from '../../../domain/permissions.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { listImportedOf, readImportedVersions } from '../../missions/imports/service.ts';
import type { Principal } from '../../permissions.ts';
import { readScenarioTemplateVersions } from '../../templates/scenarios/service.ts';
import { readTestTemplateVersions } from '../../templates/test-templates/service.ts';
import type { ImportChoices } from '../contract.ts';
import { readMark } from '../exercise/own-marks.ts';
import { readOwnVersions } from '../own/store.ts';
import { editedWhy, findLacking, judgeRow, sayBlueAlone, writesBlueAlone } from '../rules.ts';
import { findSources, listSources, type Source } from '../sources/store.ts';
import { findImportsOf } from '../store.ts';
import { digestOf, type ReadRow } from '../thread/plan-file.ts';
import { derivedWhy, ownIdOf, ownWhy } from './own.ts';

/** Result of a row, given the known results before it. */
export type Judged = {
  action: 'new' | 'same' | 'changed' | 'refused';
  edited: boolean;
  source: Source | null;
  /** Reason for refusing it or leaving it unchanged, if only the library knows. */
  why?: string;
  /** The missing permission for which it is refused. */
  lacks?: Permission;
  /** The half of a test that is written, if not all of it. */
  half?: 'blue';
  /** Names found neither in the file nor here. */
  missing?: string[];
  /** Digest of the result, if it differs from the file's. */
  digest?: string;
};

const unknown: Judged = { action: 'new', edited: false, source: null };
const refused: Judged = { action: 'refused', edited: false, source: null };

/** Rows judged before yielding. */
const judgedAtOnce = 500;

/** Takes the rows of a file in order, returns the result of each; refuses nothing. Yields along the way. */
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

/** Judges the rows of a file in order, in batches. */
export class RowJudge {
  readonly #user: Principal | null;
  readonly #format: ImportFormat;
  readonly #choices: ImportChoices;
  /** Existing missions by row number. */
  readonly #missions = new Map<number, string>();
  /** The missing permission for missions that the person may not write, by row number. */
  readonly #barred = new Map<number, Permission>();
  /** Test templates so far, by source id: they come before the scenarios that refer to them. */
  readonly #templates = new Set<string>();

  constructor(user: Principal | null, format: ImportFormat, choices: ImportChoices) {
    this.#user = user;
    this.#format = format;
    this.#choices = choices;
  }

  /** Notes an existing mission whose row an earlier process has judged. */
  know(number: number, missionId: string): void {
    this.#missions.set(number, missionId);
  }

  /** Notes the row of a mission that an earlier process skipped for lack of a permission. */
  knowBarred(number: number): void {
    if (this.#user === null) return;
    const { permissions } = this.#user;
    const lacks =
      findLacking(permissions, 'mission', 'new') ?? findLacking(permissions, 'mission', 'changed');
    if (lacks !== null) this.#barred.set(number, lacks);
  }

  /** Takes the next rows, returns their results in the current state; refuses nothing. */
  async judge(db: Db, rows: readonly ReadRow[]): Promise<Judged[]> {
    const judged = new Map<number, Judged>();
    const taken = rows.filter((row) => row.refused === null && row.sourceId !== null && row.what !== null);
    const alone = Map.groupBy(
      taken.filter((row) => row.mission === null),
      (row) => row.what as ImportedKind,
    );
    for (const [kind, some] of alone) {
      await this.#judge(db, kind, kind === 'execution' ? (this.#choices.mission_id ?? '') : '', some, judged);
      this.#bar(some, judged);
      if (kind !== 'test_template') continue;
      const written = some.filter(({ number }) => judged.get(number)?.lacks === undefined);
      for (const { sourceId } of written) this.#templates.add(sourceId as string);
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
      this.#bar(some, judged);
    }
    return rows.map(({ number }) => judged.get(number) ?? refused);
  }

  /** Refuses rows that the person may not write, and those of a mission they may not write. */
  #bar(some: readonly ReadRow[], judged: Map<number, Judged>): void {
    if (this.#user === null) return;
    const isBlue = writesBlueAlone(this.#user.permissions);
    for (const { number, what, mission } of some) {
      const verdict = judged.get(number) ?? refused;
      const { action, source } = verdict;
      if (isBlue && action === 'changed' && source !== null) {
        // Nothing of the mission itself would be written.
        if (what === 'mission') judged.set(number, { ...verdict, action: 'same', edited: false });
        if (what === 'test')
          judged.set(number, { ...verdict, half: 'blue', why: sayBlueAlone(verdict.edited) });
        if (what === 'mission' || what === 'test') continue;
      }
      const isAdded = action === 'new' && this.#missions.has(mission ?? 0);
      const lacks =
        this.#barred.get(mission ?? 0) ??
        (isBlue && isAdded ? 'mission.update' : undefined) ??
        findLacking(this.#user.permissions, what as ImportedKind, source === null ? toNew(action) : action) ??
        undefined;
      if (lacks === undefined || action === 'refused') continue;
      judged.set(number, {
        ...refused,
        lacks,
        why: `You may not import it: it needs the permission ${lacks}`,
      });
      if (what === 'mission') this.#barred.set(number, lacks);
    }
  }

  async #judge(
    db: Db,
    kind: ImportedKind,
    scope: string | null,
    some: readonly ReadRow[],
    judged: Map<number, Judged>,
  ): Promise<void> {
    // Without a scope the mission doesn't exist, so it can't contain anything.
    if (scope === null) {
      for (const row of some) judged.set(row.number, unknown);
      return;
    }
    const { sources, present } = await findSeen(
      db,
      this.#user,
      { format: this.#format, kind, scope },
      some.map((row) => row.sourceId as string),
    );
    const own = await findOwn(db, this.#user, { kind, scope }, some, sources);
    const derived = await findDerived(db, this.#user, kind, some, sources);
    const needs =
      kind === 'scenario_template' ? await findMissing(db, this.#format, this.#templates, some) : null;
    for (const row of some) {
      const source = sources.get(row.sourceId as string) ?? null;
      const before = source && {
        digest: source.digest,
        version: source.object_version,
        present: present.get(source.object_id) as string,
      };
      const lacks = needs?.get(row.number);
      const ownId = own.get(row.sourceId as string);
      if (lacks?.why !== undefined) {
        judged.set(row.number, { ...refused, ...lacks });
        continue;
      }
      if (ownId !== undefined) {
        judged.set(row.number, judgeOwn(kind, { format: this.#format, scope, row, ...ownId }));
        if (kind === 'mission') this.#missions.set(row.number, ownId.id);
        continue;
      }
      if (derived.has(row.number)) {
        judged.set(row.number, { action: 'changed', edited: true, source: null, why: derivedWhy });
        continue;
      }
      // Edited here after its import, and back as it is here.
      if (source !== null && row.here === before?.present && source.object_id === ownIdOf(source.source_id)) {
        judged.set(row.number, { action: 'same', edited: false, source });
        if (kind === 'mission') this.#missions.set(row.number, source.object_id);
        continue;
      }
      const verdict = judgeRow(lacks?.digest ?? row.digest, before);
      // The mission's tests are judged one by one; its own fields stay unchanged here.
      const edited = verdict.edited && kind !== 'mission';
      judged.set(row.number, { ...verdict, edited, source, ...lacks });
      if (kind === 'mission' && source !== null) this.#missions.set(row.number, source.object_id);
    }
  }
}

/**
 * Earlier results for these source ids that the user sees, with their versions: from their own imports first, then the newest.
 */
async function findSeen(
  db: Db,
  user: Principal | null,
  of: { format: ImportFormat; kind: ImportedKind; scope: string },
  sourceIds: readonly string[],
): Promise<{ sources: Map<string, Source>; present: Map<string, string> }> {
  const all = await listSources(db, of, sourceIds);
  const present = await versionsOf(db, user, of.kind, [...new Set(all.map(({ object_id }) => object_id))]);
  const sources = new Map<string, Source>();
  for (const some of Map.groupBy(all, ({ source_id }) => source_id).values()) {
    const seen = some.filter(({ object_id }) => present.has(object_id));
    const own =
      seen.length > 1 && user !== null
        ? await findImportsOf(
            db,
            user.id,
            seen.map(({ import_id }) => import_id),
          )
        : null;
    const source = seen.find(({ import_id }) => own?.has(import_id)) ?? seen[0];
    if (source !== undefined) sources.set(source.source_id, source);
  }
  return { sources, present };
}

type OwnObject = { id: string; version: string };

/** Rows without an import that were exported here, by their ids in the file, with their objects. */
async function findOwn(
  db: Db,
  user: Principal | null,
  { kind, scope }: { kind: ImportedKind; scope: string },
  rows: readonly ReadRow[],
  sources: ReadonlyMap<string, Source>,
): Promise<Map<string, OwnObject>> {
  const ids = new Map(
    rows.flatMap(({ sourceId }): [string, string][] => {
      const id = sourceId === null || sources.has(sourceId) ? null : ownIdOf(sourceId);
      return id === null || sourceId === null ? [] : [[sourceId, id]];
    }),
  );
  if (ids.size === 0 || kind === 'selection' || kind === 'rule') return new Map();
  const present = await versionsOf(db, user, kind, [...new Set(ids.values())]);
  // The test of another mission does not belong to this one, whatever the file says.
  const inScope =
    kind === 'test' || kind === 'remediation' || kind === 'finding'
      ? await listImportedOf(db, kind, scope, [...present.keys()])
      : new Set(present.keys());
  return new Map(
    [...ids].flatMap(([sourceId, id]): [string, OwnObject][] =>
      inScope.has(id) ? [[sourceId, { id, version: present.get(id) as string }]] : [],
    ),
  );
}

/** Rows exported from an existing mission that would come back as something else, by row number. */
async function findDerived(
  db: Db,
  user: Principal | null,
  kind: ImportedKind,
  rows: readonly ReadRow[],
  sources: ReadonlyMap<string, Source>,
): Promise<Set<number>> {
  const found = new Set<number>();
  if (kind !== 'selection' && kind !== 'test_template' && kind !== 'scenario_template') return found;
  const marked = rows.flatMap(({ number, sourceId }) => {
    const mark = sourceId === null || sources.has(sourceId) ? null : readMark(sourceId);
    return mark === null ? [] : [{ number, ...mark }];
  });
  for (const [of, some] of Map.groupBy(marked, (one) => one.of)) {
    const present = await versionsOf(db, user, of, [...new Set(some.map(({ id }) => id))]);
    for (const { number, id } of some) if (present.has(id)) found.add(number);
  }
  return found;
}

/** An existing run counts as unchanged, and what is as here; the person decides on everything else. */
function judgeOwn(
  kind: ImportedKind,
  { format, scope, row, id, version }: { format: ImportFormat; scope: string; row: ReadRow } & OwnObject,
): Judged {
  const source: Source = {
    format,
    kind,
    scope,
    source_id: row.sourceId as string,
    object_id: id,
    import_id: '',
    digest: '',
    object_version: '',
    made: 0,
  };
  if (kind === 'execution' || row.here === version) return { action: 'same', edited: false, source };
  return { action: 'changed', edited: kind !== 'mission', source, why: ownWhy };
}

/** Names of scenario templates found neither in the file nor in an earlier import. */
async function findMissing(
  db: Db,
  format: ImportFormat,
  inFile: ReadonlySet<string>,
  scenarios: readonly ReadRow[],
): Promise<Map<number, Lacks>> {
  const into = new Map<number, Lacks>();
  const absent = new Set(scenarios.flatMap(({ needs = [] }) => needs.filter((id) => !inFile.has(id))));
  if (absent.size === 0) return into;
  const scope = { format, kind: 'test_template', scope: '' } as const;
  const sources = await findSources(db, scope, [...absent]);
  const present = await readTestTemplateVersions(
    db,
    [...sources.values()].map(({ object_id }) => object_id),
  );
  const isThere = (id: string) => inFile.has(id) || present.has(sources.get(id)?.object_id ?? '');
  for (const { number, needs = [], digest } of scenarios) {
    const missing = [...new Set(needs.filter((id) => !isThere(id)))];
    if (missing.length === 0) continue;
    const isEmpty = needs.every((id) => !isThere(id));
    const named = missing.map((id) => id.slice(0, 100));
    const why = `None of its tests exists here: ${named.slice(0, 5).join(', ')}`;
    // The digest changes once the missing names have been imported.
    into.set(number, { missing: named, digest: digestOf([digest, missing]), ...(isEmpty && { why }) });
  }
  return into;
}

type Lacks = Pick<Judged, 'why' | 'missing' | 'digest'>;

/** Reason for refusing a row, leaving it unchanged or writing half of it; null for any other. */
export function sayWhy(judged: Judged | undefined): string | null {
  if (judged?.action === 'refused' || judged?.half !== undefined) return judged.why ?? null;
  return judged?.edited === true ? (judged.why ?? editedWhy) : null;
}

/** Result of a row that writes to nothing existing. */
function toNew(action: Judged['action']): Judged['action'] {
  return action === 'changed' ? 'new' : action;
}

/** Missing names as shown with a row. */
export function sayMissing({ missing = [] }: Judged): string[] {
  return missing.length === 0 ? [] : [`not in the file, and left out: ${missing.join(', ')}`];
}

/** Time of the last write to each object; deleted and invisible ones have none. */
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
