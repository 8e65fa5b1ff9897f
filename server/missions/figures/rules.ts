import type { TestStatus } from '../../../domain/missions.ts';
import type { RunChange } from '../../../domain/runs.ts';
import type { FiguredTest } from '../../../domain/score.ts';
import { compareTestRuns } from '../../../domain/test-gaps.ts';
import type { CatalogTag } from '../../fields.ts';
import type { Changes } from './contract.ts';

/** Identity of a test across missions. */
export type Pairable = {
  source_template_id: string | null;
  name: string;
  catalog_tags: readonly CatalogTag[];
};

/** The same with its outcome. */
export type Comparable = FiguredTest & Pairable & { status: TestStatus; attempted: boolean };

export type Pair<Test> = { before: Test; now: Test; change: RunChange };

/** Tests of two missions side by side: those of both, only of the later, and only of the earlier. */
export type Compared<Test> = { counts: Changes; pairs: Pair<Test>[]; added: Test[]; gone: Test[] };

/**
 * Takes tests of two missions, pairs them one to one by their template, else by name and techniques; returns the pairs, and the
 * rest of the later and of the earlier mission.
 */
export function pairTests<Test extends Pairable>(
  earlier: readonly Test[],
  later: readonly Test[],
): { pairs: { before: Test; now: Test }[]; added: Test[]; gone: Test[] } {
  const pairs: { before: Test; now: Test }[] = [];
  let unpaired = [...later];
  let before = [...earlier];
  for (const toKey of [({ source_template_id }: Pairable) => source_template_id, toLikeness]) {
    const waiting = Map.groupBy(before, toKey);
    const rest: Test[] = [];
    for (const test of unpaired) {
      const key = toKey(test);
      const pair = key === null ? undefined : waiting.get(key)?.shift();
      if (pair === undefined) rest.push(test);
      else pairs.push({ before: pair, now: test });
    }
    unpaired = rest;
    before = [...waiting.values()].flat();
  }
  return { pairs, added: unpaired, gone: before };
}

/** Takes the tests of two missions, returns the changes of the attempted ones; `pairs` are in the order of the later mission. */
export function compareMissions<Test extends Comparable>(
  earlier: readonly Test[],
  later: readonly Test[],
): Compared<Test> {
  const counts: Changes = { improved: 0, worse: 0, same: 0, open: 0, new: 0, gone: 0 };
  const isAttempted = ({ attempted }: Test) => attempted;
  const paired = pairTests(earlier.filter(isAttempted), later.filter(isAttempted));
  const pairs = paired.pairs.map(({ before, now }) => {
    const change = compareTestRuns(before, now);
    counts[change] += 1;
    return { before, now, change };
  });
  const placeOf = new Map(later.map((test, place) => [test, place]));
  pairs.sort((one, other) => (placeOf.get(one.now) ?? 0) - (placeOf.get(other.now) ?? 0));
  const left = new Set(paired.gone);
  return {
    counts: { ...counts, new: paired.added.length, gone: paired.gone.length },
    pairs,
    added: paired.added,
    gone: earlier.filter((test) => left.has(test)),
  };
}

const likenesses = new WeakMap<Pairable, string>();

/** The name and techniques of a test; cached with the test, because its mission is compared again after each write. */
function toLikeness(test: Pairable): string {
  let known = likenesses.get(test);
  if (known === undefined) {
    known = JSON.stringify([test.name, test.catalog_tags.map(({ external_id }) => external_id).sort()]);
    likenesses.set(test, known);
  }
  return known;
}

type Entry = { external_id: string; name: string };

/**
 * Takes techniques with their tactics by external id, returns the distinct tactics of a test, including those it is tagged with.
 */
export function listTactics(
  tags: readonly CatalogTag[],
  techniques: ReadonlyMap<string, { tactics: readonly { id: string; name: string }[] }>,
): Entry[] {
  const found = new Map<string, Entry>();
  for (const { kind, external_id, name } of tags) {
    const tactics =
      kind === 'tactic' ? [{ id: external_id, name }] : (techniques.get(external_id)?.tactics ?? []);
    for (const tactic of tactics) found.set(tactic.id, { external_id: tactic.id, name: tactic.name });
  }
  return [...found.values()];
}
