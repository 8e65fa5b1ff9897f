import { drawAttackPath, type PathNode } from '../../domain/charts/attack-path.ts';
import { openWords } from '../../server/words.ts';
import { figureOf, type RowResult } from '../measure.ts';

/** In milliseconds, used in place of a baseline. */
const limit = 500;
const rounds = 5;
const tests = 500;

/** Layout and drawing of an attack path of 500 tests, in one part and in parts of 25 tests. */
export async function pathRow(): Promise<RowResult> {
  const words = openWords('en');
  const nodes = Array.from(
    { length: tests },
    (_, index): PathNode => ({
      id: `${index}`,
      name: `Test ${index} with a name of some words`,
      outcome: 'alerted',
      status: 'Executed',
      executed_at: new Date(Date.UTC(2026, 0, 5) + index * 60_000).toISOString(),
      isStop: index % 20 === 0,
    }),
  );
  const measure = (size: number) => {
    const edges = linkTests(size);
    return Array.from({ length: rounds }, () => {
      const began = performance.now();
      if (drawAttackPath({ nodes, edges }, { words })?.targets.length !== tests) {
        throw new Error('the path is not whole');
      }
      return { ours: performance.now() - began, baseline: limit };
    });
  };
  return {
    row: 'path',
    baseline: `limit: ${limit} ms`,
    figures: [
      figureOf('An attack path of 500 tests', 'ms', measure(tests), { most: 1 }),
      figureOf('The same in parts of 25 tests', 'ms', measure(25), { most: 1 }),
    ],
    notes: ['layout and drawing, without the page'],
  };
}

/** Each test follows one of the five before it in its part, every sixth a second one. */
function linkTests(size: number) {
  const edges = [];
  for (let index = 1; index < tests; index += 1) {
    const start = index - (index % size);
    if (index === start) continue;
    const follows = new Set([Math.max(start, index - 1 - ((index * 7) % 5))]);
    if (index % 6 === 0) follows.add(Math.max(start, index - 6));
    for (const each of follows) {
      const condition = index % 10 === 0 ? 'if it cracks' : null;
      edges.push({ test_id: `${index}`, follows_id: `${each}`, condition });
    }
  }
  return edges;
}
