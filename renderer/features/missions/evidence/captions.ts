import { longestCaption } from '../../../../domain/limits.ts';
import { atMost } from '../../../ui/rules.ts';
import type { Side } from '../statuses.ts';

export const captionProblem = (caption: string): string | null => atMost(longestCaption)(caption.trim());

/** Where the caption of the side's next files is typed. */
export const captionId = (side: Side): string => `caption-${side}`;
