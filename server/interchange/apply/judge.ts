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
  /** Why it is refused or left as it is, which only the library tells. */
  why?: string;
  /** The permission for want of which it is refused. */
  lacks?: Permission;
  /** The half of a test that is written, where it isn't all of it. */
  half?: 'blue';
  /** Names that are neither in the file nor here. */
  missing?: string[];
  /** Of what comes of it, where that isn't what the file says. */
  digest?: string;
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
  /** The permission that the person lacks for missions that they may not write, by the number of the row. */
  readonly #barred = new Map<number, Permission>();
  /** Test templates so far, by their source ids: they stand before the scenarios that name them. */
  readonly #templates = new Set<string>();

  constructor(user: Principal | null, format: ImportFormat, choices: ImportChoices) {
    this.#user = user;
    this.#format = format;
    this.#choices = choices;
  }

  /** Notes a mission that was there before, whose row was judged by an earlier process. */
  know(number: number, missionId: string): void {
    this.#missions.set(number, missionId);
  }

  /** Notes the row of a mission that an earlier process has not written for want of a permission. */
  knowBarred(number: number): void {
    if (this.#user === null) return;
    const { permissions } = this.#user;
    const lacks =
      findLacking(permissions, 'mission', 'new') ?? findLacking(permissions, 'mission', 'changed');
    if (lacks !== null) this.#barred.set(number, lacks);
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

  /** Refuses what the person may not write, and what is of a mission that they may not write. */
  #bar(some: readonly ReadRow[], judged: Map<number, Judged>): void {
    if (this.#user === null) return;
    const isBlue = writesBlueAlone(this.#user.permissions);
    for (const { number, what, mission } of some) {
      const verdict = judged.get(number) ?? refused;
      const { action, source } = verdict;
      if (isBlue && action === 'changed' && source !== null) {
        // Of the mission itself nothing would be written.
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
    // Nothing can be there of a mission that is not: then there is no scope.
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
        judged.set(row.number, judgeOwn(kind, { format: this.#format, scope, row, id: ownId }));
        if (kind === 'mission') this.#missions.set(row.number, ownId);
        continue;
      }
      if (derived.has(row.number)) {
        judged.set(row.number, { action: 'changed', edited: true, source: null, why: derivedWhy });
        continue;
      }
      const verdict = judgeRow(lacks?.digest ?? row.digest, before);
      // Its tests are judged one by one; what it says of itself stays as it is here.
      const edited = verdict.edited && kind !== 'mission';
      judged.set(row.number, { ...verdict, edited, source, ...lacks });
      if (kind === 'mission' && source !== null) this.#missions.set(row.number, source.object_id);
    }
  }
}

/** Earlier results of these source ids that the user sees, with their versions: their own imports first, then the newest. */
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

/** Rows that nothing was imported from, and that were exported here, by what the file knows them by; with what they are. */
async function findOwn(
  db: Db,
  user: Principal | null,
  { kind, scope }: { kind: ImportedKind; scope: string },
  rows: readonly ReadRow[],
  sources: ReadonlyMap<string, Source>,
): Promise<Map<string, string>> {
  const ids = new Map(
    rows.flatMap(({ sourceId }): [string, string][] => {
      const id = sourceId === null || sources.has(sourceId) ? null : ownIdOf(sourceId);
      return id === null || sourceId === null ? [] : [[sourceId, id]];
    }),
  );
  if (ids.size === 0 || kind === 'selection' || kind === 'rule') return new Map();
  const present = await versionsOf(db, user, kind, [...new Set(ids.values())]);
  // The test of another mission is none of this one, whatever a file says.
  const inScope =
    kind === 'test' || kind === 'remediation' || kind === 'finding'
      ? await listImportedOf(db, kind, scope, [...present.keys()])
      : new Set(present.keys());
  return new Map([...ids].filter(([, id]) => inScope.has(id)));
}

/** Rows of something that was exported from a mission that is here, and would come back as something else, by their numbers. */
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

/** A run that stands here already is the same; all else is left to the person, for nobody knows who changed it last. */
function judgeOwn(
  kind: ImportedKind,
  { format, scope, row, id }: { format: ImportFormat; scope: string; row: ReadRow; id: string },
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
  if (kind === 'execution') return { action: 'same', edited: false, source };
  return { action: 'changed', edited: kind !== 'mission', source, why: ownWhy };
}

/** Names of scenario templates that neither the file nor an earlier import has. */
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
    const why = `None of the tests that it names is there: ${named.slice(0, 5).join(', ')}`;
    // It is another one once what it lacks has come in.
    into.set(number, { missing: named, digest: digestOf([digest, missing]), ...(isEmpty && { why }) });
  }
  return into;
}

type Lacks = Pick<Judged, 'why' | 'missing' | 'digest'>;

/** Why a row is refused, left as it is, or written for a half; null for any other. */
export function sayWhy(judged: Judged | undefined): string | null {
  if (judged?.action === 'refused' || judged?.half !== undefined) return judged.why ?? null;
  return judged?.edited === true ? (judged.why ?? editedWhy) : null;
}

/** Result of a row that writes to nothing existing. */
function toNew(action: Judged['action']): Judged['action'] {
  return action === 'changed' ? 'new' : action;
}

/** How what is missing stands with a row. */
export function sayMissing({ missing = [] }: Judged): string[] {
  return missing.length === 0 ? [] : [`not in the file, and left out: ${missing.join(', ')}`];
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
