/** A file of the program; `module`: a dependency loaded by a bare name. */
export type Kept = { start: number; end: number; format?: 'module' | 'commonjs' | 'json'; module?: string };

/** The program's files as of the start, by address, in memory shared by threads. */
export type KeptProgram = { bytes: SharedArrayBuffer; places: ReadonlyMap<string, Kept> };
