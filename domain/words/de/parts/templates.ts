import { templates } from '../templates.ts';

export const rooms = { templates };
