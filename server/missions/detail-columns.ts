import { pickFields, rowFields } from '../../domain/test-record.ts';
import type { Row } from '../database/tables.ts';
import { toPerson } from '../person.ts';
import type { ChangedTest } from './contract.ts';
import { columnsOfTest } from './mission-tests/columns.ts';

type Column = (typeof rowFields)[number] | 'detection_level_source';
export type DetailColumns = Pick<Row<'mission_tests'>, Column | 'tags_json' | 'assignee_id'> & {
  assignee_name: string | null;
};

/** Additional columns of test rows, in a query that joins `users as assignee`. */
export const detailColumns = [
  'test.tags_json',
  ...columnsOfTest(rowFields),
  'test.detection_level_source',
  'test.assignee_id',
  'assignee.display_name as assignee_name',
] as const;

export function toDetails(row: DetailColumns): Pick<ChangedTest, Column | 'tags' | 'assignee'> {
  return {
    assignee: toPerson(row.assignee_id, row.assignee_name),
    tags: JSON.parse(row.tags_json),
    ...pickFields(rowFields, row),
    detection_level_source: row.detection_level_source,
  };
}
