import type { RunChange, RunReason } from '../../../../domain/runs.ts';
import type { MissionTest } from '../../../../server/missions/contract.ts';

export const reasonHint: Record<RunReason, string> = {
  retest: 'To see whether it still is as it was',
  after_fix: 'Something was changed, and should now show',
  replay: 'The same again, as for a demonstration or a new rule',
};

export const changeName: Record<RunChange, string> = {
  improved: 'better',
  worse: 'worse',
  same: 'the same',
  open: 'open',
};

/** Whether nothing was written in the present run yet. */
export function isUntouched(test: MissionTest): boolean {
  const written = [
    test.command,
    test.output,
    test.red_comment,
    test.executed_at,
    test.started_at,
    test.ended_at,
    test.source_host,
    test.target_host,
    test.target_user,
    test.operator,
    test.attack_result,
    test.detection_level,
    test.blue_comment,
    test.detected_at,
  ];
  return (
    test.status === 'pending' &&
    test.facts.length === 0 &&
    test.evidence.length === 0 &&
    !written.some(Boolean)
  );
}
