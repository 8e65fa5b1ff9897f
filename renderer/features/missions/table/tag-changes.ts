import type { TestSummary } from '../../../../server/missions/contract.ts';

export type TagChange = { add_tags: string[]; remove_tags: string[] };
type Tagged = Pick<TestSummary, 'id' | 'tags'>;

/** Takes tests and a change of their tags, returns the reverse changes, with equal ones grouped. */
export function groupChanges<Test extends Tagged>(
  tests: readonly Test[],
  { add_tags, remove_tags }: TagChange,
): { tests: Test[]; change: TagChange }[] {
  const groups = new Map<string, { tests: Test[]; change: TagChange }>();
  for (const test of tests) {
    const change = {
      add_tags: remove_tags.filter((tag) => test.tags.includes(tag)),
      remove_tags: add_tags.filter((tag) => !test.tags.includes(tag)),
    };
    if (change.add_tags.length + change.remove_tags.length === 0) continue;
    const key = JSON.stringify(change);
    const group = groups.get(key) ?? { tests: [], change };
    group.tests.push(test);
    groups.set(key, group);
  }
  return [...groups.values()];
}
