import { Button, ScrollArea, Skeleton } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RunChange } from '../../../../domain/runs.ts';
import { mapFields, nameInClosed, redDetails } from '../../../../domain/test-record.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import type { EvidenceFile } from '../../../api/missions/evidence.ts';
import { closedRuns } from '../../../api/missions/runs.ts';
import { LevelBadge } from '../../../ui/badges/status-badge.tsx';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Written } from '../../../ui/text/written.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { describeSpan } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';
import { EvidencePreview } from '../../evidence/evidence-preview.tsx';
import { Thumbnail } from '../../evidence/thumbnail.tsx';
import { TestStatusBadge } from '../badges.tsx';
import { VerdictBadge } from '../expectations/verdict-mark.tsx';
import { fieldName } from '../mission-tests/test-record.ts';
import { listKnownKinds, type RunColumn, type ShownRun, toColumns } from './run-columns.ts';
import styles from './runs.module.css';

export const shownAtFirst = 10;

/** The runs of a test side by side, from the first to the current one, with improvements and regressions. */
export function RunHistory({ test }: { test: MissionTest }) {
  const [most, setMost] = useState(shownAtFirst);
  const [shown, setShown] = useState<EvidenceFile | null>(null);
  const runs = useQuery({ ...closedRuns(test, most), placeholderData: keepPreviousData });
  if (test.closed_runs === 0) return null;
  const evidence = runs.data ? toColumns(test, runs.data.items).flatMap(({ run }) => run.evidence) : [];
  return (
    <SidePanel title={t('runs.runs')}>
      {runs.data === undefined ? (
        runs.error === null ? (
          <Skeleton height={180} aria-label={t('runs.loading_the_runs')} role="status" />
        ) : (
          <ProblemNote error={runs.error} what={t('runs.runs_2')} onRetry={() => runs.refetch()} />
        )
      ) : (
        <>
          <RunTable columns={toColumns(test, runs.data.items)} onPreview={setShown} />
          {test.closed_runs > runs.data.items.length ? (
            <Button variant="default" size="xs" w="fit-content" onClick={() => setMost(100)}>
              {t('runs.show_all_number_runs', { number: test.run.number })}
            </Button>
          ) : null}
        </>
      )}
      {shown ? (
        <EvidencePreview
          records={evidence.some(({ id }) => id === shown.id) ? evidence : [shown]}
          record={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
          readOnly
          onDrawn={null}
        />
      ) : null}
    </SidePanel>
  );
}

type Cell = (column: RunColumn) => ReactNode;

function RunTable({
  columns,
  onPreview,
}: {
  columns: readonly RunColumn[];
  onPreview: (record: EvidenceFile) => void;
}) {
  const has = (field: keyof ShownRun) => columns.some(({ run }) => run[field]);
  const rows: [name: string, cell: Cell][] = [
    [
      t('runs.why'),
      ({ run }) => (run.reason === null ? t('runs.first_run') : t(`names.run_reason.${run.reason}`)),
    ],
    [t('shared.status'), ({ run }) => <TestStatusBadge status={run.status} />],
    [t('runs.executed'), ({ run }) => (run.executed_at === null ? null : <Moment at={run.executed_at} />)],
    ...listAttackRows(has),
    [
      t('shared.detection_level'),
      ({ run, levelChange }) =>
        run.detection_level === null ? null : (
          <>
            <LevelBadge level={run.detection_level} /> <ChangeMark change={levelChange} />
          </>
        ),
    ],
    ...listKnownKinds(columns).map((kind): [string, Cell] => [
      t(`names.fact_kind.${kind}`),
      ({ run, kindChange }) => {
        const known = run.outcome?.[kind];
        if (!known) return null;
        const tools = known.tools.map(({ name }) => toVisibleText(name)).join(', ');
        return (
          <>
            {t(`names.fact_result.${known.result}`)}
            {tools === '' ? null : <span className={styles.quiet}> {tools}</span>}{' '}
            <ChangeMark change={kindChange?.[kind] ?? null} />
          </>
        );
      },
    ]),
  ];
  if (columns.some(({ run }) => run.expectation_met !== 'none')) {
    rows.push([
      t('runs.as_expected'),
      ({ run: { expectation_met: met } }) => (met === 'none' ? null : <VerdictBadge verdict={met} />),
    ]);
  }
  if (has('detected_at')) {
    rows.push([
      t('shared.time_to_detect'),
      ({ run: { detected_at, executed_at }, delayChange }) =>
        detected_at === null ? null : (
          <>
            {(executed_at === null ? null : describeSpan(executed_at, detected_at)) ?? (
              <Moment at={detected_at} />
            )}{' '}
            <ChangeMark change={delayChange} isDelay />
          </>
        ),
    ]);
  }
  const texts = [
    [t('shared.command'), 'command'],
    [t('shared.output'), 'output'],
    [t('runs.red_s_comment'), 'red_comment'],
    [t('runs.blue_s_comment'), 'blue_comment'],
  ] as const;
  for (const [name, field] of texts) {
    if (!has(field)) continue;
    const isCode = field === 'command' || field === 'output';
    rows.push([name, ({ run }) => <RunText run={run} name={name} text={run[field]} isCode={isCode} />]);
  }
  if (columns.some(({ run }) => run.evidence.length > 0)) {
    rows.push([t('shared.evidence'), ({ run }) => <RunEvidence run={run} onPreview={onPreview} />]);
  }
  return (
    <ScrollArea
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('runs.runs_side_by_side') }}
    >
      <table className={styles.table} aria-label={t('runs.runs')}>
        <thead>
          <tr>
            <td />
            {columns.map(({ run, isPresent, change }) => (
              <th key={run.number} scope="col" data-present={isPresent || undefined}>
                {t('runs.run_number', { number: run.number })}
                {isPresent ? <span className={styles.quiet}> {t('runs.present')}</span> : null}{' '}
                <ChangeMark change={change} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cell]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {columns.map((column) => (
                <td key={column.run.number} data-present={column.isPresent || undefined}>
                  {cell(column) ?? <span className={styles.quiet}>–</span>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

/** Attack details of red, if any run has them. */
function listAttackRows(has: (field: keyof ShownRun) => boolean): [name: string, cell: Cell][] {
  return redDetails
    .filter((field) => field !== 'executed_at' && has(nameInClosed(field)))
    .map((field) => [fieldName()[field], ({ run }) => describeAttack(run)[field]]);
}

function describeAttack(run: ShownRun) {
  return mapFields(redDetails, {
    moment: ({ field }) => {
      const at = run[nameInClosed(field)];
      return at === null ? null : <Moment at={at} />;
    },
    line: ({ field }) => (run[field] === null ? null : <Name>{run[field]}</Name>),
    attack_result: ({ field }) => (run[field] === null ? null : t(`names.attack_result.${run[field]}`)),
  });
}

/** Change since the previous run, as a word and a sign: colour alone is not enough. */
function ChangeMark({ change, isDelay = false }: { change: RunChange | null; isDelay?: boolean }) {
  if (change !== 'improved' && change !== 'worse') return null;
  const Sign = change === 'improved' ? IconArrowUpRight : IconArrowDownRight;
  return (
    <span className={styles.change} data-change={change}>
      <Sign size={14} stroke={2} aria-hidden />
      {isDelay ? t(`runs.delay.${change}`) : t(`names.run_change.${change}`)}
    </span>
  );
}

function RunText({
  run,
  name,
  text,
  isCode,
}: {
  run: ShownRun;
  name: string;
  text: string | null;
  isCode: boolean;
}) {
  if (!text) return <span className={styles.quiet}>–</span>;
  if (isCode)
    return <HostileText text={text} label={t('runs.name_of_run_number', { name, number: run.number })} />;
  return (
    <div className={styles.prose}>
      <Written text={text} />
    </div>
  );
}

function RunEvidence({ run, onPreview }: { run: ShownRun; onPreview: (record: EvidenceFile) => void }) {
  if (run.evidence.length === 0) return <span className={styles.quiet}>–</span>;
  return (
    <ul className={styles.files} aria-label={t('runs.evidence_of_run_number', { number: run.number })}>
      {run.evidence.map((record) => {
        const name = toVisibleText(record.caption || record.file_name);
        return (
          <li key={record.id}>
            <button
              type="button"
              className={styles.file}
              aria-label={t('runs.preview_filename_of_run_number', {
                filename: toVisibleText(record.file_name),
                number: run.number,
              })}
              title={name}
              data-side={record.side}
              onClick={() => onPreview(record)}
            >
              <Thumbnail record={record} />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
