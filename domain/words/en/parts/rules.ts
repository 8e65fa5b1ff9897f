import { rules } from '../rules.ts';

export const rooms = { rules };
