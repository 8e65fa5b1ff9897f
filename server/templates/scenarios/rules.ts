import { findCycle, nameCycle, type PathEdge } from '../../../domain/attack-path.ts';
import { mostTagsOfTests } from '../../../domain/limits.ts';
import { DomainError, invalid } from '../../errors.ts';
import type { PositionEdge } from '../contract.ts';

/** Takes the order of a scenario's tests and the existing templates; refuses (`invalid`) an unknown one at its index. */
export function refuseUnknownTests(ids: readonly string[], existing: ReadonlySet<string>): void {
  const place = ids.findIndex((id) => !existing.has(id));
  if (place !== -1) throw invalid(`test_template_ids.${place}`, `no test template has the id ${ids[place]}`);
}

/** Takes the number of catalogue tags of a scenario's tests; refuses (`invalid` at `path`) more than it may show. */
export function refuseTooManyTags(tags: number, path: string): void {
  if (tags <= mostTagsOfTests) return;
  throw invalid(
    path,
    `the tests of a scenario template would have ${tags} catalogue tags; the limit is ${mostTagsOfTests}`,
  );
}

/**
 * Takes which test of a scenario follows which, and the names of the tests in order. Refuses, at its index, `invalid` a position
 * beyond them and a repeated edge; and `follows_cycle`, with the names.
 */
export function refuseWrongFollows(follows: readonly PositionEdge[], names: readonly string[]): void {
  const tests = names.length;
  const edges: PathEdge[] = [];
  const seen = new Set<string>();
  for (const [index, { position, follows: followed, condition }] of follows.entries()) {
    for (const [field, value] of Object.entries({ position, follows: followed })) {
      if (value >= tests) throw invalid(`follows.${index}.${field}`, `there are ${tests} tests, from 0`);
    }
    if (seen.has(`${position} ${followed}`)) throw invalid(`follows.${index}`, 'is named twice');
    seen.add(`${position} ${followed}`);
    const cycle = findCycle(edges, `${position}`, [
      `${followed}`,
      ...edges.filter(({ test_id }) => test_id === `${position}`).map(({ follows_id }) => follows_id),
    ]);
    if (cycle !== null) {
      // A template may stand there several times.
      const steps = cycle.map((step) => `${Number(step) + 1}. ${names[Number(step)]}`);
      throw new DomainError('follows_cycle', `The test would follow itself: ${nameCycle(steps)}`);
    }
    edges.push({ test_id: `${position}`, follows_id: `${followed}`, condition });
  }
}

/**
 * Takes the tests of a scenario before and after a change, returns what follows what after it: a test that stays, the first of
 * several by that template, keeps what it follows.
 */
export function keepFollows(
  before: readonly string[],
  follows: readonly PositionEdge[],
  after: readonly string[],
): PositionEdge[] {
  const placeOf = (position: number): number => {
    const id = before[position] as string;
    const earlier = before.slice(0, position).filter((one) => one === id).length;
    return after.reduce<{ left: number; at: number }>(
      ({ left, at }, one, index) =>
        one === id ? { left: left - 1, at: left === 0 ? index : at } : { left, at },
      { left: earlier, at: -1 },
    ).at;
  };
  return follows.flatMap(({ position, follows: followed, condition }) => {
    const [at, earlier] = [placeOf(position), placeOf(followed)];
    return at === -1 || earlier === -1 ? [] : [{ position: at, follows: earlier, condition }];
  });
}
