import { tokens } from '../tokens.ts';

export const rooms = { tokens };
