import { palettes } from '../../../../domain/charts/palette.ts';
import { wasRun } from '../../../../domain/missions.ts';
import { drawPath } from '../../content/drawings.ts';
import {
  describeCounts,
  describeDelay,
  describeRule,
  inOrderOfExecution,
  listCauses,
  listMisses,
  listNotRun,
  listTechniques,
  nameResult,
  type Run,
  toOutcome,
} from '../../content/tests.ts';
import { toText } from '../../content/words.ts';
import type { ReportTest } from '../../model.ts';
import {
  named,
  type Part,
  type Report,
  spaceOf,
  toDrawings,
  toFields,
  toRich,
  writeTime,
} from '../report.ts';
import type { Data, Value } from '../values.ts';

/** The outcome of a run, after its colour. */
export function nameOutcome(
  { model, wording }: Report,
  run: Pick<Run, 'status' | 'detection_level' | 'attack_result'>,
): Value {
  const { name, color } = toOutcome(run, model.report.options.side, wording);
  if (color === null) return name;
  return {
    _type: 'rich',
    blocks: [{ type: 'paragraph', children: [{ type: 'text', value: name }] }],
    mark: palettes.paper[color].slice(1).toUpperCase(),
  };
}

export function nameVerdict(
  { wording: { t } }: Report,
  { expectation_met: met }: Pick<Run, 'expectation_met'>,
): string | null {
  return met === null || met === 'none' ? null : t(`names.verdict.${met}`);
}

export function toFact(report: Report, fact: ReportTest['facts'][number], executedAt: string | null): Data {
  const { t } = report.wording;
  return {
    what: t(`names.fact_kind.${fact.kind}`),
    seen: t(`names.fact_result.${fact.result}`),
    time: writeTime(report, fact.at),
    delay: describeDelay(executedAt, fact.at, report.wording),
    tool: fact.tool?.name ?? null,
    rule: toText(describeRule(fact, report.wording)),
  };
}

export const scenarios: Part = async (report) =>
  report.model.scenarios.length === 0
    ? null
    : {
        scenarios: report.model.scenarios.map(({ name, description, tests }, index) => ({
          number: String(index + 1),
          name,
          description: toRich(description),
          tests: describeCounts(tests, report),
        })),
      };

export const attackPaths: Part = async (report) => {
  const steps = report.model.scenarios.flatMap(({ name, tests }) =>
    inOrderOfExecution(tests).map((test, index) => ({
      ...named(report, test),
      scenario: index === 0 ? name : null,
      techniques: listTechniques(test),
      executed: writeTime(report, test.executed_at),
      target: test.target_host,
      attack: nameResult(test.attack_result, report.wording),
      outcome: nameOutcome(report, test),
    })),
  );
  return steps.length === 0 ? null : { drawings: toDrawings(...drawPath(report, spaceOf(report))), steps };
};

export const detections: Part = async (report) => {
  const listed = report.tests
    .filter(({ status }) => wasRun(status))
    .flatMap((test): Data[] => {
      const name = { ...named(report, test), executed: writeTime(report, test.executed_at) };
      if (test.facts.length === 0) {
        const nothing = { seen: null, time: null, delay: null, tool: null, rule: null };
        return [{ ...name, what: nameOutcome(report, test), ...nothing }];
      }
      return test.facts.map((fact, index) => ({
        ...name,
        ...(index === 0 ? {} : { name: null, executed: null }),
        ...toFact(report, fact, test.executed_at),
      }));
    });
  return listed.length === 0 ? null : { detections: listed };
};

export const misses: Part = async (report) => {
  const { t } = report.wording;
  const missed = listMisses(report);
  if (missed.length === 0) return null;
  return {
    misses: missed.map(({ test, fields, shortcomings }) => {
      const known = shortcomings.map(
        ({ text, priority, title }) =>
          [
            t('reports.shortcoming'),
            {
              lines: [
                text,
                t('reports.priority_and_title', { priority: t(`names.priority.${priority}`), title }),
              ],
            },
          ] as const,
      );
      const all = toFields([...fields, ...known]);
      return {
        ...named(report, test),
        techniques: listTechniques(test),
        has_fields: all.length > 0,
        fields: all,
      };
    }),
  };
};

export const causes: Part = async (report) => {
  const succeeded = listCauses(report);
  if (succeeded.length === 0) return null;
  return {
    causes: succeeded.map(({ test, attack, causes: known }) => ({
      ...named(report, test),
      attack,
      outcome: nameOutcome(report, test),
      cause:
        known.map(({ text, title }) => `${text}\n(${title})`).join('\n') ||
        report.wording.t('reports.not_named'),
    })),
  };
};

export const notRun: Part = async (report) => {
  const { t } = report.wording;
  const rest = listNotRun(report);
  if (rest.length === 0) return null;
  const tellsReasons = report.model.report.options.side !== 'blue';
  return {
    intro: tellsReasons ? null : t('reports.side_left_out.red'),
    not_run: rest.map(({ test, state, reason }) => ({
      ...named(report, test),
      status: state,
      reason: toRich(reason) ?? (tellsReasons ? t('reports.no_reason') : '–'),
    })),
  };
};

export const allTests: Part = async (report) =>
  report.tests.length === 0
    ? null
    : {
        all_tests: report.tests.map((test) => ({
          ...named(report, test),
          techniques: listTechniques(test),
          executed: writeTime(report, test.executed_at),
          outcome: nameOutcome(report, test),
          as_expected: nameVerdict(report, test),
        })),
      };
