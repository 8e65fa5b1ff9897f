/** Successors of techniques revoked in ATT&CK. */
export type Successors = ReadonlyMap<string, string>;

/** Longer than any chain in ATT&CK; a cycle ends here. */
const longestChain = 20;

/**
 * Takes an external id of any edition, and the live entries; returns the id itself if live, else the first live one along its
 * successors, and the original id if there is none.
 */
export function follow(successors: Successors, id: string, isLive: (id: string) => boolean): string {
  let next: string | undefined = id;
  for (let step = 0; step < longestChain && next !== undefined; step++) {
    if (isLive(next)) return next;
    next = successors.get(next);
  }
  return id;
}

/** Like `follow` for each, in order and without repetition. */
export function followAll(
  successors: Successors,
  ids: readonly string[],
  isLive: (id: string) => boolean,
): string[] {
  return [...new Set(ids.map((id) => follow(successors, id, isLive)))];
}
