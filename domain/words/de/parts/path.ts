import { path } from '../path.ts';
import { transfers } from '../transfers.ts';

export const rooms = { path, transfers };
