import type { LevelKey } from '../../../../domain/outcomes.ts';
import { isSighting, type Severity, severities } from '../../../../domain/outcomes.ts';
import { isUnresolved, priorities } from '../../../../domain/remediations.ts';
import type { ReportOptions } from '../../../../domain/reports.ts';
import { compareGaps } from '../../../../domain/test-gaps.ts';
import type {
  NamedTest,
  ReportFinding,
  ReportModel,
  ReportRemediation,
  ReportTest,
} from '../../../reports/model.ts';
import type { MissionTest } from '../../figures/figured-test.ts';
import type { FiguredMission } from '../../figures/service.ts';

const mostGaps = 5;
/** Limit of strengths in a report. */
export const mostStrengths = 5;

/** Record fields of a test in a report. */
export type Shown = { red: boolean; blue: boolean; commands: boolean; content: boolean };

/** Takes the options of a report, returns the visible parts. */
export function toShown({ side, commands, evidence }: ReportOptions): Shown {
  const red = side !== 'blue';
  return { red, blue: side !== 'red', commands: red && commands, content: evidence === 'full' };
}

/** Removes blue's record from a test, so that the figures say nothing about it. */
export function leaveOutBlue(test: MissionTest): MissionTest {
  return {
    ...test,
    level: null,
    detected_at: null,
    facts: [],
    expectations: [],
    expected_tools: [],
    closed_runs: test.closed_runs.map((run) => ({
      ...run,
      level: null,
      detected_at: null,
      facts: [],
      expectations: [],
      expected_tools: [],
    })),
  };
}

/** Takes the tests of a mission in order, returns each with its number: the scenario's, and the test's within it. */
export function numberTests({ tests, scenarios }: FiguredMission): { test: MissionTest; number: string }[] {
  const places = new Map(scenarios.map(({ id }, index) => [id, { scenario: index + 1, tests: 0 }]));
  return tests.map((test) => {
    const place = places.get(test.scenario_id) ?? { scenario: 0, tests: 0 };
    place.tests += 1;
    return { test, number: `${place.scenario}.${place.tests}` };
  });
}

/** Takes tests with their numbers, returns them in order. */
export function inOrder(tests: readonly NamedTest[]): NamedTest[] {
  const toParts = ({ number }: NamedTest) => number.split('.').map(Number) as [number, number];
  return tests.toSorted((one, other) => {
    const [[scenario, test], [otherScenario, otherTest]] = [toParts(one), toParts(other)];
    return scenario - otherScenario || test - otherTest;
  });
}

/** The techniques of a mission's tests, by external id, with their tactics. */
export function listTechniquesOf({ tests, techniques }: FiguredMission): ReportModel['techniques'] {
  const tagged = new Map(
    tests.flatMap((test) => listTechniques(test).map((technique) => [technique.external_id, technique])),
  );
  return [...tagged.values()]
    .sort((one, other) => compareText(one.external_id, other.external_id))
    .map((technique) => ({
      ...technique,
      tactics: (techniques.get(technique.external_id)?.tactics ?? []).map(({ id, name }) => ({
        external_id: id,
        name,
      })),
    }));
}

/** Name of a test in other parts of a report. */
export function nameTest({ id, number, name }: NamedTest): NamedTest {
  return { id, number, name };
}

type Moment = ReportModel['timeline'][number];

/** Takes a test in a report, returns the dated events of all its runs. */
export function listMoments(test: ReportTest): Moment[] {
  const present = { ...test, number: test.run_number };
  return [...test.closed_runs, present].flatMap((run) => {
    const about = { test: nameTest(test), run_number: run.number, until: null };
    const { executed_at } = run;
    const executions: Moment[] =
      executed_at === null
        ? []
        : [
            {
              ...about,
              at: executed_at,
              until: run.ended_at,
              side: 'red',
              event: 'executed',
              result: null,
              tool: null,
            },
          ];
    return [
      ...executions,
      ...listSightings(run).map((seen) => ({ ...about, side: 'blue' as const, ...seen })),
    ];
  });
}

