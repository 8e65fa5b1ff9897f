import type { KeptProgram } from './program.ts';

export const readKept: unique symbol;
export function loadFromKept(kept: KeptProgram, isThread: boolean): void;
