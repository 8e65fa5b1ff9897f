import { describeDuration, describeReasons } from '../../../domain/charts/figure-words.ts';
import { largestShownFile } from '../../../domain/limits.ts';
import { wasRun } from '../../../domain/missions.ts';
import { type LevelKey, levelKeys } from '../../../domain/outcomes.ts';
import type { ReportedSide } from '../../../domain/reports.ts';
import { mapFields, type RecordField, redDetails } from '../../../domain/test-record.ts';
import type { Wording } from '../dates.ts';
import type { ReportEvidence, ReportModel, ReportRemediation, ReportTest } from '../model.ts';
import { hasTooManyPixels } from './pictures.ts';
import { answersTo } from './remediations.ts';
import type { Source } from './source.ts';
import type { Field, Words } from './words.ts';

type ClosedRun = ReportTest['closed_runs'][number];
/** The record of a run, either the current or a closed one. */
export type Run = ReportTest | ClosedRun;
type Fact = ReportTest['facts'][number];

/** Delay of a time after another; null when unknown. */
export function describeDelay(from: string | null, at: string | null, wording: Wording): string | null {
  if (from === null || at === null) return null;
  const seconds = (Date.parse(at) - Date.parse(from)) / 1000;
  if (!(Math.abs(seconds) >= 0)) return null;
  const time = describeDuration(Math.abs(seconds), wording);
  return wording.t(seconds < 0 ? 'reports.delay.before' : 'reports.delay.after', { time });
}

/**
 * Outcome of a run, with its colour. Without a colour: its state if it was not executed, and the result of its attack in a report
 * without blue's record.
 */
export function toOutcome(
  { status, detection_level, attack_result }: Pick<Run, 'status' | 'detection_level' | 'attack_result'>,
  side: ReportedSide,
  wording: Wording,
): { name: string; color: LevelKey | 'open' | null } {
  const { t } = wording;
  if (!wasRun(status)) return { name: t(`names.test_status.${status}`), color: null };
  if (side === 'red') return { name: nameResult(attack_result, wording), color: null };
  if (detection_level === null) return { name: t('names.outcome.open'), color: 'open' };
  return { name: nameLevel(detection_level, wording), color: toKnownKey(detection_level.key) ?? 'open' };
}

/** The result of an attack, also if nobody recorded it. */
export function nameResult(result: Run['attack_result'], { t }: Wording): string {
  return t(result === null ? 'reports.not_named' : `names.attack_result.${result}`);
}

/** Takes a detection level, returns its name in the report's language; a level with an unknown key keeps its own. */
export function nameLevel({ key, name }: { key: string; name: string }, { t }: Wording): string {
  const known = toKnownKey(key);
  return known === undefined ? name : t(`names.outcome.${known}`);
}

const toKnownKey = (key: string): LevelKey | undefined => levelKeys.find((known) => known === key);

/** The techniques of a test. */
export function pickTechniques({ catalog_tags }: Pick<ReportTest, 'catalog_tags'>) {
  return catalog_tags.filter(({ kind }) => kind !== 'tactic');
}

/** The techniques of a test, by number only. */
export function listTechniques(test: Pick<ReportTest, 'catalog_tags'>): string {
  return pickTechniques(test)
    .map(({ external_id }) => external_id)
    .join(', ');
}

/** Number of tests, and of executed tests. */
export function describeCounts(tests: readonly ReportTest[], { wording: { t } }: Source): string {
  const run = tests.filter(({ status }) => wasRun(status)).length;
  return t('reports.counts', { tests: tests.length, run });
}

/** Executed tests in order of execution; those without a time come last. */
export function inOrderOfExecution(tests: readonly ReportTest[]): ReportTest[] {
  const at = ({ executed_at }: ReportTest) => executed_at ?? '\uffff';
  return tests
    .filter(({ status }) => wasRun(status))
    .sort((one, other) => (at(one) < at(other) ? -1 : at(one) > at(other) ? 1 : 0));
}

/** Heading of a closed run. */
export function describeClosing(
  { number: run, closed_at, closed_by, reason }: ClosedRun,
  { t, tell, time: write }: Wording,
): Words {
  const time = write(closed_at);
  const closed =
    closed_by === null
      ? t('reports.run.closed', { run, time })
      : tell('reports.run.closed_by', { run, time, person: { name: closed_by.display_name } });
  if (reason === null) return closed;
  return tell('reports.run.reason', { closed, reason: t(`reports.reason.${reason}`) });
}

export function listPlanned({ platforms, tags }: ReportTest, { t }: Wording): Field[] {
  return [
    [t('reports.platforms'), platforms.join(', ')],
    [t('reports.tags'), tags.join(', ')],
  ];
}

/** Red team's record of a run, without its longer texts, and without the result of its attack where that is its outcome. */
export function listRed(run: Run, side: ReportedSide, wording: Wording): Field[] {
  const time = (at: string | null) => (at === null ? null : wording.time(at));
  const said = mapFields(redDetails, {
    moment: ({ field }) => time(run[field]),
    line: ({ field }) => run[field],
    attack_result: () =>
      side === 'red' || run.attack_result === null ? null : nameResult(run.attack_result, wording),
  });
  if (run.started_at === run.executed_at) said.started_at = null;
  return redDetails.map((field): Field => [nameDetail(field, wording), said[field]]);
}

