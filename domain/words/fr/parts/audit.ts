import { audit } from '../audit.ts';

export const rooms = { audit };
