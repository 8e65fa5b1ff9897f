import type { PathEdge } from '../attack-path.ts';

export type Point = { x: number; y: number };
export type Laid = {
  places: Map<string, Point>;
  /** The way of each edge, from the followed test to the one that follows it. */
  ways: Map<PathEdge, { points: readonly Point[]; middle: Point }>;
  width: number;
  height: number;
};

type Space = { width: number; height: number; beside: number; below: number };

const sweeps = 4;

/**
 * Places the tests of a connected part in layers, centres by id. It takes a time in proportion to the tests, for paths that are
 * too long for a layout without crossings.
 */
export function layLayers(ids: readonly string[], edges: readonly PathEdge[], space: Space): Laid {
  const followed = Map.groupBy(edges, ({ test_id }) => test_id);
  const following = Map.groupBy(edges, ({ follows_id }) => follows_id);
  const before = (id: string) => (followed.get(id) ?? []).map(({ follows_id }) => follows_id);
  const after = (id: string) => (following.get(id) ?? []).map(({ test_id }) => test_id);
  const layerOf = findLayers(ids, before, after);
  const layers = [...Map.groupBy(ids, (id) => layerOf.get(id) ?? 0)]
    .sort(([a], [b]) => a - b)
    .map(([, of]) => of);
  const x = new Map<string, number>();
  const step = space.width + space.beside;
  for (const layer of layers) for (const [index, id] of layer.entries()) x.set(id, index * step);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed())
      placeLayer(layer, isDown ? before : after, x, step);
  }
  const left = Math.min(...layers.map((layer) => x.get(layer[0] as string) ?? 0));
  const right = Math.max(...layers.map((layer) => x.get(layer.at(-1) as string) ?? 0));
  const yOf = (id: string) => (layerOf.get(id) ?? 0) * (space.height + space.below) + space.height / 2;
  const places = new Map(ids.map((id) => [id, { x: (x.get(id) ?? 0) - left + space.width / 2, y: yOf(id) }]));
  return {
    places,
    ways: new Map(edges.map((edge) => [edge, findWay(edge, places, space)])),
    width: right - left + space.width,
    height: layers.length * (space.height + space.below) - space.below,
  };
}

/** Each test one below the lowest that it follows; a start just above the first that follows it. */
function findLayers(
  ids: readonly string[],
  before: (id: string) => readonly string[],
  after: (id: string) => readonly string[],
): Map<string, number> {
  const waits = new Map(ids.map((id) => [id, before(id).length]));
  const layerOf = new Map<string, number>();
  const ready = ids.filter((id) => waits.get(id) === 0);
  for (const id of ready) {
    const layer = before(id).reduce((most, one) => Math.max(most, (layerOf.get(one) ?? 0) + 1), 0);
    layerOf.set(id, layer);
    for (const next of after(id)) {
      const left = (waits.get(next) ?? 0) - 1;
      waits.set(next, left);
      if (left === 0) ready.push(next);
    }
  }
  for (const id of ids) {
    const layers = after(id).map((next) => layerOf.get(next) ?? 0);
    if (before(id).length === 0 && layers.length > 0)
      layerOf.set(id, layers.reduce((a, b) => Math.min(a, b)) - 1);
  }
  return layerOf;
}

/** Orders a layer by the mean place of its neighbours, and keeps the tests apart. */
function placeLayer(
  layer: string[],
  beside: (id: string) => readonly string[],
  x: Map<string, number>,
  step: number,
): void {
  const wanted = new Map(
    layer.map((id) => {
      const those = beside(id);
      const sum = those.reduce((total, one) => total + (x.get(one) ?? 0), 0);
      return [id, those.length === 0 ? (x.get(id) ?? 0) : sum / those.length];
    }),
  );
  const wantedOf = (id: string) => wanted.get(id) ?? 0;
  layer.sort((a, b) => wantedOf(a) - wantedOf(b));
  let end = Number.NEGATIVE_INFINITY;
  let pushed = 0;
  for (const id of layer) {
    const at = Math.max(wantedOf(id), end);
    pushed += at - wantedOf(id);
    x.set(id, at);
    end = at + step;
  }
  // Tests are only pushed to the right: half of it goes back.
  const back = pushed / layer.length;
  for (const id of layer) x.set(id, (x.get(id) ?? 0) - back);
}

function findWay({ test_id, follows_id }: PathEdge, places: ReadonlyMap<string, Point>, space: Space) {
  const nowhere = { x: 0, y: 0 };
  const [from, to] = [places.get(follows_id) ?? nowhere, places.get(test_id) ?? nowhere];
  const [start, end] = [from.y + space.height / 2, to.y - space.height / 2];
  const bend = space.below / 2;
  return {
    points: [
      { x: from.x, y: start },
      { x: from.x, y: start + bend },
      { x: to.x, y: end - bend },
      { x: to.x, y: end },
    ],
    middle: { x: (from.x + to.x) / 2, y: (start + end) / 2 },
  };
}
