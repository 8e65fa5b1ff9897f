import { longestCaption } from '../../../domain/limits.ts';
import type { Side } from '../../../domain/sides.ts';
import type { Store } from '../../api/connection/store.ts';
import { atMost } from '../../ui/forms/rules.ts';

export const checkCaption = (caption: string): string | null => atMost(longestCaption)(caption.trim());

/** Where the caption of the side's next files is typed. */
export const makeCaptionId = (side: Side): string => `caption-${side}`;

/** The captions that are typed for the next files: a store, so that a keystroke draws its field alone. */
export type Captions = Store<Readonly<Record<Side, string>>>;
