import { levelKeys } from '../../../../domain/outcomes.ts';
import { type TestColumn, testColumns } from '../../../../domain/test-table.ts';
import { t } from '../../../words.ts';
import type { SortKey } from '../arrangement/arrange-tests.ts';
import type { Row } from '../arrangement/rows.ts';

type Column = {
  name: string;
  width: number;
  sort: SortKey;
  /** Highest first. */
  descendingFirst?: boolean;
};

export const columns = (): Record<TestColumn, Column> => ({
  technique: { name: t('shared.technique'), width: 94, sort: 'technique' },
  tactic: { name: t('shared.tactic'), width: 120, sort: 'tactic' },
  status: { name: t('shared.status'), width: 104, sort: 'status' },
  outcome: { name: t('tests.detection'), width: findOutcomeWidth(), sort: 'level' },
  executed: { name: t('tests.executed'), width: 146, sort: 'executed' },
  delay: { name: t('tests.column.time_to_detect'), width: 102, sort: 'delay' },
  operator: { name: t('tests.operator'), width: 110, sort: 'operator' },
  assignee: { name: t('tests.assignee'), width: 102, sort: 'assignee' },
  target: { name: t('tests.target'), width: 120, sort: 'target' },
  tags: { name: t('shared.tags'), width: 140, sort: 'tags' },
  evidence: { name: t('shared.evidence'), width: 72, sort: 'evidence', descendingFirst: true },
  changed: { name: t('tests.last_change'), width: 210, sort: 'changed', descendingFirst: true },
});

/** Room for the longest level and its marks; the width differs by language. */
function findOutcomeWidth(): number {
  const longest = Math.max(...levelKeys.map((key) => t(`names.outcome.${key}`).length));
  return 96 + 6 * Math.min(longest, 16);
}

export const checkWidth = 34;
export const narrowestName = 210;

/** Priority of columns when room is short; tactics must be looked up, so they are shown only on request. */
const wanted: readonly TestColumn[] = [
  'status',
  'outcome',
  'technique',
  'executed',
  'delay',
  'assignee',
  'evidence',
  'tags',
  'target',
  'operator',
  'changed',
];

/** Columns that are empty in most missions. */
const filled: Partial<Record<TestColumn, (row: Row) => boolean>> = {
  tags: ({ test }) => test.tags.length > 0,
  target: ({ test }) => test.target_host !== null,
  operator: ({ test }) => test.operator !== null,
};

/** The default columns: non-empty ones, as many as fit next to the names. */
export function fitColumns(rows: readonly Row[], width: number): TestColumn[] {
  let left = width - narrowestName;
  const fitting = new Set<TestColumn>();
  for (const column of wanted) {
    const isFilled = filled[column];
    if (isFilled !== undefined && !rows.some(isFilled)) continue;
    left -= columns()[column].width;
    if (left < 0) break;
    fitting.add(column);
  }
  return testColumns.filter((column) => fitting.has(column));
}

export const widthOf = (shown: readonly TestColumn[]): number =>
  shown.reduce((sum, column) => sum + columns()[column].width, narrowestName);
