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
/** Room of an edge that passes a layer, between its tests. */
const passing = 12;
/** Beyond it, edges go straight: a path of long edges would otherwise be mostly their ways. */
const mostPassed = 5_000;

/** A test, or an edge that passes a layer. */
type Item = { key: string; width: number; before: string[]; after: string[] };

/**
 * Places the tests of a connected part in layers, centres by id; edges pass between the tests of the layers that they skip. It
 * takes a time in proportion to the tests, for paths that are too long for a layout without crossings.
 */
export function layLayers(ids: readonly string[], edges: readonly PathEdge[], space: Space): Laid {
  const followed = Map.groupBy(edges, ({ test_id }) => test_id);
  const following = Map.groupBy(edges, ({ follows_id }) => follows_id);
  const layerOf = findLayers(
    ids,
    (id) => (followed.get(id) ?? []).map(({ follows_id }) => follows_id),
    (id) => (following.get(id) ?? []).map(({ test_id }) => test_id),
  );
  const items = new Map(
    ids.map((id): [string, Item] => [id, { key: id, width: space.width, before: [], after: [] }]),
  );
  const layers: Item[][] = [];
  const put = (layer: number, item: Item) => {
    layers[layer] ??= [];
    layers[layer].push(item);
  };
  for (const id of ids) put(layerOf.get(id) ?? 0, items.get(id) as Item);
  const passed = new Map<PathEdge, string[]>();
  let count = 0;
  for (const [index, edge] of edges.entries()) {
    const [from, to] = [layerOf.get(edge.follows_id) ?? 0, layerOf.get(edge.test_id) ?? 0];
    const keys: string[] = [];
    for (let layer = from + 1; layer < to && count < mostPassed; layer += 1, count += 1) {
      const key = `${index} ${layer}`;
      const item = { key, width: passing, before: [], after: [] };
      items.set(key, item);
      put(layer, item);
      keys.push(key);
    }
    passed.set(edge, keys);
    const way = [edge.follows_id, ...keys, edge.test_id].map((key) => items.get(key) as Item);
    for (const [at, item] of way.entries()) {
      const next = way[at + 1];
      if (next === undefined) continue;
      item.after.push(next.key);
      next.before.push(item.key);
    }
  }
  const x = new Map<string, number>();
  for (const layer of layers) {
    let end = 0;
    for (const { key, width } of layer) {
      x.set(key, end + width / 2);
      end += width + space.beside;
    }
  }
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    const isDown = sweep % 2 === 0;
    for (const layer of isDown ? layers : layers.toReversed())
      placeLayer(layer, isDown ? 'before' : 'after', x, space.beside);
  }
  const all = [...items.values()];
  const left = all.reduce(
    (least, { key, width }) => Math.min(least, (x.get(key) ?? 0) - width / 2),
    Number.POSITIVE_INFINITY,
  );
  const right = all.reduce((most, { key, width }) => Math.max(most, (x.get(key) ?? 0) + width / 2), left);
  const xOf = (key: string) => (x.get(key) ?? 0) - left;
  const step = space.height + space.below;
  const places = new Map(
    ids.map((id) => [id, { x: xOf(id), y: (layerOf.get(id) ?? 0) * step + space.height / 2 }]),
  );
  return {
    places,
    ways: new Map(
      edges.map((edge) => [edge, findWay(edge, places, (passed.get(edge) ?? []).map(xOf), space)]),
    ),
    width: right - left,
    height: layers.length * step - space.below,
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

/** Orders a layer by the mean place of its neighbours on one side, and keeps its items apart. */
function placeLayer(layer: Item[], side: 'before' | 'after', x: Map<string, number>, beside: number): void {
  const wanted = new Map(
    layer.map((item) => {
      const those = item[side];
      const sum = those.reduce((total, one) => total + (x.get(one) ?? 0), 0);
      return [item, those.length === 0 ? (x.get(item.key) ?? 0) : sum / those.length];
    }),
  );
  const wantedOf = (item: Item) => wanted.get(item) ?? 0;
  layer.sort((a, b) => wantedOf(a) - wantedOf(b));
  let end = Number.NEGATIVE_INFINITY;
  let pushed = 0;
  for (const item of layer) {
    const at = Math.max(wantedOf(item), end + item.width / 2);
    pushed += at - wantedOf(item);
    x.set(item.key, at);
    end = at + item.width / 2 + beside;
  }
  // Items are only pushed to the right: half of it goes back.
  const back = pushed / layer.length;
  for (const { key } of layer) x.set(key, (x.get(key) ?? 0) - back);
}

/** Takes an edge and the places at which it passes the layers below its first one. */
function findWay(
  { test_id, follows_id }: PathEdge,
  places: ReadonlyMap<string, Point>,
  passed: readonly number[],
  space: Space,
) {
  const nowhere = { x: 0, y: 0 };
  const [from, to] = [places.get(follows_id) ?? nowhere, places.get(test_id) ?? nowhere];
  const [start, end] = [from.y + space.height / 2, to.y - space.height / 2];
  const bend = space.below / 2;
  const points = [
    { x: from.x, y: start },
    { x: from.x, y: start + bend },
  ];
  for (const [index, x] of passed.entries()) {
    const above = start + bend + index * (space.height + space.below);
    points.push({ x, y: above }, { x, y: above + space.height + space.below });
  }
  const last = passed.at(-1) ?? from.x;
  points.push({ x: to.x, y: end - bend }, { x: to.x, y: end });
  return { points, middle: { x: (last + to.x) / 2, y: end - bend } };
}
