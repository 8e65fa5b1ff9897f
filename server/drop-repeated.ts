/** Takes items, returns the distinct ones in order of first occurrence. */
export function dropRepeated(items: readonly string[]): string[] {
  return [...new Set(items)];
}