type Seen = Pick<Moment, 'at' | 'event' | 'result' | 'tool'>;

/** Sightings from facts, or from the level if there is no fact. */
function listSightings({
  facts,
  detection_level,
  detected_at,
}: Pick<ReportTest, 'facts' | 'detection_level' | 'detected_at'>): Seen[] {
  if (facts.length > 0) {
    return facts.flatMap(({ at, kind, result, tool }) =>
      at === null || !isSighting(result) ? [] : [{ at, event: kind, result, tool: tool?.name ?? null }],
    );
  }
  const level = (detection_level?.key ?? 'not_detected') as LevelKey;
  if (detected_at === null || level === 'not_detected') return [];
  return [{ at: detected_at, event: level, result: 'yes', tool: null }];
}

/** In order of time; simultaneous events stay in the order of the mission. */
export function sortMoments(moments: Moment[]): Moment[] {
  return moments.sort((one, other) => compareText(one.at, other.at));
}

type Gap = ReportModel['gaps'][number];

/**
 * Takes the gaps of a mission, its tests, remediations and findings, most severe first, returns up to five gaps. Those of the
 * most severe finding come first, then those with the worst reason, the highest expected severity and the most urgent
 * remediation, of the test or of that finding; gaps with a proven fix come last.
 */
export function pickGaps(
  gaps: ReportModel['figures']['gaps'],
  tests: readonly ReportTest[],
  remediations: readonly ReportRemediation[],
  findings?: readonly ReportFinding[],
): ReportModel['gaps'] {
  const gravest = (test: string) =>
    findings?.find(({ tests: shown }) => shown.some((one) => one.test.id === test));
  const graveness = ({ test }: Gap) => severities.indexOf(gravest(test.id)?.severity as Severity);
  const unresolved = remediations.filter(({ status }) => isUnresolved(status));
  const byId = new Map(tests.map((test) => [test.id, test]));
  return gaps
    .flatMap(({ test: { id }, techniques, ...gap }): Gap[] => {
      const test = byId.get(id);
      if (test === undefined) return [];
      const planned = new Set(gravest(id)?.remediations.map((one) => one.id));
      const own = unresolved.filter(
        (one) => planned.has(one.id) || one.tests.some((shown) => shown.id === id),
      );
      const [first] = own.toSorted((one, other) => urgencyOf(other) - urgencyOf(one));
      return [
        {
          test: nameTest(test),
          techniques,
          tactics: test.tactics,
          ...gap,
          severity: findSeverity(test),
          remediation: first === undefined ? null : pickRemediation(first),
          ...(findings === undefined ? {} : { finding: gravest(id)?.number ?? null }),
        },
      ];
    })
    .sort(
      (one, other) =>
        Number(one.state === 'proven') - Number(other.state === 'proven') ||
        graveness(other) - graveness(one) ||
        compareGaps(one, other) ||
        severityRank(other) - severityRank(one) ||
        urgencyOf(other.remediation) - urgencyOf(one.remediation),
    )
    .slice(0, mostGaps);
}

function severityRank({ severity }: Gap): number {
  return severity === null ? -1 : severities.indexOf(severity);
}

function pickRemediation({
  id,
  title,
  owner,
  due_on,
  priority,
  status,
}: ReportRemediation): Gap['remediation'] {
  return { id, title, owner, due_on, priority, status };
}

function findSeverity({ expectations }: ReportTest): Gap['severity'] {
  const asked = expectations.map(({ severity }) => severity);
  return severities.findLast((severity) => asked.includes(severity)) ?? null;
}

function urgencyOf(remediation: Pick<ReportRemediation, 'priority'> | null): number {
  return remediation === null ? -1 : priorities.indexOf(remediation.priority);
}

function listTechniques({ catalog_tags }: Pick<ReportTest, 'catalog_tags'>): Gap['techniques'] {
  return catalog_tags
    .filter(({ kind }) => kind !== 'tactic')
    .map(({ external_id, name }) => ({ external_id, name }));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
