import { path } from '../path.ts';

export const rooms = { path };
