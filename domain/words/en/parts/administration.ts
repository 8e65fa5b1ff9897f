import { administration } from '../administration.ts';
import { help } from '../help.ts';
import { permissions } from '../permissions.ts';

export const rooms = { administration, help, permissions };
