import { desktop } from '../desktop.ts';

export const rooms = { desktop };
