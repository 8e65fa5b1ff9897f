import { Graph, layout } from '@dagrejs/dagre';
import type { PathEdge } from '../attack-path.ts';
import type { LevelKey } from '../outcomes.ts';
import type { Words } from '../words/words.ts';
import { type Drawing, fill, type Shape, type Space, usualWidth } from './drawing.ts';
import { type Laid, layLayers, type Point } from './path-layers.ts';
import { fitText, measureText, toLine, wrapText } from './text-width.ts';
import { formatTime } from './timeline.ts';

/** A test as drawn in the path. */
export type PathNode = {
  id: string;
  name: string;
  /** Null for a test that was not run, and where outcomes are not shown. */
  outcome: LevelKey | 'open' | null;
  /** Shown for a test without an outcome, such as its status. */
  status: string;
  executed_at: string | null;
  /** Whether its branch would have been stopped here. */
  isStop: boolean;
};

export type PathOf = { nodes: readonly PathNode[]; edges: readonly PathEdge[] };

const box = { width: 190, height: 60 };
const bar = 7;
const size = 12;
const small = 11;
const line = 15;
const apart = 36;
const gap = { beside: 24, below: 40 };
const widestCondition = 130;

/** The tests in layers, each below those it follows; null without edges. It is as wide as the path, and its targets are tests. */
export function drawAttackPath(
  { nodes, edges: all }: PathOf,
  { words, width = usualWidth, zone = 'UTC' }: Space & { zone?: string },
): Drawing | null {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const edges = all.filter(({ test_id, follows_id }) => known.has(test_id) && known.has(follows_id));
  if (edges.length === 0) return null;
  const { t } = words;
  const { places, lines, size: whole } = arrange(nodes, edges, width);
  const nameOf = (id: string) => toLine(known.get(id)?.name ?? '');
  const followed = Map.groupBy(edges, ({ test_id }) => test_id);
  const listFollowed = (id: string) =>
    (followed.get(id) ?? []).map(({ follows_id, condition }) =>
      condition === null
        ? nameOf(follows_id)
        : t('path.under', { name: nameOf(follows_id), condition: toLine(condition) }),
    );
  const drawn = nodes.flatMap((node) => {
    const place = places.get(node.id);
    if (place === undefined) return [];
    const { outcome, status, executed_at } = node;
    const said = {
      outcome: outcome === null ? status : t(`names.outcome.${outcome}`),
      at: executed_at === null ? null : formatTime(Date.parse(executed_at), zone, 'day and time'),
      follows: listFollowed(node.id),
    };
    return [{ node, place, said }];
  });
  const conditions = placeConditions(lines);
  const widest = conditions.reduce((most, { x, width }) => Math.max(most, x + width / 2), whole.width);
  return {
    title: t('path.title'),
    hint: t(nodes.some(({ outcome }) => outcome !== null) ? 'path.hint' : 'path.hint_plain', { zone }),
    description: t('path.described', { tests: drawn.length, links: edges.length }),
    width: Math.ceil(widest),
    height: whole.height,
    shapes: [
      ...lines.flatMap(drawLine),
      ...drawn.flatMap(({ node, place, said: { outcome, at } }) =>
        drawNode(
          node,
          place,
          [outcome, at].filter((text) => text !== null),
        ),
      ),
      ...conditions.flatMap(drawCondition),
    ],
    targets: drawn.map(({ node, place, said }) => ({
      key: node.id,
      label: labelNode(node, said, words),
      count: null,
      x: place.x - box.width / 2,
      y: place.y - box.height / 2,
      ...box,
    })),
    table: {
      head: [t('path.test'), t('path.outcome'), t('path.time'), t('path.follows')],
      rows: drawn.map(({ node, said: { outcome, at, follows } }) => [
        toLine(node.name),
        outcome,
        at ?? '',
        follows.join('; '),
      ]),
    },
  };
}

