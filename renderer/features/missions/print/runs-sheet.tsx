import { toBrief } from '../../../../domain/outcomes.ts';
import { mapFields, nameInClosed, redDetails } from '../../../../domain/test-record.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';
import type { ClosedRun } from '../../../../server/missions/runs/contract.ts';
import { nameLevel } from '../../../api/catalogue/name-level.ts';
import {
  type SheetColumn,
  type SheetFact,
  SheetFacts,
  SheetSection,
  SheetTable,
  SheetText,
} from '../../../ui/print/sheet-parts.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { describeDelay } from '../../../ui/times/typed-moment.ts';
import { t } from '../../../words.ts';
import { EvidenceSheet } from '../../evidence/evidence-sheet.tsx';
import type { Pictures } from '../../evidence/printed-pictures.ts';
import { FactsSheet } from '../../facts/facts-sheet.tsx';
import { describeSeen } from '../../facts/seen-words.ts';
import { type ShownRun, toColumns } from '../runs/run-columns.ts';

type Line = ReturnType<typeof toColumns>[number] & { id: string };

const columns = (): readonly SheetColumn<Line>[] => [
  {
    head: t('shared.run'),
    width: '17mm',
    cell: ({ run, isPresent }) => (isPresent ? t('tests.run_present', { run: run.number }) : run.number),
  },
  {
    head: t('tests.why'),
    width: '22mm',
    cell: ({ run }) => (run.reason === null ? t('tests.first_run') : t(`names.run_reason.${run.reason}`)),
  },
  { head: t('shared.status'), width: '20mm', cell: ({ run }) => t(`names.test_status.${run.status}`) },
  { head: t('shared.outcome'), cell: ({ run }) => describeSeen({ ...run, outcome: toBrief(run.outcome) }) },
  {
    head: t('tests.than_before'),
    width: '18mm',
    cell: ({ change }) => (change === null ? '' : t(`names.run_change.${change}`)),
  },
  { head: t('tests.executed'), width: '32mm', cell: ({ run }) => toBareMoment(run.executed_at) },
  { head: t('tests.detected'), width: '18mm', cell: ({ run }) => toDelay(run) },
];

/** The runs of a test from the first to the current one, one line each; empty with a single run. */
export function RunsTable({ test, closed }: { test: MissionTest; closed: readonly ClosedRun[] }) {
  if (closed.length === 0) return null;
  const rows = toColumns(test, closed).map((column) => ({ ...column, id: String(column.run.number) }));
  return <SheetTable columns={columns()} rows={rows} />;
}

/** Record of both sides for one run, with evidence. */
export function RunSheet({
  run,
  pictures,
  isEarlier = false,
}: {
  run: ShownRun;
  pictures: Pictures;
  /** Prefix of each part's name if there are several runs. */
  /** Whether the run's number is in the headings. */
  isEarlier?: boolean;
}) {
  return (
    <>
      <SheetSection
        title={isEarlier ? t('tests.red_record_of_run', { run: run.number }) : t('tests.red_record')}
        side="red"
      >
        <SheetFacts facts={listAttack(run)} />
        <SheetText label={t('tests.command_that_was_run')} text={run.command} mono />
        <SheetText label={t('shared.output')} text={run.output} mono />
        <SheetText label={t('shared.comment')} text={run.red_comment} />
        <EvidenceSheet files={run.evidence.filter(({ side }) => side === 'red')} pictures={pictures} />
      </SheetSection>
      <SheetSection
        title={isEarlier ? t('tests.blue_record_of_run', { run: run.number }) : t('tests.blue_record')}
        side="blue"
      >
        <SheetFacts
          facts={[
            [
              t('shared.detection_level'),
              run.detection_level === null ? t('tests.not_judged') : nameLevel(run.detection_level),
            ],
            [t('tests.detected'), toMoment(run.detected_at)],
            [t('shared.time_to_detect'), run.executed_at === null ? null : toDelay(run)],
          ]}
        />
        <FactsSheet facts={run.facts} executedAt={run.executed_at} />
        <SheetText label={t('shared.comment')} text={run.blue_comment} />
        <EvidenceSheet files={run.evidence.filter(({ side }) => side === 'blue')} pictures={pictures} />
      </SheetSection>
    </>
  );
}

function listAttack(run: ShownRun): SheetFact[] {
  const said = mapFields(redDetails, {
    moment: ({ field }) => toMoment(run[nameInClosed(field)]),
    line: ({ field }) => run[field],
    attack_result: ({ field }) => run[field] && t(`names.attack_result.${run[field]}`),
  });
  return redDetails.map((field) => [t(`record.field.${field}`), said[field]]);
}

const toBareMoment = (at: string | null) => (at === null ? null : <Moment at={at} bare />);
const toMoment = (at: string | null) => (at === null ? null : <Moment at={at} />);

function toDelay({ detected_at, executed_at }: ShownRun) {
  if (detected_at === null) return null;
  return describeDelay(detected_at, executed_at) ?? <Moment at={detected_at} />;
}
