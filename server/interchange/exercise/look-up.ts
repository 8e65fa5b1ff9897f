/** The table's value for a word of a file; undefined for an unknown one, including inherited properties of objects. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  word: string | null,
): Value | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}
