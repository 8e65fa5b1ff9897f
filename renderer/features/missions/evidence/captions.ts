import { longestCaption } from '../../../../domain/limits.ts';
import type { Side } from '../../../../domain/sides.ts';
import { atMost } from '../../../ui/rules.ts';

export const checkCaption = (caption: string): string | null => atMost(longestCaption)(caption.trim());

/** Where the caption of the side's next files is typed. */
export const makeCaptionId = (side: Side): string => `caption-${side}`;
