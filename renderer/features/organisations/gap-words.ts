import type { GapReason } from '../../../domain/gaps.ts';

export const reasonWords: Readonly<Record<GapReason, { label: string; color: string }>> = {
  never: { label: 'Never tested', color: 'red' },
  missed: { label: 'Missed', color: 'red' },
  not_judged: { label: 'Not judged', color: 'yellow' },
  logged_only: { label: 'Only logged', color: 'yellow' },
  old: { label: 'Tested over a year ago', color: 'gray' },
};
