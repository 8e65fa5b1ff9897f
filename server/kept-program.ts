/** A file of the program; `module`: what is loaded by a bare name. */
export type Kept = { start: number; end: number; format?: 'module' | 'commonjs' | 'json'; module?: string };

/** The files of the program as they were at the start, by their addresses, in memory that threads share. */
export type KeptProgram = { bytes: SharedArrayBuffer; places: ReadonlyMap<string, Kept> };
