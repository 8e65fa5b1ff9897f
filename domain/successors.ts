/** Of a technique that ATT&CK has revoked, the one that came in its place. */
export type Successors = ReadonlyMap<string, string>;

/** Longer than any chain that ATT&CK has; one that leads back to itself ends here. */
const longestChain = 20;

/**
 * Takes an external id of whatever edition, and which entries are live; returns the id itself where it is, else the first live one of
 * those that came in its place, one after the other, and the id as it was where there is none.
 */
export function follow(successors: Successors, id: string, isLive: (id: string) => boolean): string {
  let next: string | undefined = id;
  for (let step = 0; step < longestChain && next !== undefined; step++) {
    if (isLive(next)) return next;
    next = successors.get(next);
  }
  return id;
}

/** As `follow` of each, in their order and each once. */
export function followAll(
  successors: Successors,
  ids: readonly string[],
  isLive: (id: string) => boolean,
): string[] {
  return [...new Set(ids.map((id) => follow(successors, id, isLive)))];
}
