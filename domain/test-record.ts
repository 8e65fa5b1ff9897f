import { longestRedDetail } from './limits.ts';
import { attackResults } from './missions.ts';
import type { LevelSource } from './outcomes.ts';
import { type Side, sides } from './sides.ts';

type Entry = {
  field: string;
  side: Side;
} & (
  | { kind: 'text' | 'moment' | 'level' | 'source' }
  | { kind: 'line'; longest: number }
  | { kind: 'choice'; options: readonly string[] }
);

/**
 * Record of both sides in a run of a test, in the order of responses and files. All of it belongs to the run: a closed run keeps
 * it, and the next one starts empty. The catalogue contains the names (`record.field.…`, `record.asked.…`). Other lists of these
 * fields are derived from this table, except for other tools' formats (docs/architecture.md › Where a field of a test stands).
 */
export const testRecord = [
  { field: 'command', side: 'red', kind: 'text' },
  { field: 'output', side: 'red', kind: 'text' },
  { field: 'red_comment', side: 'red', kind: 'text' },
  { field: 'executed_at', side: 'red', kind: 'moment' },
  { field: 'started_at', side: 'red', kind: 'moment' },
  { field: 'ended_at', side: 'red', kind: 'moment' },
  { field: 'source_host', side: 'red', kind: 'line', longest: longestRedDetail },
  { field: 'target_host', side: 'red', kind: 'line', longest: longestRedDetail },
  {
    field: 'target_user',
    side: 'red',
    kind: 'line',
    longest: longestRedDetail,
  },
  { field: 'operator', side: 'red', kind: 'line', longest: longestRedDetail },
  {
    field: 'attack_result',
    side: 'red',
    kind: 'choice',
    options: attackResults,
  },
  { field: 'detection_level_id', side: 'blue', kind: 'level' },
  { field: 'detection_level_source', side: 'blue', kind: 'source' },
  { field: 'blue_comment', side: 'blue', kind: 'text' },
  { field: 'detected_at', side: 'blue', kind: 'moment' },
] as const satisfies readonly Entry[];

type RecordEntry = (typeof testRecord)[number];
type Kind = RecordEntry['kind'];
type EntryOf<F extends RecordField> = Extract<RecordEntry, { field: F }>;
type FieldOf<S extends Side, K extends Kind> = Extract<RecordEntry, { side: S; kind: K }>['field'];
type ValueOf<E> = E extends { kind: 'source' }
  ? LevelSource | null
  : E extends { options: readonly (infer Option)[] }
    ? Option | null
    : string | null;

export type RecordField = RecordEntry['field'];

/** A run's record as it is stored. */
export type TestRecord = { [F in RecordField]: ValueOf<EntryOf<F>> };

export const recordFields = testRecord.map(({ field }) => field);

/** Takes sides and kinds, returns their fields, in table order. */
export function listFields<S extends Side, K extends Kind>(
  ofSides: readonly S[],
  kinds: readonly K[],
): FieldOf<S, K>[] {
  const isOf = ({ side, kind }: RecordEntry) =>
    ofSides.some((known) => known === side) && kinds.some((known) => known === kind);
  return testRecord.filter(isOf).map(({ field }) => field as FieldOf<S, K>);
}

const plainKinds = ['text', 'line', 'moment', 'choice'] as const;

/** Fields shared by every form of a run; the detection level varies: its id, its key or all of it. */
export const plainFields = listFields(sides, plainKinds);
export const redFields = listFields(['red'], plainKinds);
export const blueFields = listFields(['blue'], plainKinds);
export const textFields = listFields(sides, ['text']);
/** Red's fields without its texts. */
export const redDetails = listFields(['red'], ['line', 'moment', 'choice']);

/** Record fields in rows of tests, besides times and level. */
export const rowFields = [
  'started_at',
  'ended_at',
  'source_host',
  'target_host',
  'operator',
  'attack_result',
] as const satisfies readonly RecordField[];

/** Fields that usually have the same value in the next test. */
export const hostFields = [
  'source_host',
  'target_host',
  'target_user',
] as const satisfies readonly RecordField[];
export type HostField = (typeof hostFields)[number];

export type PlainField = (typeof plainFields)[number];
export type RedRecord = Pick<TestRecord, (typeof redFields)[number]>;
export type BlueRecord = Pick<TestRecord, (typeof blueFields)[number]>;

const entries: ReadonlyMap<string, RecordEntry> = new Map(testRecord.map((entry) => [entry.field, entry]));

/** Entry of a field in the table. */
export function entryOf<F extends RecordField>(field: F): EntryOf<F> {
  return entries.get(field) as EntryOf<F>;
}

/** The side that writes a field; undefined for fields outside the record. */
export function findSide(field: string): Side | undefined {
  return entries.get(field)?.side;
}

/** Type of a field's value: its kind, or its own name for a choice, because each choice has its own values. */
type Forms = { [E in RecordEntry as E['field']]: E extends { kind: 'choice' } ? E['field'] : E['kind'] };
type OfForm<F extends RecordField, K> = F extends RecordField ? (Forms[F] extends K ? F : never) : never;
type Makers<F extends RecordField> = {
  readonly [K in Forms[F]]: (entry: EntryOf<OfForm<F, K>>) => unknown;
};
type Made<M, K> = K extends keyof M
  ? M[K] extends (...entry: never) => infer Result
    ? Result
    : never
  : never;

/** Takes fields and a value for each form, returns an object with the value for each field, in order. */
export function mapFields<F extends RecordField, M extends Makers<F>>(
  fields: readonly F[],
  make: M,
): { [K in F]: Made<M, Forms[K]> } {
  const byForm: Readonly<Record<string, unknown>> = make;
  const made = fields.map((field) => {
    const entry: RecordEntry = entryOf(field);
    const form = byForm[entry.kind === 'choice' ? entry.field : entry.kind];
    return [field, (form as (entry: RecordEntry) => unknown)(entry)];
  });
  return Object.fromEntries(made);
}

/** Takes fields and an object that has them, returns only these fields, in order. */
export function pickFields<F extends RecordField, R extends Readonly<Record<F, unknown>>>(
  fields: readonly F[],
  from: R,
): Pick<R, F> {
  // Runs for ten thousand rows of tests, so it must be fast.
  const picked: Partial<Pick<R, F>> = {};
  for (const field of fields) picked[field] = from[field];
  return picked as Pick<R, F>;
}

/** Empty values for fields. */
export function blankFields<F extends RecordField>(fields: readonly F[]): Record<F, null> {
  return Object.fromEntries(fields.map((field) => [field, null])) as Record<F, null>;
}

/** A closed run has its own start, so the times of the attack have different names there. */
export type ClosedName<F> = F extends 'started_at' | 'ended_at' ? `attack_${F}` : F;
type Closed<R> = { [F in keyof R as ClosedName<F>]: R[F] };

/** The record of a closed run as it is stored. */
export type ClosedRecord = Closed<TestRecord>;

export function nameInClosed<F extends string>(field: F): ClosedName<F> {
  const isOfAttack = field === 'started_at' || field === 'ended_at';
  return (isOfAttack ? `attack_${field}` : field) as ClosedName<F>;
}

/** Takes an object with record fields, returns it with the names of a closed run. */
export function toClosed<R extends object>(record: R): Closed<R> {
  return Object.fromEntries(
    Object.entries(record).map(([field, value]) => [nameInClosed(field), value]),
  ) as Closed<R>;
}
