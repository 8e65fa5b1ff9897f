import { interchange } from '../interchange.ts';

export const rooms = { interchange };
