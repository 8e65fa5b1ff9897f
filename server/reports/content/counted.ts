import { type FigureKey, isCounted } from '../../../domain/counted-tests.ts';
import type { FiguredTest } from '../../../domain/score.ts';
import type { ReportTest } from '../model.ts';
import { toFigured } from './figured.ts';
import type { Source } from './source.ts';

/** A figure of a report, or of its tests of a scenario (id), tactic or technique (external ids). */
export type CountedFigure = { figure: FigureKey; scenario?: string; tactic?: string; technique?: string };

type Counted = FiguredTest & Pick<ReportTest, 'status'>;
const judged = new WeakMap<ReportTest, Counted>();

/** Cached with the test, so that it is judged once. */
function toCounted(test: ReportTest): Counted {
  let known = judged.get(test);
  if (known === undefined) {
    known = { ...toFigured(test, test.expectations), status: test.status };
    judged.set(test, known);
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
        isCounted(toCounted(test), figure),
    );
}
