/** Takes a written name and the known names, returns the closest one; null when none is close enough. */
export function findNearest(written: string, names: Iterable<string>): string | null {
  const most = Math.max(written.length > 3 ? 2 : 1, Math.floor(written.length / 3));
  let nearest: { name: string; steps: number } | null = null;
  for (const name of names) {
    if (Math.abs(name.length - written.length) > most) continue;
    const steps = countSteps(written.toLowerCase(), name.toLowerCase());
    if (steps <= most && (nearest === null || steps < nearest.steps)) nearest = { name, steps };
  }
  return nearest?.name ?? null;
}

/** Number of letters to change, add or remove to turn one word into another (Levenshtein). */
function countSteps(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const change = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(change, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
