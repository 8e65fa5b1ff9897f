import { IconPaperclip } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { TestColumn } from '../../../../domain/test-table.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { LevelBadge } from '../../../ui/badges/status-badge.tsx';
import { CatalogChip } from '../../../ui/catalogue/catalog-chip.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { describeSpan } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';
import { OutcomeMarks } from '../../facts/outcome-marks.tsx';
import type { Row } from '../arrangement/rows.ts';
import { TestStatusBadge } from '../badges.tsx';
import { VerdictMark } from '../expectations/verdict-mark.tsx';
import { AssigneeSelect, LevelSelect, TagsButton } from './editing-cells.tsx';
import styles from './test-table.module.css';
import type { TestEdits } from './use-test-edits.tsx';

type Cell = (props: { row: Row; edits: TestEdits }) => ReactNode;

const nothing = <span className={styles.more}>–</span>;

/** Cell of a test, with as many lines as its row. */
export const cells: Record<TestColumn, Cell> = {
  technique: ({ row: { test } }) => {
    const [tag, ...more] = test.catalog_tags;
    if (tag === undefined) return nothing;
    return (
      <>
        <CatalogChip tag={tag} short />
        {more.length > 0 ? (
          <span className={styles.more} title={more.map(({ external_id }) => external_id).join(', ')}>
            {' '}
            +{more.length}
          </span>
        ) : null}
      </>
    );
  },
  tactic: ({ row: { tactics } }) =>
    tactics.length === 0 ? nothing : <Lines text={tactics.map(({ name }) => name).join(', ')} />,
  status: ({ row: { test } }) => <TestStatusBadge status={test.status} />,
  outcome: ({ row: { test }, edits }) => (
    <div className={styles.outcome}>
      {edits.level ? <LevelSelect test={test} edits={edits} /> : <LevelBadge level={test.detection_level} />}
      {test.outcome || test.expectation_met !== 'none' ? (
        <span className={styles.marks}>
          <OutcomeMarks outcome={test.outcome} />
          <VerdictMark verdict={test.expectation_met} isAlone={test.outcome === null} />
        </span>
      ) : null}
    </div>
  ),
  executed: ({ row: { test } }) =>
    test.executed_at === null ? nothing : <Moment at={test.executed_at} bare />,
  delay: ({ row: { test } }) =>
    test.executed_at === null || test.detected_at === null
      ? nothing
      : (describeSpan(test.executed_at, test.detected_at) ?? (
          <span className={styles.more} title={t('tests.detected_before_it_was_executed')}>
            {t('tests.before')}
          </span>
        )),
  operator: ({ row: { test } }) => (test.operator === null ? nothing : <Lines text={test.operator} />),
  assignee: ({ row: { test }, edits }) => {
    if (edits.assign) return <AssigneeSelect test={test} edits={edits} />;
    return test.assignee === null ? nothing : <Lines text={test.assignee.display_name} />;
  },
  target: ({ row: { test } }) => (test.target_host === null ? nothing : <Lines text={test.target_host} />),
  tags: ({ row: { test }, edits }) => {
    if (edits.tag) return <TagsButton test={test} edits={edits} />;
    return test.tags.length === 0 ? nothing : <Lines text={test.tags.join(', ')} />;
  },
  evidence: ({ row: { test } }) =>
    test.evidence_count === 0 ? (
      nothing
    ) : (
      <>
        <IconPaperclip size={13} stroke={1.6} aria-hidden /> {test.evidence_count}
      </>
    ),
  changed: ({ row: { test } }) =>
    test.last_actor === null && test.status === 'pending' ? (
      nothing
    ) : (
      <div className={styles.line}>
        <Moment at={test.updated_at} bare />{' '}
        <span className={styles.more}>
          <PersonName person={test.last_actor} />
        </span>
      </div>
    ),
};

function Lines({ text }: { text: string }) {
  return (
    <div className={styles.lines} title={toVisibleText(text)}>
      <Name>{text}</Name>
    </div>
  );
}
