import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  classOf,
  type Figures,
  figure,
  figureExpected,
  figureSeverities,
  figureTools,
  type ToolFigure,
} from '../../domain/figures.ts';
import type { FiguredTest } from '../../domain/score.ts';
import { placeOfTactic } from '../../domain/tactics.ts';
import { Turn } from '../turn.ts';

export type Entry = { external_id: string; name: string };

/** A test with its part of the matrix. */
export type TaggedTest = FiguredTest & {
  techniques: readonly (Entry & { tactics: readonly string[] })[];
  tactics: readonly Entry[];
};

type Part<Head> = { head: Head; tests: readonly FiguredTest[] };

/** The figures of each part, yielding in between, because there may be hundreds. Refuses nothing. */
export async function figureEach<Head>(parts: readonly Part<Head>[]): Promise<(Head & Figures)[]> {
  const turn = new Turn();
  const figured: (Head & Figures)[] = [];
  for (const { head, tests } of parts) {
    figured.push({ ...head, ...figure(tests) });
    await turn.giveWay(nextTurn);
  }
  return figured;
}

export type FiguresWithParts = Figures & {
  by_tactic: ({ tactic: Entry } & Figures)[];
  by_technique: ({ technique: Entry; tactics: string[] } & Figures)[];
  by_tool: ToolFigure[];
  expected_levels: ReturnType<typeof figureExpected>;
  severities: ReturnType<typeof figureSeverities>;
};

/** Judges tests, yielding in between. Judging is most of the cost of figures, so its result is cached per test. */
export async function judgeEach(tests: readonly FiguredTest[]): Promise<void> {
  const turn = new Turn();
  for (const test of tests) {
    classOf(test);
    await turn.giveWay(nextTurn);
  }
}

/** The figures of tests, and by tactic, technique and tool, yielding in between. Refuses nothing. */
export async function figureWithParts(tests: readonly TaggedTest[]): Promise<FiguresWithParts> {
  await judgeEach(tests);
  const byTactic = groupByEntry(tests, (test) => test.tactics).sort(byPlaceInMatrix);
  const tacticsOf = new Map(
    tests.flatMap(({ techniques }) => techniques.map((each) => [each.external_id, each.tactics])),
  );
  const byTechnique = groupByEntry(tests, (test) => test.techniques).sort(byExternalId);
  await nextTurn();
  const figures = figure(tests);
  await nextTurn();
  const by_tactic = await figureEach(
    byTactic.map(({ entry, ...part }) => ({ head: { tactic: entry }, ...part })),
  );
  const by_technique = await figureEach(
    byTechnique.map(({ entry, ...part }) => ({
      head: { technique: entry, tactics: [...(tacticsOf.get(entry.external_id) ?? [])] },
      ...part,
    })),
  );
  await nextTurn();
  const by_tool = figureTools(tests);
  await nextTurn();
  return {
    ...figures,
    by_tactic,
    by_technique,
    by_tool,
    expected_levels: figureExpected(tests),
    severities: figureSeverities(tests),
  };
}

type OfEntry = { entry: Entry; tests: FiguredTest[] };

function groupByEntry(
  tests: readonly TaggedTest[],
  listEntries: (test: TaggedTest) => readonly Entry[],
): OfEntry[] {
  const groups = new Map<string, OfEntry>();
  for (const test of tests) {
    for (const { external_id, name } of listEntries(test)) {
      const group = groups.get(external_id) ?? { entry: { external_id, name }, tests: [] };
      group.tests.push(test);
      groups.set(external_id, group);
    }
  }
  return [...groups.values()];
}

function byExternalId(one: OfEntry, other: OfEntry): number {
  return one.entry.external_id < other.entry.external_id ? -1 : 1;
}

function byPlaceInMatrix(one: OfEntry, other: OfEntry): number {
  return (
    placeOfTactic(one.entry.external_id) - placeOfTactic(other.entry.external_id) || byExternalId(one, other)
  );
}