function labelNode(
  { name }: PathNode,
  { outcome, at, follows }: { outcome: string; at: string | null; follows: readonly string[] },
  { t }: Words,
): string {
  const named = { name: toLine(name), outcome };
  if (follows.length === 0) return at === null ? t('path.node', named) : t('path.node_at', { ...named, at });
  const after = { ...named, tests: follows.join('; ') };
  return at === null ? t('path.node_after', after) : t('path.node_at_after', { ...after, at });
}

type Line = { points: readonly Point[]; condition: string | null; label: Point | null };
type Arranged = {
  places: Map<string, Point>;
  lines: Line[];
  size: { width: number; height: number };
};

/** Up to this many tests, the layout avoids crossings, which takes more than proportional time. */
const fewTests = 120;

/** Places connected tests together, and parts without a connection beside and below each other. */
function arrange(nodes: readonly PathNode[], edges: readonly PathEdge[], width: number): Arranged {
  const places = new Map<string, Point>();
  const lines: Line[] = [];
  const row = { x: 0, y: 0, height: 0 };
  let widest = 0;
  const parts = split(nodes, edges);
  const tests = parts.reduce((sum, { ids }) => sum + ids.length, 0);
  for (const part of parts) {
    const laid =
      tests <= fewTests
        ? layWithoutCrossings(part)
        : layLayers(part.ids, part.edges, { ...box, beside: gap.beside, below: gap.below });
    if (row.x > 0 && row.x + laid.width > width) {
      row.y += row.height + apart;
      Object.assign(row, { x: 0, height: 0 });
    }
    const put = ({ x, y }: Point) => ({ x: x + row.x, y: y + row.y });
    for (const [id, place] of laid.places) places.set(id, put(place));
    for (const [{ condition }, { points, middle }] of laid.ways) {
      lines.push({ points: points.map(put), condition, label: condition === null ? null : put(middle) });
    }
    row.x += laid.width + apart;
    row.height = Math.max(row.height, laid.height);
    widest = Math.max(widest, row.x - apart);
  }
  return { places, lines, size: { width: Math.ceil(widest), height: Math.ceil(row.y + row.height) } };
}

type PathPart = { ids: string[]; edges: PathEdge[] };

/** The connected parts of a path, in the order of their first tests. */
function split(nodes: readonly PathNode[], edges: readonly PathEdge[]): PathPart[] {
  const beside = new Map<string, PathEdge[]>();
  for (const edge of edges) {
    for (const id of [edge.test_id, edge.follows_id]) {
      const those = beside.get(id);
      if (those === undefined) beside.set(id, [edge]);
      else those.push(edge);
    }
  }
  const partOf = new Map<string, PathPart>();
  const parts: PathPart[] = [];
  for (const { id } of nodes) {
    if (partOf.has(id) || !beside.has(id)) continue;
    const part: PathPart = { ids: [], edges: [] };
    parts.push(part);
    const left = [id];
    partOf.set(id, part);
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      for (const { test_id, follows_id } of beside.get(at) ?? []) {
        for (const next of [test_id, follows_id]) {
          if (!partOf.has(next)) left.push(next);
          partOf.set(next, part);
        }
      }
    }
  }
  // In the order of the mission, which the layout keeps where it can.
  for (const { id } of nodes) partOf.get(id)?.ids.push(id);
  for (const edge of edges) partOf.get(edge.test_id)?.edges.push(edge);
  return parts;
}

function layWithoutCrossings({ ids, edges }: PathPart): Laid {
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'TB',
    nodesep: gap.beside,
    ranksep: gap.below,
    edgesep: 12,
    ranker: 'tight-tree',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const id of ids) graph.setNode(id, { ...box });
  for (const { test_id, follows_id, condition } of edges) {
    const label = condition === null ? {} : { width: widestCondition, height: line, labelpos: 'c' };
    graph.setEdge(follows_id, test_id, label);
  }
  layout(graph);
  const { width = box.width, height = box.height } = graph.graph() as Partial<typeof box>;
  return {
    places: new Map(ids.map((id) => [id, graph.node(id) as Point])),
    ways: new Map(
      edges.map((edge) => {
        const found = graph.edge(edge.follows_id, edge.test_id) as Partial<Point> & { points?: Point[] };
        const { points = [], x = 0, y = 0 } = found;
        return [edge, { points, middle: { x, y } }];
      }),
    ),
    width,
    height,
  };
}

