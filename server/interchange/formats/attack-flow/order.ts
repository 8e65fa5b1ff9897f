/** Edges, by id. */
export type Graph = ReadonlyMap<string, readonly string[]>;

/**
 * Takes a graph and its starts, returns its nodes so that each follows those that lead to it, branches one after the other; in a
 * cycle, the first one reached comes first. Unreachable nodes are returned separately, in the same order, and so are ids without
 * a node.
 */
export function orderActions(
  graph: Graph,
  starts: readonly string[],
): { order: string[]; unreached: string[]; missing: string[] } {
  const seen = new Set<string>();
  const missing = new Set<string>();
  const order = walk(graph, starts, seen, missing);
  const ledTo = new Set([...graph.values()].flat());
  const rest = [...graph.keys()].filter((id) => !seen.has(id));
  const heads = rest.filter((id) => !ledTo.has(id));
  const unreached = walk(graph, [...heads, ...rest], seen, missing);
  return { order, unreached, missing: [...missing] };
}

/** Depth first and last branch first, without recursion: a flow may be as long as its file. */
function walk(graph: Graph, starts: readonly string[], seen: Set<string>, missing: Set<string>): string[] {
  const left: string[] = [];
  const path: { id: string; next: string[] }[] = [];
  const enter = (id: string): void => {
    const next = graph.get(id);
    if (next === undefined) missing.add(id);
    if (next === undefined || seen.has(id)) return;
    seen.add(id);
    path.push({ id, next: [...next] });
  };
  for (const start of starts.toReversed()) {
    enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.next.pop();
      if (next !== undefined) enter(next);
      else left.push(path.pop()?.id ?? '');
    }
  }
  return left.reverse();
}
