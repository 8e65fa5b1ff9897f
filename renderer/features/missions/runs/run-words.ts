import type { RunChange, RunReason } from '../../../../domain/runs.ts';

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
