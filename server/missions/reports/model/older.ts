import { explainExpectation } from '../../../../domain/expectations.ts';
import { classOf } from '../../../../domain/figures.ts';
import type { TestRun } from '../../../../domain/test-gaps.ts';
import { toFigured } from '../../../reports/content/figured.ts';
import type { ReportModel, ReportTest } from '../../../reports/model.ts';
import type { MissionTest } from '../../figures/figured-test.ts';
import { figureMission } from '../../figures/service.ts';
import { mostStrengths, pickGaps } from './rules.ts';

type OlderModel = Omit<ReportModel, 'version'> & { version: 1 };

/**
 * Takes the model of an issued report, returns it in the current form. Before version 2, the figures are recalculated from its
 * tests; the comparison is not in the model and is left out.
 */
export async function toPresentModel(model: ReportModel | OlderModel): Promise<ReportModel> {
  if (model.version !== 1) return model;
  const scenarios = model.scenarios.map((scenario) => ({
    ...scenario,
    tests: scenario.tests.map(toPresentTest),
  }));
  const tests = scenarios.flatMap(({ id, tests: own }) => own.map((test) => toMissionTest(test, id)));
  const techniques = new Map(
    model.techniques.map(({ external_id, name, tactics }) => [
      external_id,
      {
        id: external_id,
        name,
        tactics: tactics.map((tactic) => ({ id: tactic.external_id, name: tactic.name })),
      },
    ]),
  );
  const figures = {
    mission: { id: model.mission.id, name: model.mission.name },
    ...(await figureMission({
      tests,
      scenarios: scenarios.map(({ id, name }) => ({ id, name })),
      techniques,
    })),
  };
  const classes = new Map(tests.map((test) => [test.id, classOf(test)]));
  const judged = scenarios.map((scenario) => ({
    ...scenario,
    tests: scenario.tests.map((test) => ({ ...test, class: classes.get(test.id) ?? null })),
  }));
  return {
    ...model,
    version: 2,
    scenarios: judged,
    figures,
    change: null,
    gaps: pickGaps(
      figures.gaps,
      judged.flatMap(({ tests: own }) => own),
      model.remediations,
    ),
    strengths: figures.strengths.slice(0, mostStrengths),
  };
}

type Run = Pick<
  ReportTest,
  'status' | 'attack_result' | 'executed_at' | 'detected_at' | 'detection_level' | 'facts'
>;

/** A test in the current form, without values that its facts and expectations did not have yet. */
function toPresentTest({ missed: _missed, ...test }: ReportTest & { missed?: unknown }): ReportTest {
  const toPresent = <Of extends Run>(run: Of): Of => ({
    ...run,
    facts: run.facts.map((fact) => ({
      ...fact,
      time_confirmed: fact.time_confirmed ?? null,
      settled: false,
    })),
  });
  const present = toPresent(test);
  return {
    ...present,
    expectations: test.expectations.map((expectation) => {
      if (expectation.met === null) return { ...expectation, parts: [] };
      const { verdict, parts } = explainExpectation(expectation, present);
      return { ...expectation, met: verdict, parts: [...parts] };
    }),
    closed_runs: test.closed_runs.map(toPresent),
  };
}

function toMissionTest(test: ReportTest, scenario_id: string): MissionTest {
  const toRun = (run: Run, number: number): TestRun => ({
    number,
    attack_result: run.attack_result,
    ...toFigured(run, test.expectations),
  });
  return {
    id: test.id,
    scenario_id,
    source_template_id: null,
    name: test.name,
    status: test.status,
    catalog_tags: test.catalog_tags,
    updated_at: '',
    ...toRun(test, test.run_number),
    closed_runs: test.closed_runs.map((run) => toRun(run, run.number)),
  };
}
