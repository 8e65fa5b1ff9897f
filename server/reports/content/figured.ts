import { expectLevel, explainExpectation } from '../../../domain/expectations.ts';
import { wasRun } from '../../../domain/missions.ts';
import type { LevelKey } from '../../../domain/outcomes.ts';
import type { FiguredTest } from '../../../domain/score.ts';
import type { ReportTest } from '../model.ts';

type Run = Pick<ReportTest, 'status' | 'executed_at' | 'detected_at' | 'detection_level' | 'facts'>;

/** Takes a run of a report and the expectations of its test, returns it as figures count it. */
export function toFigured(run: Run, expectations: ReportTest['expectations']) {
  return {
    attempted: wasRun(run.status),
    executed_at: run.executed_at,
    level: (run.detection_level?.key ?? null) as LevelKey | null,
    detected_at: run.detected_at,
    facts: run.facts,
    expectations: expectations.map((expectation) => explainExpectation(expectation, run)),
    expected_level: expectLevel(expectations),
    expected_tools: expectations.flatMap(({ tools }) => tools),
  } satisfies FiguredTest;
}
