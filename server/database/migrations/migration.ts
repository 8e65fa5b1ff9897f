/** A statement for both databases, or one for each where they differ. */
export type Statement = string | { sqlite: string; postgres: string };
export type Migration = { version: number; name: string; statements: readonly Statement[] };
