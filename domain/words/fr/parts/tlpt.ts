import { tlpt } from '../tlpt.ts';

export const rooms = { tlpt };
