/** Takes a time limit and a part of its bar, returns the name of the figure shown. */
export function nameWithin(limit: string, part = 'in'): string {
  if (part === 'judged') return part;
  return part === 'in' ? `within_${limit}` : `within_${limit}_${part}`;
}

/** Takes a timed kind and a part of its row, returns the name of the figure shown. */
export function nameTimes(kind: string, part: string): string {
  return part === 'partial_untimed' ? `partial_${kind}_untimed` : `${part}_${kind}`;
}
