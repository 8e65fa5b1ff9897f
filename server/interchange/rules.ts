import { type ImportAction, type ImportedKind, importedKinds } from '../../domain/interchange.ts';
import type { Permission } from '../../domain/permissions.ts';
import type { Import, ImportChoices, ImportTotals } from './contract.ts';

/** Results of rows, counted by kind. */
export type Totals = { all: ImportTotals; list: () => Import['kinds']; of: Map<ImportedKind, ImportTotals> };

const nothing = (): ImportTotals => ({ new: 0, same: 0, changed: 0, refused: 0, left_out: 0 });

/** Empty totals; they list kinds in the order of `importedKinds`. */
export function emptyTotals(): Totals {
  const of = new Map<ImportedKind, ImportTotals>();
  return {
    all: nothing(),
    of,
    list: () =>
      importedKinds.flatMap((what) => {
        const totals = of.get(what);
        return totals === undefined ? [] : [{ what, ...totals }];
      }),
  };
}

/** Adds `n` rows with this result to totals; `kind` is null for rows of an unknown kind. */
export function addUp({ all, of }: Totals, kind: ImportedKind | null, action: ImportAction, n = 1): void {
  all[action] += n;
  if (kind === null) return;
  const totals = of.get(kind) ?? nothing();
  totals[action] += n;
  of.set(kind, totals);
}

/** Known source of a row, and the current version of its object. */
export type Before = { digest: string; version: string; present: string } | null;

/** Action for a row: changes made here since its import are not overwritten silently. */
export function judgeRow(
  digest: string,
  before: Before,
): { action: 'new' | 'same' | 'changed'; edited: boolean } {
  if (before === null) return { action: 'new', edited: false };
  if (before.digest === digest) return { action: 'same', edited: false };
  return { action: 'changed', edited: before.present !== before.version };
}

export const editedWhy = 'It was changed here since its import, and is kept unless you choose otherwise';

/** Whether the person wants a locally changed row overwritten. */
export function mayOverwrite({ overwrite }: ImportChoices, number: number): boolean {
  return overwrite === 'all' || (overwrite?.includes(number) ?? false);
}

/** The rows that the person excludes, or whose mission they exclude, by number; with the reason unless obvious. */
export function listLeftOut(
  rows: readonly { number: number; mission: number | null }[],
  { leave_out }: ImportChoices,
): ReadonlyMap<number, string | null> {
  const named = new Set(leave_out);
  return new Map(
    rows.flatMap<[number, string | null]>(({ number, mission }) => {
      if (named.has(number)) return [[number, null]];
      return mission !== null && named.has(mission) ? [[number, 'Its mission was left out']] : [];
    }),
  );
}

/** Permissions for a result, any of which is enough. */
type Enough = readonly [Permission, ...Permission[]];
const ofMission = { new: ['mission.create'], changed: ['mission.update'] } as const;
const ofSelection = ['test_template.create'] as const;
const ofExecution = ['mission.write_red_fields'] as const;
/** Blue only writes its half. */
const ofTest = { new: ['mission.create'], changed: ['mission.update', 'mission.write_blue_fields'] } as const;
const ofRule = ['mission.write_blue_fields', 'test_template.create'] as const;
export const permissionsOf: Record<ImportedKind, { new: Enough; changed: Enough }> = {
  test_template: { new: ['test_template.create'], changed: ['test_template.update'] },
  scenario_template: { new: ['scenario_template.create'], changed: ['scenario_template.update'] },
  mission: ofMission,
  test: ofTest,
  remediation: ofMission,
  finding: ofMission,
  execution: { new: ofExecution, changed: ofExecution },
  selection: { new: ofSelection, changed: ofSelection },
  rule: { new: ofRule, changed: ofRule },
};

/** Whether someone may only write blue's half of the tests in an existing mission. */
export function writesBlueAlone(held: ReadonlySet<Permission>): boolean {
  return held.has('mission.write_blue_fields') && !held.has('mission.update');
}

/** Reason for importing only half of a test's row. */
export function sayBlueAlone(isEdited: boolean): string {
  return isEdited
    ? 'Only its blue side is written, and only if you overwrite it: it was created or changed here'
    : 'Only its blue side is written';
}

/** Takes someone's permissions and the result of a row, returns the missing permission; null for none. */
export function findLacking(
  held: ReadonlySet<Permission>,
  kind: ImportedKind,
  action: ImportAction,
): Permission | null {
  if (action !== 'new' && action !== 'changed') return null;
  const enough = permissionsOf[kind][action];
  return enough.some((permission) => held.has(permission)) ? null : enough[0];
}
