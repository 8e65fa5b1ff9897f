import { VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import type { TestColumn } from '../../../../domain/test-table.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Mark } from '../../../api/missions/activity.ts';
import { t } from '../../../words.ts';
import type { Row } from '../arrangement/rows.ts';
import { HiddenMark } from '../hiding/hidden-mark.tsx';
import { cells } from './cells.tsx';
import styles from './test-table.module.css';
import type { TestEdits } from './use-test-edits.tsx';

type CellProps = {
  row: Row;
  to: string;
  shown: readonly TestColumn[];
  /** Each row names its scenario if its neighbours belong to others. */
  withScenario: boolean;
  mark: Mark | null;
  /** Whether the test is open next to the table. */
  isOpen: boolean;
  edits: TestEdits;
};

type Props = CellProps & {
  index: number;
  selected: boolean;
  onPick: ((testId: string, extend: boolean) => void) | null;
};

export const TestRow = memo(function TestRow({ index, selected, onPick, ...inside }: Props) {
  const { test } = inside.row;
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-selected={selected || undefined}
      data-open={inside.isOpen || undefined}
    >
      {onPick ? (
        <td>
          <input
            type="checkbox"
            className={styles.check}
            aria-label={t('tests.select_name', { name: toVisibleText(test.name) })}
            checked={selected}
            onChange={(event) => onPick(test.id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      ) : null}
      <TestCells {...inside} />
    </tr>
  );
});

/** By themselves, so that selecting a test renders its checkbox only. */
const TestCells = memo(function TestCells({ row, to, shown, withScenario, mark, isOpen, edits }: CellProps) {
  const { test, scenario } = row;
  const name = toVisibleText(test.name);
  return (
    <>
      <td>
        <div className={styles.name}>
          {mark ? (
            <span className={styles.new} title={toVisibleText(t('tests.changed_by_by', { by: mark.by }))}>
              <VisuallyHidden>{t('tests.new')}</VisuallyHidden>
            </span>
          ) : null}
          <Link
            className={styles.link}
            to={to}
            data-test-id={test.id}
            title={name}
            {...(isOpen ? { 'aria-current': 'true' as const } : {})}
          >
            <bdi>{name}</bdi>
            {withScenario ? <span className={styles.more}> · {toVisibleText(scenario.name)}</span> : null}
          </Link>
          {test.run_number > 1 ? (
            <span className={styles.run}>{t('tests.run_runnumber', { runnumber: test.run_number })}</span>
          ) : null}
          <HiddenMark hiding={test.hiding} isSmall />
        </div>
      </td>
      {shown.map((column) => {
        const Cell = cells[column];
        return (
          <td key={column}>
            <Cell row={row} edits={edits} />
          </td>
        );
      })}
    </>
  );
});
