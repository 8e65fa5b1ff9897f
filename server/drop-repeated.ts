/** Takes items, returns each once, where it came first. */
export function dropRepeated(items: readonly string[]): string[] {
  return [...new Set(items)];
}
