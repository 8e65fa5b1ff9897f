import { createContext } from 'react';
import type { Side } from '../../../domain/sides.ts';
import type { EvidenceOwner } from '../../api/missions/evidence.ts';

/** The mission whose pictures texts may show; null where they show none. */
export const PicturesOf = createContext<string | null>(null);

/** Where a picture that is pasted or dropped into a text becomes evidence; null where it does not. */
export const PicturesInto = createContext<{ owner: EvidenceOwner; side: Side } | null>(null);
