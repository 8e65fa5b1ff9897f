import { IconPaperclip } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Mark } from '../../api/activity.ts';
import { CatalogChip } from '../../ui/catalog-chip.tsx';
import { PersonName } from '../../ui/person-name.tsx';
import { LevelBadge } from '../../ui/status-badge.tsx';
import { Moment } from '../../ui/time.tsx';
import { toVisibleText } from '../../ui/visible-text.ts';
import { OutcomeMarks } from '../facts/outcome-marks.tsx';
import type { Row } from './arrange-tests.ts';
import { TestStatusBadge } from './badges.tsx';
import { VerdictMark } from './expectations/verdict-mark.tsx';
import styles from './test-table.module.css';

type Props = {
  row: Row;
  index: number;
  to: string;
  /** In any other order than the mission's, each row names its scenario. */
  withScenario: boolean;
  mark: Mark | null;
  selected: boolean;
  onPick: ((testId: string, extend: boolean) => void) | null;
};

export const TestRow = memo(function TestRow({
  row,
  index,
  to,
  withScenario,
  mark,
  selected,
  onPick,
}: Props) {
  const { test, scenario } = row;
  const [tag, ...more] = test.catalog_tags;
  const name = toVisibleText(test.name);
  return (
    <tr
      className={styles.row}
      aria-rowindex={index + 2}
      data-marked={mark !== null || undefined}
      data-selected={selected || undefined}
    >
      {onPick ? (
        <td>
          <input
            type="checkbox"
            className={styles.check}
            aria-label={`Select ${name}`}
            checked={selected}
            onChange={(event) => onPick(test.id, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </td>
      ) : null}
      <td>
        <Link className={styles.link} to={to} data-test-id={test.id} title={name}>
          <bdi>{name}</bdi>
          {test.run_number > 1 ? (
            <span className={`${styles.more} ${styles.run}`}> · run {test.run_number}</span>
          ) : null}
          {withScenario ? <span className={styles.more}> · {toVisibleText(scenario.name)}</span> : null}
        </Link>
      </td>
      <td>
        <TestStatusBadge status={test.status} />
      </td>
      <td>
        {tag ? <CatalogChip tag={tag} short /> : null}
        {more.length > 0 ? (
          <span className={styles.more} title={more.map(({ external_id }) => external_id).join(', ')}>
            {' '}
            +{more.length}
          </span>
        ) : null}
      </td>
      <td>
        <LevelBadge level={test.detection_level} />
        <OutcomeMarks outcome={test.outcome} />
        <VerdictMark verdict={test.expectation_met} />
      </td>
      <td>
        {test.evidence_count > 0 ? (
          <>
            <IconPaperclip size={13} stroke={1.6} aria-hidden /> {test.evidence_count}
          </>
        ) : (
          <span className={styles.more}>–</span>
        )}
      </td>
      <td>
        {test.last_actor === null && test.status === 'pending' ? (
          <span className={styles.more}>–</span>
        ) : (
          <>
            <Moment at={test.updated_at} />{' '}
            <span className={styles.more}>
              <PersonName person={test.last_actor} />
            </span>
          </>
        )}
        {mark ? (
          <span className={styles.new} title={toVisibleText(`Changed by ${mark.by}`)}>
            new
          </span>
        ) : null}
      </td>
    </tr>
  );
});
