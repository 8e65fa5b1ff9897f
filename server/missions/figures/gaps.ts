import { severities } from '../../../domain/outcomes.ts';
import { compareGaps, findTestGap, type TestGap, type TestRun } from '../../../domain/test-gaps.ts';
import type { TaggedTest } from '../../figures/service.ts';
import type { MissionFigures } from './contract.ts';
import type { EarlierRuns } from './earlier.ts';
import { listRuns, type MissionTest } from './figured-test.ts';
import type { TestFinding } from './store.ts';

/** The tests whose findings are all fixed. */
function listFixed(findings: readonly TestFinding[]): Set<string> {
  const open = new Set(findings.filter(({ isFixed }) => !isFixed).map(({ test_id }) => test_id));
  return new Set(findings.map(({ test_id }) => test_id)).difference(open);
}

type NamedTest = Pick<MissionTest & TaggedTest, 'id' | 'name' | 'techniques'>;
type TestWithGap = NamedTest & { runs: TestRun[]; gap: TestGap | null };

/** Takes tests with related data, returns each with its runs, and its gap if it has one. */
export function findGaps(
  tests: readonly (MissionTest & TaggedTest)[],
  earlier: EarlierRuns,
  findings: readonly TestFinding[],
): TestWithGap[] {
  const fixed = listFixed(findings);
  return tests.map((test) => {
    const { id, name, techniques } = test;
    const runs = listRuns(test);
    const gap = findTestGap(runs, { earlier: earlier.get(id), isFixed: fixed.has(id) });
    return { id, name, techniques, runs, gap };
  });
}

/** Takes tests with their gaps, and findings, returns the gaps: most severe finding first, then worst reason. */
export function listTestGaps(
  tests: readonly TestWithGap[],
  findings: readonly TestFinding[],
): MissionFigures['gaps'] {
  const ofTest = Map.groupBy(findings, ({ test_id }) => test_id);
  return tests
    .flatMap(({ id, name, techniques: tags, gap }) => {
      if (gap === null) return [];
      const techniques = tags.map((tag) => ({ external_id: tag.external_id, name: tag.name }));
      const own = ofTest.get(id) ?? [];
      const severity = Math.max(-1, ...own.map((finding) => severities.indexOf(finding.severity)));
      return [{ severity, gap: { test: { id, name }, techniques, ...gap } }];
    })
    .sort((one, other) => other.severity - one.severity || compareGaps(one.gap, other.gap))
    .map(({ gap }) => gap);
}
