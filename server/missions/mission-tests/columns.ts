import type { TestStatus } from '../../../domain/missions.ts';
import { type ClosedName, nameInClosed, recordFields, type TestRecord } from '../../../domain/test-record.ts';
import type { Row } from '../../database/tables.ts';

/** The columns of a test's plan, copied from a template or written by hand. */
export const planColumns = [
  'name',
  'description',
  'objective',
  'procedure',
  'suggested_command',
  'cleanup_command',
  'expected_detection',
  'platforms_json',
  'opsec',
  'tags_json',
  'catalog_tags_json',
] as const satisfies (keyof Row<'mission_tests'>)[];

/** The columns people write in a run of a test: everything that a closed run keeps. */
export const recordColumns = ['status', ...recordFields] as const satisfies (keyof Row<'mission_tests'>)[];

/** Fields people write in a run of a test. */
export type TestFields = TestRecord & { status: TestStatus };

/** Takes fields of the record, returns the columns of the current run, for a query on `mission_tests as test`. */
export function columnsOfTest<F extends keyof TestRecord>(fields: readonly F[]): `test.${F}`[] {
  return fields.map((field) => `test.${field}` as const);
}

type ColumnOfRun<F> = F extends string ? `run.${ClosedName<F>} as ${F}` : never;

/** The same for a closed run, under the names of the current one, for a query on `test_runs as run`. */
export function columnsOfRun<F extends keyof TestRecord>(fields: readonly F[]): ColumnOfRun<F>[] {
  return fields.map((field) => `run.${nameInClosed(field)} as ${field}` as ColumnOfRun<F>);
}

/** Column in which a mission counts its tests in a state. */
export const countColumn = {
  pending: 'count_pending',
  skipped: 'count_skipped',
  blocked: 'count_blocked',
  executed: 'count_executed',
  reviewed_by_blue: 'count_reviewed',
} as const satisfies Record<TestStatus, keyof Row<'missions'>>;