function drawLine({ points }: Line): Shape[] {
  const [first] = points;
  const last = points.at(-1);
  if (first === undefined || last === undefined) return [];
  const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
  const bends = points.slice(1, -1).flatMap((point, index) => {
    const end = index === points.length - 3 ? last : halfway(point, points[index + 2] as Point);
    const start = index === 0 ? first : halfway(points[index] as Point, point);
    return bend(start, point, end);
  });
  const way = [...bends, last].map((point) => `L ${at(point)}`).join(' ');
  const head = `M ${at({ x: last.x - 4, y: last.y - 7 })} L ${at(last)} L ${at({ x: last.x + 4, y: last.y - 7 })}`;
  return [{ kind: 'path', role: 'muted', d: `M ${at(first)} ${way} ${head}`, width: 1.3 }];
}

function halfway(one: Point, other: Point): Point {
  return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
}

const bendSteps = 6;

/** Points of a curve around a corner, because the pictures of Word files have straight lines alone. */
function bend(start: Point, corner: Point, end: Point): Point[] {
  return Array.from({ length: bendSteps }, (_, index) => {
    const part = (index + 1) / bendSteps;
    const mix = (axis: keyof Point) =>
      (1 - part) ** 2 * start[axis] + 2 * part * (1 - part) * corner[axis] + part ** 2 * end[axis];
    return { x: mix('x'), y: mix('y') };
  });
}

type Condition = Point & { text: string; width: number };

/** The conditions at the middles of their lines; one that would cover another is put on its right. */
function placeConditions(lines: readonly Line[]): Condition[] {
  const lastOf = new Map<number, Condition>();
  const placed = lines.flatMap(({ condition, label }): Condition[] => {
    if (condition === null || label === null) return [];
    const text = fitText(toLine(condition), small, widestCondition);
    return [{ ...label, text, width: measureText(text, small) + 6 }];
  });
  for (const one of placed.toSorted((a, b) => a.x - b.x)) {
    const last = lastOf.get(Math.round(one.y));
    if (last !== undefined) one.x = Math.max(one.x, last.x + (last.width + one.width) / 2 + 4);
    lastOf.set(Math.round(one.y), one);
  }
  return placed;
}

function drawCondition({ x, y, text, width }: Condition): Shape[] {
  return [
    { kind: 'rect', role: 'surface', x: x - width / 2, y: y - 8, width, height: 16, radius: 3 },
    { kind: 'text', role: 'muted', x, y: y + 4, text, size: small, anchor: 'middle' },
  ];
}

function drawNode(
  { name, outcome, isStop, executed_at }: PathNode,
  { x, y }: Point,
  below: readonly string[],
): Shape[] {
  const [left, top] = [x - box.width / 2, y - box.height / 2];
  const room = box.width - bar - 16;
  // Bold letters are wider.
  const wide = isStop ? room / 1.1 : room;
  const lines = wrapText(toLine(name), size, wide);
  const shown =
    lines.length > 2 ? [lines[0] as string, fitText(lines.slice(1).join(' '), size, wide)] : lines;
  const from = left + bar + 8;
  return [
    {
      kind: 'rect',
      role: 'surface',
      x: left,
      y: top,
      ...box,
      radius: 4,
      outline: isStop ? 'ink' : 'grid',
    },
    ...(outcome === null ? [] : [fill(outcome, { x: left, y: top, width: bar, height: box.height }, 3)]),
    ...shown.map(
      (text, index): Shape => ({
        kind: 'text',
        role: outcome === null && executed_at === null ? 'muted' : 'ink',
        x: from,
        y: top + 17 + index * line,
        text,
        size,
        isBold: isStop,
      }),
    ),
    {
      kind: 'text',
      role: 'muted',
      x: from,
      y: top + box.height - 8,
      text: fitText(below.join(' · '), small, room),
      size: small,
    },
  ];
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
