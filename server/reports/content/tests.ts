import { describeDuration } from '../../../domain/charts/figure-words.ts';
import { outcomeName } from '../../../domain/charts/words.ts';
import { largestShownFile } from '../../../domain/limits.ts';
import { wasRun } from '../../../domain/missions.ts';
import { type LevelKey, levelKeys } from '../../../domain/outcomes.ts';
import type { ReportedSide } from '../../../domain/reports.ts';
import { entryOf, mapFields, type RecordField, redDetails } from '../../../domain/test-record.ts';
import { attackResultName, categoryName, reasonName, testStatusName } from '../../../domain/words.ts';
import type { Wording } from '../dates.ts';
import type { ReportEvidence, ReportRemediation, ReportTest } from '../model.ts';
import { answersTo } from './remediations.ts';
import type { Source } from './source.ts';
import type { Field, Words } from './words.ts';

type ClosedRun = ReportTest['closed_runs'][number];
/** The record of one run, the present one or a closed one. */
export type Run = ReportTest | ClosedRun;
type Fact = ReportTest['facts'][number];

/** How long after another a time is; null where that is not known. */
export function describeDelay(from: string | null, at: string | null): string | null {
  if (from === null || at === null) return null;
  const seconds = (Date.parse(at) - Date.parse(from)) / 1000;
  if (!(Math.abs(seconds) >= 0)) return null;
  return seconds < 0 ? `${describeDuration(-seconds)} before` : `after ${describeDuration(seconds)}`;
}

/** What became of a run, and the colour of it; its state, without a colour, where it was not made or the report keeps quiet of it. */
export function toOutcome(
  { status, detection_level }: Pick<Run, 'status' | 'detection_level'>,
  side: ReportedSide,
): { name: string; color: LevelKey | 'open' | null } {
  if (!wasRun(status) || side === 'red') return { name: testStatusName[status], color: null };
  if (detection_level === null) return { name: outcomeName.open, color: 'open' };
  const key = levelKeys.find((known) => known === detection_level.key);
  return { name: detection_level.name, color: key ?? 'open' };
}

/** The techniques of a test. */
export function pickTechniques({ catalog_tags }: Pick<ReportTest, 'catalog_tags'>) {
  return catalog_tags.filter(({ kind }) => kind !== 'tactic');
}

/** The same by their numbers alone. */
export function listTechniques(test: Pick<ReportTest, 'catalog_tags'>): string {
  return pickTechniques(test)
    .map(({ external_id }) => external_id)
    .join(', ');
}

/** How many tests there are, and how many were run. */
export function describeCounts(tests: readonly ReportTest[], { wording: { number } }: Source): string {
  const run = tests.filter(({ status }) => wasRun(status)).length;
  return `${number(tests.length)} ${tests.length === 1 ? 'test' : 'tests'}, ${number(run)} run.`;
}

