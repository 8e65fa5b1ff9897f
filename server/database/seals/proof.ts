import type { Tables } from '../tables.ts';

/** Scope of a seal: the rows of a table with the same key, limited to these columns. */
export type Proof = {
  /** Part of the history: never renamed. */
  name: string;
  table: keyof Tables;
  key: string;
  /** A seal has a mark for each, by position, so new columns are added at the end. */
  columns: readonly string[];
  /** Type of the key's object in verification. */
  object: string;
  /** Type of the rows within the object, if a key can have several; null if it has one. */
  part: string | null;
};

export type TableProof = {
  proofs: Proof[];
  /** Columns without proof, with the reason. */
  unproven: Readonly<Record<string, string>>;
};

const version =
  'which version it is, and whose: moves on with a save that changes nothing too, which has no entry';

/** Columns by name; `~` marks those that change only with the version of a row. */
function split(columns: string): { proven: string[]; versions: Record<string, string> } {
  const names = columns.split(' ');
  const versions = names.filter((name) => name.startsWith('~')).map((name) => [name.slice(1), version]);
  return { proven: names.filter((name) => !name.startsWith('~')), versions: Object.fromEntries(versions) };
}

/** A table with one row for each object. */
export function rows(
  table: keyof Tables,
  object: string,
  columns: string,
  { key = 'id', unproven = {} }: { key?: string; unproven?: Record<string, string> } = {},
): Record<string, TableProof> {
  const { proven, versions } = split(columns);
  const proof = { name: table, table, key, columns: proven, object, part: null };
  return { [table]: { proofs: [proof], unproven: { ...unproven, ...versions } } };
}

/** A table whose rows are parts of something else. */
export function parts(
  table: keyof Tables,
  [object, part]: [object: string, part: string],
  key: string,
  columns: string,
): Record<string, TableProof> {
  const proof = { name: table, table, key, columns: columns.split(' '), object, part };
  return { [table]: { proofs: [proof], unproven: {} } };
}

/** The same for the order of rows that have their own proof, because moving one row would change the others. */
export function ordered(
  proved: Record<string, TableProof>,
  name: string,
  [object, part]: [object: string, part: string],
  key: string,
): Record<string, TableProof> {
  const [[table, { proofs, unproven }]] = Object.entries(proved) as [[keyof Tables, TableProof]];
  const order = { name, table, key, columns: ['id', 'position'], object, part };
  return { [table]: { proofs: [...proofs, order], unproven } };
}

/** A table without any proof. */
export function none(table: keyof Tables, columns: string, why: string): Record<string, TableProof> {
  return {
    [table]: { proofs: [], unproven: Object.fromEntries(columns.split(' ').map((name) => [name, why])) },
  };
}
