import type { Row } from '../database/tables.ts';
import { toPerson } from '../person.ts';
import type { ChangedTest } from './contract.ts';

type Column =
  | 'started_at'
  | 'ended_at'
  | 'target_host'
  | 'operator'
  | 'attack_result'
  | 'detection_level_source';
export type DetailColumns = Pick<Row<'mission_tests'>, Column | 'tags_json' | 'assignee_id'> & {
  assignee_name: string | null;
};

/** What rows of tests show besides, of a query that joins `users as assignee`. */
export const detailColumns = [
  'test.tags_json',
  'test.started_at',
  'test.ended_at',
  'test.target_host',
  'test.operator',
  'test.attack_result',
  'test.detection_level_source',
  'test.assignee_id',
  'assignee.display_name as assignee_name',
] as const;

export function toDetails(row: DetailColumns): Pick<ChangedTest, Column | 'tags' | 'assignee'> {
  return {
    assignee: toPerson(row.assignee_id, row.assignee_name),
    tags: JSON.parse(row.tags_json),
    started_at: row.started_at,
    ended_at: row.ended_at,
    target_host: row.target_host,
    operator: row.operator,
    attack_result: row.attack_result,
    detection_level_source: row.detection_level_source,
  };
}
