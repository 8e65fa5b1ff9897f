/**
 * A fixed rule in one sentence, and the names of its tests by file, as printed by a run. `*` in a name stands for a part from a
 * table, and covers all of its rows.
 */
export type Proof = { rule: string; tests: Readonly<Record<string, readonly string[]>> };
