/** The value that a table has for a word of a file; undefined for none, also for what every object inherits. */
export function lookUp<Value>(
  table: Readonly<Record<string, Value>>,
  word: string | null,
): Value | undefined {
  return word !== null && Object.hasOwn(table, word) ? table[word] : undefined;
}
