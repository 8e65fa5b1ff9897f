import { replay } from '../replay.ts';

export const rooms = { replay };
