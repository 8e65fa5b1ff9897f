import { columns } from '../columns.ts';

export const rooms = { columns };
