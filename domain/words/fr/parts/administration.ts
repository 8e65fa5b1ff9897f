import { administration } from '../administration.ts';
import { help } from '../help.ts';

export const rooms = { administration, help };
