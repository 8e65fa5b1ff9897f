import type { TestStatus } from '../../../domain/missions.ts';
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
