/**
 * A rule that may not change, in a sentence, and the tests that hold it: the names of tests by file, as a run prints them. `*` stands in
 * a name for what a table fills in, so that all rows of the table are meant.
 */
export type Proof = { rule: string; tests: Readonly<Record<string, readonly string[]>> };
