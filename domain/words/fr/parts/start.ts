import { app } from '../app.ts';
import { keys } from '../keys.ts';
import { names } from '../names.ts';
import { session } from '../session.ts';
import { shared } from '../shared.ts';

export const rooms = { names, shared, app, session, keys };
