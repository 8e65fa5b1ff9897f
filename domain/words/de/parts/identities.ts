import { identities } from '../identities.ts';

export const rooms = { identities };
