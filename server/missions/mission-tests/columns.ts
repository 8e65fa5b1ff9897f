import type { TestStatus } from '../../../domain/missions.ts';
import { runFields } from '../../../domain/runs.ts';
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
export const recordColumns = ['status', ...runFields] as const satisfies (keyof Row<'mission_tests'>)[];

/** What people write in a run of a test. */
export type TestFields = Pick<Row<'mission_tests'>, (typeof recordColumns)[number]>;

/** Where a mission counts its tests in a state. */
export const countColumn = {
  pending: 'count_pending',
  skipped: 'count_skipped',
  blocked: 'count_blocked',
  executed: 'count_executed',
  reviewed_by_blue: 'count_reviewed',
} as const satisfies Record<TestStatus, keyof Row<'missions'>>;
