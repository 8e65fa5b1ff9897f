import type { PathEdge } from './attack-path.ts';

/**
 * Cuts an attack path into parts that are drawn one after the other: takes its tests in order and its edges, returns the edges of
 * each part. Tests that hang together stay together while they fit; longer chains are cut from step to step, and the next part
 * begins with the tests that it follows.
 */
export function cutPath(ids: readonly string[], edges: readonly PathEdge[], most: number): PathEdge[][] {
  const followed = Map.groupBy(edges, ({ test_id }) => test_id);
  const isLinked = new Set(edges.flatMap(({ test_id, follows_id }) => [test_id, follows_id]));
  const groups = groupLinked(ids, edges);
  const stepOf = countSteps(ids, followed);
  const parts: PathEdge[][] = [];
  let part: PathEdge[] = [];
  let tests = 0;
  const close = () => {
    if (part.length > 0) parts.push(part);
    part = [];
    tests = 0;
  };
  for (const group of groups) {
    const linked = group.filter((id) => isLinked.has(id));
    if (tests + linked.length > most) close();
    const isLong = linked.length > most;
    const inSteps = isLong
      ? linked.toSorted((one, other) => (stepOf.get(one) ?? 0) - (stepOf.get(other) ?? 0))
      : linked;
    for (const id of inSteps) {
      if (isLong && tests === most) close();
      part.push(...(followed.get(id) ?? []));
      tests += 1;
    }
    if (isLong) close();
  }
  close();
  return parts;
}

/** Tests that hang together, in the order of their first ones. */
function groupLinked(ids: readonly string[], edges: readonly PathEdge[]): string[][] {
  const beside = new Map<string, string[]>();
  const link = (from: string, to: string) => beside.set(from, [...(beside.get(from) ?? []), to]);
  for (const { test_id, follows_id } of edges) {
    link(test_id, follows_id);
    link(follows_id, test_id);
  }
  const groupOf = new Map<string, string[]>();
  const groups: string[][] = [];
  for (const id of ids) {
    if (groupOf.has(id)) continue;
    const group: string[] = [];
    groups.push(group);
    groupOf.set(id, group);
    const left = [id];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      for (const next of beside.get(at) ?? []) {
        if (groupOf.has(next)) continue;
        groupOf.set(next, group);
        left.push(next);
      }
    }
  }
  for (const id of ids) groupOf.get(id)?.push(id);
  return groups;
}

/** How many tests come before each one, at most. */
function countSteps(
  ids: readonly string[],
  followed: ReadonlyMap<string, readonly PathEdge[]>,
): Map<string, number> {
  const waits = new Map(ids.map((id) => [id, followed.get(id)?.length ?? 0]));
  const following = Map.groupBy([...followed.values()].flat(), ({ follows_id }) => follows_id);
  const steps = new Map<string, number>();
  const ready = ids.filter((id) => waits.get(id) === 0);
  for (const id of ready) {
    const before = (followed.get(id) ?? []).map(({ follows_id }) => steps.get(follows_id) ?? 0);
    steps.set(
      id,
      before.reduce((most, step) => Math.max(most, step + 1), 0),
    );
    for (const { test_id } of following.get(id) ?? []) {
      const left = (waits.get(test_id) ?? 0) - 1;
      waits.set(test_id, left);
      if (left === 0) ready.push(test_id);
    }
  }
  return steps;
}