/** The tests that were run, in the order in which they were; those without a time come last. */
export function inOrderOfExecution(tests: readonly ReportTest[]): ReportTest[] {
  const at = ({ executed_at }: ReportTest) => executed_at ?? '\uffff';
  return tests
    .filter(({ status }) => wasRun(status))
    .sort((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
}

/** What tells a closed run from the others. */
export function describeClosing(
  { number, closed_at, closed_by, reason }: ClosedRun,
  wording: Wording,
): Words {
  return [
    `Run ${number}, closed on ${wording.time(closed_at)}`,
    closed_by === null ? null : [' by ', { name: closed_by.display_name }],
    reason === null ? null : `; why it was run: ${reasonName[reason].toLowerCase()}`,
  ];
}

export function listPlanned({ platforms, tags }: ReportTest): Field[] {
  return [
    ['Platforms', platforms.join(', ')],
    ['Tags', tags.join(', ')],
  ];
}

/** What the red team has recorded of a run, beside its longer texts. */
export function listRed(run: Run, wording: Wording): Field[] {
  const time = (at: string | null) => (at === null ? null : wording.time(at));
  const said = mapFields(redDetails, {
    moment: ({ field }) => time(run[field]),
    line: ({ field }) => run[field],
    attack_result: () => run.attack_result && attackResultName[run.attack_result],
  });
  if (run.started_at === run.executed_at) said.started_at = null;
  return redDetails.map((field): Field => [labels[field] ?? entryOf(field).label, said[field]]);
}

/** Where a report has a shorter word than tables. */
const labels: Partial<Record<RecordField, string>> = { source_host: 'From', target_host: 'Target' };

/** What the blue team has recorded of a run, beside its facts and its comment. */
export function listBlue({ detected_at, executed_at }: Run, wording: Wording): Field[] {
  if (detected_at === null) return [];
  const delay = describeDelay(executed_at, detected_at);
  return [['Detected', `${wording.time(detected_at)}${delay === null ? '' : `, ${delay}`}`]];
}

/** Rule and alert of a fact, a line each. */
export function describeRule({ rule_name, rule_id, alert_id }: Fact): { lines: Words[] } {
  return {
    lines: [
      rule_name === null ? null : { name: rule_name },
      rule_id === null ? null : { code: rule_id },
      alert_id === null ? null : ['Alert ', { code: alert_id }],
    ],
  };
}

/** What a fact says beside its time and tool, a line each, up to its note. */
export function describeFact({ severity, category, modifiers }: Fact): string[] {
  return [
    ...(severity === null ? [] : [`Severity: ${severity}`]),
    ...(category === null ? [] : [`Category: ${categoryName[category].toLowerCase()}`]),
    ...(modifiers.length === 0 ? [] : [modifiers.map((word) => word.replaceAll('_', ' ')).join(', ')]),
  ];
}

/** Says how many bytes of a text are not here; null where all are. */
export function describeRest(bytes: number | null | undefined, { size }: Wording): string | null {
  return bytes ? `The text goes on: ${size(bytes)} more are not shown here.` : null;
}

type Shortcoming = { text: string | null; priority: ReportRemediation['priority']; title: string };
type Miss = { test: ReportTest; fields: Field[]; shortcomings: Shortcoming[] };

/** The tests that were missed, with what is known of why. */
export function listMisses(source: Source): Miss[] {
  return source.tests
    .filter(({ missed }) => missed)
    .map((test) => ({
      test,
      fields: [
        ['Was expected', test.expected_detection === null ? null : { prose: test.expected_detection }],
        ['Blue team', test.blue_comment === null ? null : { prose: test.blue_comment }],
      ],
      shortcomings: answersTo(source, test).map(({ shortcoming, root_cause, priority, title }) => ({
        text: shortcoming ?? root_cause,
        priority,
        title,
      })),
    }));
}

type Cause = { test: ReportTest; attack: string; causes: { text: string; title: string }[] };

/** The attacks that succeeded, at least partly, with the root causes that are named. */
export function listCauses(source: Source): Cause[] {
  return source.tests.flatMap((test) => {
    const { attack_result } = test;
    if (attack_result !== 'succeeded' && attack_result !== 'partly') return [];
    const causes = answersTo(source, test).flatMap(({ root_cause: text, title }) =>
      text === null ? [] : { text, title },
    );
    return { test, attack: attackResultName[attack_result], causes };
  });
}

/** The tests that were not run, with their reasons; null of all where the report leaves out what red recorded. */
export function listNotRun({
  model,
  tests,
}: Source): { test: ReportTest; state: string; reason: string | null }[] {
  const tellsReasons = model.report.options.side !== 'blue';
  return tests
    .filter(({ status }) => !wasRun(status))
    .map((test) => ({
      test,
      state: testStatusName[test.status],
      reason: tellsReasons ? test.red_comment : null,
    }));
}

/** What is said in place of a picture: the bytes of its file, null where there are none to show. */
export function describeUnshown(file: Pick<ReportEvidence, 'size'>, bytes: Buffer | null): string {
  if (bytes !== null) return 'This picture can’t be shown here.';
  return file.size > largestShownFile
    ? 'This picture is too large to be shown here.'
    : 'This picture was removed from the mission, or its file is damaged: it can’t be shown any more.';
}
