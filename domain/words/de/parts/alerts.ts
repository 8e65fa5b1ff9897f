import { alerts } from '../alerts.ts';

export const rooms = { alerts };
