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
export const recordColumns = [
  'status',
  'command',
  'output',
  'red_comment',
  'executed_at',
  'started_at',
  'ended_at',
  'source_host',
  'target_host',
  'target_user',
  'operator',
  'attack_result',
  'detection_level_id',
  'detection_level_source',
  'blue_comment',
  'detected_at',
] as const satisfies (keyof Row<'mission_tests'>)[];

/** What people write in a run of a test. */
export type TestFields = Pick<Row<'mission_tests'>, (typeof recordColumns)[number]>;