/** Reports use a shorter word than tables for some fields. */
function nameDetail(field: RecordField, { t }: Wording): string {
  if (field === 'source_host') return t('reports.from');
  if (field === 'target_host') return t('reports.target');
  return t(`record.field.${field}`);
}

/** Blue team's record of a run, without its facts and comment. */
export function listBlue({ detected_at, executed_at }: Run, wording: Wording): Field[] {
  if (detected_at === null) return [];
  const { t } = wording;
  const time = wording.time(detected_at);
  const delay = describeDelay(executed_at, detected_at, wording);
  return [[t('reports.detected'), delay === null ? time : t('reports.detected.delay', { time, delay })]];
}

/** Rule and alert of a fact, one line each. */
export function describeRule({ rule_name, rule_id, alert_id }: Fact, { tell }: Wording): { lines: Words[] } {
  return {
    lines: [
      rule_name === null ? null : { name: rule_name },
      rule_id === null ? null : { code: rule_id },
      alert_id === null ? null : tell('reports.fact.alert', { id: { code: alert_id } }),
    ],
  };
}

/** Details of a fact besides its time and tool, one line each, before its note. */
export function describeFact({ severity, category, modifiers }: Fact, { t }: Wording): string[] {
  return [
    ...(severity === null
      ? []
      : [t('reports.fact.severity', { severity: t(`reports.severity.${severity}`) })]),
    ...(category === null
      ? []
      : [t('reports.fact.category', { category: t(`reports.category.${category}`) })]),
    ...(modifiers.length === 0 ? [] : [modifiers.map((one) => t(`reports.modifier.${one}`)).join(', ')]),
  ];
}

/** Number of omitted bytes of a text; null when complete. */
export function describeRest(bytes: number | null | undefined, { t, size }: Wording): string | null {
  return bytes ? t('reports.text.rest', { size: size(bytes) }) : null;
}

type Shortcoming = { text: string | null; priority: ReportRemediation['priority']; title: string };
type Miss = { test: ReportTest; fields: Field[]; shortcomings: Shortcoming[] };

/** Missed tests, with their reasons if known. */
export function listMisses(source: Source): Miss[] {
  const { t } = source.wording;
  return source.tests
    .filter((test) => test.class === 'not_detected')
    .map((test) => ({
      test,
      fields: [
        [
          t('reports.was_expected'),
          test.expected_detection === null ? null : { prose: test.expected_detection },
        ],
        [t('reports.blue_team'), test.blue_comment === null ? null : { prose: test.blue_comment }],
      ],
      shortcomings: answersTo(source, test).map(({ shortcoming, root_cause, priority, title }) => ({
        text: shortcoming ?? root_cause,
        priority,
        title,
      })),
    }));
}

type Cause = { test: ReportTest; attack: string; causes: { text: string; title: string }[] };

/** Attacks that succeeded, at least partially, with their root causes. */
export function listCauses(source: Source): Cause[] {
  return source.tests.flatMap((test) => {
    const { attack_result } = test;
    if (attack_result !== 'succeeded' && attack_result !== 'partly') return [];
    const attack = source.wording.t(`names.attack_result.${attack_result}`);
    return { test, attack, causes: listCausesOf(source, test) };
  });
}

/** Distinct root causes for a test: those of the findings that it shows, then of its remediations. */
export function listCausesOf(source: Source, test: ReportTest): Cause['causes'] {
  const findings = (source.model.findings ?? []).filter(({ tests }) =>
    tests.some((shown) => shown.test.id === test.id),
  );
  const named = [
    ...findings.map(({ number, title, root_cause }) => ({ title: `F-${number} ${title}`, root_cause })),
    ...answersTo(source, test),
  ];
  const causes = new Map<string, string>();
  for (const { root_cause, title } of named) {
    if (root_cause !== null && !causes.has(root_cause)) causes.set(root_cause, title);
  }
  return [...causes].map(([text, title]) => ({ text, title }));
}

/** Skipped and blocked tests with their reasons; all null if the report omits red's record. */
export function listNotRun({
  model,
  tests,
  wording: { t },
}: Source): { test: ReportTest; state: string; reason: string | null }[] {
  const tellsReasons = model.report.options.side !== 'blue';
  return tests
    .filter(({ status }) => status === 'skipped' || status === 'blocked')
    .map((test) => ({
      test,
      state: t(`names.test_status.${test.status}`),
      reason: tellsReasons ? test.red_comment : null,
    }));
}

/** Explanation for a picture that can't be shown; null when it can. */
export function describeUnshown(
  file: Pick<ReportEvidence, 'size'>,
  bytes: Buffer | null,
  { t }: Wording,
): string {
  if (bytes !== null && !hasTooManyPixels(bytes)) return t('reports.picture.unreadable');
  const isLarge = bytes !== null || file.size > largestShownFile;
  return t(isLarge ? 'reports.picture.too_large' : 'reports.picture.gone');
}

type Gap = ReportModel['gaps'][number];

/** Reasons why a test falls short, one sentence each, and its state. */
export function describeGap(
  { state, proven_by, run, ...gap }: Gap,
  wording: Wording,
): { why: string; state: string } {
  const { t } = wording;
  return {
    why: describeReasons(gap, wording),
    state:
      proven_by === null
        ? t('reports.gap.state', { state: t(`names.test_gap_state.${state}`), run })
        : t('reports.gap.proven', { run: proven_by }),
  };
}
