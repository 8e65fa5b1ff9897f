import type { PathEdge } from '../../../../domain/attack-path.ts';
import type { Target } from '../../../../domain/charts/drawing.ts';

const ways = {
  ArrowDown: 'later',
  ArrowUp: 'earlier',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
} as const;

type Place = Pick<Target, 'key' | 'x' | 'y'>;

/**
 * Takes the drawn tests, the edges, the present test and a key. Returns the test that the key leads to: down and up along the
 * edges, to the sides within the layer; null for none.
 */
export function walk(
  places: readonly Place[],
  edges: readonly PathEdge[],
  from: string,
  key: string,
): string | null {
  const way = (ways as Record<string, (typeof ways)[keyof typeof ways]>)[key];
  const at = places.find((place) => place.key === from);
  if (way === undefined || at === undefined) return null;
  if (way === 'first' || way === 'last') return (way === 'first' ? places[0] : places.at(-1))?.key ?? null;
  if (way === 'left' || way === 'right') {
    const isLeft = way === 'left';
    const beside = places.filter(({ x, y }) => Math.abs(y - at.y) < 1 && (isLeft ? x < at.x : x > at.x));
    return nearest(beside, at);
  }
  const linked = new Set(
    edges.flatMap(({ test_id, follows_id }) => {
      if (way === 'later') return follows_id === from ? [test_id] : [];
      return test_id === from ? [follows_id] : [];
    }),
  );
  return nearest(
    places.filter((place) => linked.has(place.key)),
    at,
  );
}

function nearest(places: readonly Place[], { x, y }: Place): string | null {
  let found: { key: string; far: number } | null = null;
  for (const place of places) {
    const far = Math.hypot(place.x - x, place.y - y);
    if (found === null || far < found.far) found = { key: place.key, far };
  }
  return found?.key ?? null;
}
