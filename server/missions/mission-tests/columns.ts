import type { TestStatus } from '../../../domain/missions.ts';
import { type ClosedName, nameInClosed, recordFields, type TestRecord } from '../../../domain/test-record.ts';
import type { Row } from '../../database/tables.ts';

/** The columns of what a test says, that was copied of a template or written by hand. */
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

/** The columns of what people write in a run of a test: all of it that a closed run keeps. */
export const recordColumns = ['status', ...recordFields] as const satisfies (keyof Row<'mission_tests'>)[];

/** Fields that people write in a run of a test. */
export type TestFields = TestRecord & { status: TestStatus };

/** Takes fields of the record, returns the columns of the present run, of a query for `mission_tests as test`. */
export function columnsOfTest<F extends keyof TestRecord>(fields: readonly F[]): `test.${F}`[] {
  return fields.map((field) => `test.${field}` as const);
}

type ColumnOfRun<F> = F extends string ? `run.${ClosedName<F>} as ${F}` : never;

/** The same of a closed run, by the names of the present one, of a query for `test_runs as run`. */
export function columnsOfRun<F extends keyof TestRecord>(fields: readonly F[]): ColumnOfRun<F>[] {
  return fields.map((field) => `run.${nameInClosed(field)} as ${field}` as ColumnOfRun<F>);
}

/** Where a mission counts its tests in a state. */
export const countColumn = {
  pending: 'count_pending',
  skipped: 'count_skipped',
  blocked: 'count_blocked',
  executed: 'count_executed',
  reviewed_by_blue: 'count_reviewed',
} as const satisfies Record<TestStatus, keyof Row<'missions'>>;
