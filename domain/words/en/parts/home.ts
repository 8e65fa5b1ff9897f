import { home } from '../home.ts';
import { wall } from '../wall.ts';

export const rooms = { home, wall };
