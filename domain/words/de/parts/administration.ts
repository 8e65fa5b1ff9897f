import { administration } from '../administration.ts';
import { audit } from '../audit.ts';
import { help } from '../help.ts';

export const rooms = { administration, audit, help };
