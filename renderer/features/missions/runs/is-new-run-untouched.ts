import { isUntouched } from '../../../../domain/runs.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';

/** Whether a test has an earlier run and its current one is empty. */
export function isNewRunUntouched(test: MissionTest): boolean {
  const run = {
    ...test,
    detection_level_id: test.detection_level?.id ?? null,
    has_facts: test.facts.length > 0,
    evidence_count: test.evidence.length,
  };
  return test.closed_runs > 0 && isUntouched(run);
}
