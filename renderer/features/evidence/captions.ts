import { longestCaption } from '../../../domain/limits.ts';
import type { Side } from '../../../domain/sides.ts';
import type { Store } from '../../api/connection/store.ts';
import { atMost } from '../../ui/forms/rules.ts';

export const checkCaption = (caption: string): string | null => atMost(longestCaption)(caption.trim());

/** Id of the field with the caption for the side's next files. */
export const makeCaptionId = (side: Side): string => `caption-${side}`;

/** The captions typed for the next files, in a store, so that a keystroke only renders its field. */
export type Captions = Store<Readonly<Record<Side, string>>>;
