/** Takes items, returns them without repetition, in order of first occurrence. */
export function dropRepeated(items: readonly string[]): string[] {
  return [...new Set(items)];
}
