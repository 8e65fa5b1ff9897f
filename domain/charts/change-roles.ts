import type { MissionChangeKind } from '../runs.ts';
import type { ColorRole } from './drawing.ts';

/** The colours of changes of tests from one mission to another. */
export const changeRoles = {
  worse: 'worse',
  improved: 'better',
  same: 'same',
  open: 'open',
  new: 'only',
  gone: 'track',
} as const satisfies Record<MissionChangeKind, ColorRole>;
