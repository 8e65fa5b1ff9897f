type Named = { external_id: string; name: string };

/**
 * Takes techniques and the tactics' ids in order; returns the non-empty tactics, each with its techniques. A technique is under
 * each of its tactics.
 */
export function groupByTactic<Technique extends { tactics: readonly Named[] }>(
  techniques: readonly Technique[],
  order: readonly string[],
): { tactic: Named; techniques: Technique[] }[] {
  const groups = new Map<string, { tactic: Named; techniques: Technique[] }>();
  for (const technique of techniques) {
    for (const tactic of technique.tactics) {
      const group = groups.get(tactic.external_id) ?? { tactic, techniques: [] };
      group.techniques.push(technique);
      groups.set(tactic.external_id, group);
    }
  }
  const place = placeIn(order);
  return [...groups.values()].sort(
    (one, other) => place(one.tactic.external_id) - place(other.tactic.external_id),
  );
}

/** Takes techniques with tactics, returns them by earliest tactic, with those without any last. */
export function inOrderOfTactics<Technique extends { tactics: readonly Named[] }>(
  techniques: readonly Technique[],
  order: readonly string[],
): Technique[] {
  const place = placeIn(order);
  const first = ({ tactics }: Technique) =>
    Math.min(...tactics.map(({ external_id }) => place(external_id)), order.length + 1);
  return techniques.toSorted((one, other) => first(one) - first(other));
}

function placeIn(order: readonly string[]): (id: string) => number {
  return (id) => {
    const place = order.indexOf(id);
    return place === -1 ? order.length : place;
  };
}
