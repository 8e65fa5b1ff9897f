/**
 * A fixed rule in one sentence, and its tests: their names by file, as printed by a run. `*` in a name stands for a part filled
 * in by a table, and covers all of its rows.
 */
export type Proof = { rule: string; tests: Readonly<Record<string, readonly string[]>> };
