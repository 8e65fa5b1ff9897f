import { writing } from '../writing.ts';

export const rooms = { writing };
