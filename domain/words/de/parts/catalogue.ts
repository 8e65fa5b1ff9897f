import { catalogue } from '../catalogue.ts';
import { organisations } from '../organisations.ts';

export const rooms = { catalogue, organisations };
