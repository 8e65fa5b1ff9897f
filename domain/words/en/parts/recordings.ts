import { recordings } from '../recordings.ts';

export const rooms = { recordings };
