import { isStopped, type LevelKey } from './outcomes.ts';

/** One test follows another: its success is an effect of the other's. */
export type PathEdge = { test_id: string; follows_id: string; condition: string | null };

type Link = Pick<PathEdge, 'test_id' | 'follows_id'>;

/**
 * Takes the edges of a mission and a test with the tests it is to follow instead of its present ones. Returns the tests of a
 * cycle in order, from the test back to it; null when there is none.
 */
export function findCycle(
  edges: readonly Link[],
  test: string,
  wanted: readonly string[],
): readonly string[] | null {
  const followed = Map.groupBy(
    edges.filter(({ test_id }) => test_id !== test),
    ({ test_id }) => test_id,
  );
  // The test that led to each one reached, on the way back from what the test is to follow.
  const from = new Map<string, string | null>();
  const left = [...wanted];
  for (const id of wanted) from.set(id, null);
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (at === test) return [test, ...trace(from, test), test];
    for (const { follows_id } of followed.get(at) ?? []) {
      if (from.has(follows_id)) continue;
      from.set(follows_id, at);
      left.push(follows_id);
    }
  }
  return null;
}

/** Tests named of a cycle; a mission may have thousands. */
const mostNamed = 10;

/** Takes the names of a cycle in order, returns them in one line, without some of a long one. */
export function nameCycle(names: readonly string[]): string {
  const shown =
    names.length > mostNamed ? [...names.slice(0, mostNamed - 1), '…', ...names.slice(-1)] : names;
  return shown.join(' → ');
}

/** The tests between a reached test and the start of the walk, nearest to the test first. */
function trace(from: ReadonlyMap<string, string | null>, reached: string): string[] {
  const between: string[] = [];
  for (let at = from.get(reached) ?? null; at !== null; at = from.get(at) ?? null) between.push(at);
  return between;
}

/** Takes edges of any origin, returns them without repeated ones and without those that close a cycle. */
export function withoutCycles<E extends Link>(edges: readonly E[]): E[] {
  const followed = Map.groupBy(edges, ({ test_id }) => test_id);
  const dropped = new Set<E>();
  const open = new Set<string>();
  const done = new Set<string>();
  for (const start of followed.keys()) {
    // Without recursion: a path may be as long as its file.
    const path: { id: string; left: E[]; seen: Set<string> }[] = [];
    const enter = (id: string): void => {
      if (done.has(id)) return;
      open.add(id);
      path.push({ id, left: (followed.get(id) ?? []).toReversed(), seen: new Set() });
    };
    enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const edge = at.left.pop();
      if (edge === undefined) {
        open.delete(at.id);
        done.add(at.id);
        path.pop();
      } else if (open.has(edge.follows_id) || at.seen.has(edge.follows_id)) dropped.add(edge);
      else {
        at.seen.add(edge.follows_id);
        enter(edge.follows_id);
      }
    }
  }
  return edges.filter((edge) => !dropped.has(edge));
}

/**
 * Takes the edges of a mission and those that a test had before it was removed. Returns the latter without those that would close
 * a cycle by now: what the test follows comes before what follows it.
 */
export function rejoin<E extends Link>(edges: readonly Link[], test: string, former: readonly E[]): E[] {
  const followed = Map.groupBy(edges, ({ test_id }) => test_id);
  const before = reach(test, (id) =>
    (id === test ? former.filter(({ test_id }) => test_id === test) : (followed.get(id) ?? [])).map(
      ({ follows_id }) => follows_id,
    ),
  );
  const isBefore = new Set(before);
  return former.filter(({ test_id }) => !isBefore.has(test_id));
}

/** Takes edges and new ids of tests, returns the edges between tests that have one. */
export function renameEdges(edges: readonly PathEdge[], ids: ReadonlyMap<string, string>): PathEdge[] {
  return edges.flatMap(({ test_id, follows_id, condition }) => {
    const [test, follows] = [ids.get(test_id), ids.get(follows_id)];
    return test === undefined || follows === undefined
      ? []
      : [{ test_id: test, follows_id: follows, condition }];
  });
}

/** A test of the path, as judged and timed in its current run. */
export type PathTest = {
  id: string;
  class: LevelKey | null;
  /** Whether it was executed, reviewed or not. */
  was_run: boolean;
  executed_at: string | null;
};

/** Where a branch would have been stopped: its first prevented or detected test, and the executed tests after it by time. */
export type Stop = { test_id: string; after: string[] };

export type PathStops = {
  stops: Stop[];
  /** Last executed tests of the branches that nothing stopped. */
  unstopped: string[];
};

/**
 * Takes the tests of a mission and its edges. Returns the first prevented or detected test of each branch, in the order of the
 * tests, with what was executed after it, and the ends of the branches that nothing stopped. Tests without an edge are no branch.
 */
export function findStops(tests: readonly PathTest[], edges: readonly Link[]): PathStops {
  const known = new Map(tests.map((test) => [test.id, test]));
  const inPath = edges.filter(({ test_id, follows_id }) => known.has(test_id) && known.has(follows_id));
  const next = Map.groupBy(inPath, ({ follows_id }) => follows_id);
  const following = (id: string) => (next.get(id) ?? []).map(({ test_id }) => test_id);
  const later = new Set(inPath.map(({ test_id }) => test_id));
  const starts = tests.filter(({ id }) => next.has(id) && !later.has(id)).map(({ id }) => id);
  const stops = new Set<string>();
  const free = new Set<string>();
  const left = [...starts];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (stops.has(id) || free.has(id)) continue;
    const test = known.get(id) as PathTest;
    if (test.was_run && isStopped(test.class)) stops.add(id);
    else {
      free.add(id);
      left.push(...following(id));
    }
  }
  const ran = (id: string) => known.get(id)?.was_run === true;
  const isEnd = (id: string) => {
    const reached = reach(id, following);
    return ran(id) && !reached.some(ran);
  };
  return {
    stops: tests
      .filter(({ id }) => stops.has(id))
      .map(({ id }) => ({
        test_id: id,
        after: byTime(
          reach(id, following)
            .filter(ran)
            .map((each) => known.get(each) as PathTest),
        ),
      })),
    unstopped: tests.filter(({ id }) => free.has(id) && isEnd(id)).map(({ id }) => id),
  };
}

function reach(from: string, following: (id: string) => readonly string[]): string[] {
  const seen = new Set<string>();
  const left = [...following(from)];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (seen.has(id)) continue;
    seen.add(id);
    left.push(...following(id));
  }
  return [...seen];
}

function byTime(tests: readonly PathTest[]): string[] {
  const at = ({ executed_at }: PathTest) => executed_at ?? '9999';
  return tests
    .toSorted((one, other) => (at(one) < at(other) ? -1 : Number(at(one) > at(other))))
    .map(({ id }) => id);
}
