import { endsBeforeStart } from '../../../domain/fields.ts';
import { tlptDays, tlptLists, tlptNotes, tlptPhases, tlptTexts } from '../../../domain/tlpt.ts';
import { type FieldError, refuseFields } from '../../errors.ts';
import type { TlptPatch, TlptRecord } from './contract.ts';

/** Lists whose items refer to tests. */
export const listsOfTests = ['flags', 'leg_ups', 'deviations'] as const;

/** An empty record. */
export const blankTlpt = Object.fromEntries([
  ...[...tlptTexts, ...tlptNotes, ...tlptDays].map((field) => [field, null]),
  ...tlptLists.map((field) => [field, []]),
]) as unknown as TlptRecord;

/** Whether a record is empty. */
export function isBlank(record: TlptRecord): boolean {
  return [...tlptTexts, ...tlptNotes, ...tlptDays, ...tlptLists].every((field) => !record[field]?.length);
}

/** Takes a record, returns the parts copied to another mission: its parties and scope, without events. */
export function pickPlanned(record: TlptRecord): TlptRecord {
  const { entities, functions } = record;
  const texts = Object.fromEntries(tlptTexts.map((field) => [field, record[field]]));
  return { ...blankTlpt, ...texts, entities, functions };
}

/** Refuses (`invalid`) a phase that ends before it starts. */
export function refuseInvertedPhases(record: TlptRecord): void {
  refuseFields(
    tlptPhases.flatMap((phase) =>
      endsBeforeStart(record[`${phase}_start`], record[`${phase}_end`])
        ? [{ path: `${phase}_end`, message: `must not be before ${phase}_start` }]
        : [],
    ),
  );
}

/** Refuses (`invalid` at its index) a test that is not in the mission. */
export function refuseOtherTests(patch: TlptPatch, known: ReadonlySet<string>): void {
  const errors = listsOfTests.flatMap((list) =>
    (patch[list] ?? []).flatMap(({ test_ids }, item) =>
      test_ids.flatMap((id, index): FieldError[] =>
        known.has(id)
          ? []
          : [{ path: `${list}.${item}.test_ids.${index}`, message: 'is not a test of this mission' }],
      ),
    ),
  );
  refuseFields(errors);
}

/** Takes a record and a mapping of its tests, returns it with the new ids; unmapped tests are dropped. */
export function renameTests(record: TlptRecord, find: (test: string) => string | undefined): TlptRecord {
  const keep = <Item extends { test_ids: string[] }>(items: Item[]): Item[] =>
    items.map((item) => ({ ...item, test_ids: item.test_ids.flatMap((id) => find(id) ?? []) }));
  return {
    ...record,
    flags: keep(record.flags),
    leg_ups: keep(record.leg_ups),
    deviations: keep(record.deviations),
  };
}

/** Takes a changed record, and the whole one and the part of it that its writer saw, returns it with the tests they did not see. */
export function keepUnseen(after: TlptRecord, whole: TlptRecord, seen: TlptRecord): TlptRecord {
  const visible = new Set(listNamedTests(seen));
  const kept = (list: (typeof listsOfTests)[number], id: string) =>
    (whole[list].find((item) => item.id === id)?.test_ids ?? []).filter((test) => !visible.has(test));
  const keep = <Item extends { id: string; test_ids: string[] }>(
    list: (typeof listsOfTests)[number],
    items: Item[],
  ): Item[] =>
    items.map((item) => ({
      ...item,
      test_ids: [...new Set([...item.test_ids, ...kept(list, item.id)])],
    }));
  return {
    ...after,
    flags: keep('flags', after.flags),
    leg_ups: keep('leg_ups', after.leg_ups),
    deviations: keep('deviations', after.deviations),
  };
}

/** Tests named in a record or a change. */
export function listNamedTests(record: TlptPatch): string[] {
  return listsOfTests.flatMap((list) => (record[list] ?? []).flatMap(({ test_ids }) => test_ids));
}

/** Takes a record and tests, returns its flags, leg-ups and deviations that name one of them. */
export function listNaming({ flags, leg_ups, deviations }: TlptRecord, tests: ReadonlySet<string>): string[] {
  const names = ({ test_ids }: { test_ids: readonly string[] }) => test_ids.some((id) => tests.has(id));
  return [
    ...flags.filter(names).map(({ number, objective }) => `${number}. ${objective}`),
    ...[...leg_ups, ...deviations].filter(names).map(({ what }) => what),
  ];
}

/** Takes a record and a change, returns the changed record. */
export function mergeTlpt(record: TlptRecord, patch: TlptPatch): TlptRecord {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  return { ...record, ...Object.fromEntries(given) };
}

/** Takes a record before and after a change, returns both sides for the history; of a list, only the changed items. */
export function pickChanged(before: TlptRecord, after: TlptRecord): { before: Fields; after: Fields } {
  const told: { before: Fields; after: Fields } = { before: { ...before }, after: { ...after } };
  for (const list of tlptLists) {
    const [was, is] = [leaveOut(before[list], after[list]), leaveOut(after[list], before[list])];
    // A mere change of order is recorded with the whole list.
    if (was.length + is.length > 0) [told.before[list], told.after[list]] = [was, is];
  }
  return told;
}

type Fields = Record<string, unknown>;

function leaveOut(items: readonly object[], others: readonly object[]): object[] {
  const known = new Set(others.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}
