import { c2 } from '../c2.ts';
import { engagements } from '../engagements.ts';
import { simulations } from '../simulations.ts';

export const rooms = { engagements, simulations, c2 };
