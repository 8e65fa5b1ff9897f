/** A statement for both databases, or for each its own where one cannot do what the other does. */
export type Statement = string | { sqlite: string; postgres: string };
export type Migration = { version: number; name: string; statements: readonly Statement[] };
