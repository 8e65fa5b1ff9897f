import type { TestStatus } from '../../../domain/missions.ts';
import { isOfTechnique } from '../../../domain/technique-filter.ts';
import type { TestRun } from '../../../domain/test-gaps.ts';
import type { CatalogTag } from '../../fields.ts';
import type { Comparable } from './rules.ts';

/** A test of a mission: its current run. */
export type MissionTest = TestRun &
  Comparable & {
    id: string;
    scenario_id: string;
    status: TestStatus;
    catalog_tags: CatalogTag[];
    updated_at: string;
    /** Earlier runs, oldest first. */
    closed_runs: readonly TestRun[];
  };

/** Takes a test, returns its attempted runs, oldest first. */
export function listRuns(test: MissionTest): TestRun[] {
  return [...test.closed_runs, test].filter(({ attempted }) => attempted);
}

const firsts = new WeakMap<MissionTest, MissionTest>();

/** Takes a test, returns it as after its first run; cached with the test, so that it is judged once. */
export function toFirst<Test extends MissionTest>(test: Test): Test {
  const [run] = test.closed_runs;
  if (run === undefined) return test;
  let known = firsts.get(test);
  if (known === undefined) {
    known = { ...test, ...run, status: 'executed', closed_runs: [] };
    firsts.set(test, known);
  }
  return known as Test;
}

/** Whether a test is tagged with a technique that passes this filter; any test without one. */
export function isTagged({ catalog_tags }: MissionTest, technique: string | undefined): boolean {
  return (
    technique === undefined ||
    catalog_tags.some(({ kind, external_id }) => kind !== 'tactic' && isOfTechnique(external_id, technique))
  );
}
