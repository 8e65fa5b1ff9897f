import { type FigureKey, isCounted } from '../../../domain/counted-tests.ts';
import { expectLevel, explainExpectation } from '../../../domain/expectations.ts';
import { wasRun } from '../../../domain/missions.ts';
import type { LevelKey } from '../../../domain/outcomes.ts';
import type { FiguredTest } from '../../../domain/score.ts';
import type { ReportTest } from '../model.ts';
import type { Source } from './source.ts';

/** A figure of a report, or of its tests of a scenario (id), tactic or technique (external ids). */
export type CountedFigure = { figure: FigureKey; scenario?: string; tactic?: string; technique?: string };

const figured = new WeakMap<ReportTest, FiguredTest>();

/** Cached with the test, so that it is judged once. */
function toFigured(test: ReportTest): FiguredTest {
  let known = figured.get(test);
  if (known === undefined) {
    const { status, executed_at, detected_at, detection_level, facts, expectations } = test;
    known = {
      attempted: wasRun(status),
      executed_at,
      level: (detection_level?.key ?? null) as LevelKey | null,
      detected_at,
      facts,
      expectations: expectations.map((expectation) => explainExpectation(expectation, test)),
      expected_level: expectLevel(expectations),
      expected_tools: expectations.flatMap(({ tools }) => tools),
    };
    figured.set(test, known);
  }
  return known;
}

/** Takes a report, returns its tests that a figure counts, in order. */
export function listCounted(
  { model }: Pick<Source, 'model'>,
  { figure, scenario, tactic, technique }: CountedFigure,
): ReportTest[] {
  const scenarios = model.scenarios.filter(({ id }) => scenario === undefined || id === scenario);
  return scenarios
    .flatMap(({ tests }) => tests)
    .filter(
      (test) =>
        (tactic === undefined || test.tactics.some(({ external_id }) => external_id === tactic)) &&
        (technique === undefined ||
          test.catalog_tags.some(
            ({ kind, external_id }) => kind !== 'tactic' && external_id === technique,
          )) &&
        isCounted({ ...toFigured(test), status: test.status }, figure),
    );
}
