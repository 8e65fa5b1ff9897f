import { type FigureKey, figureKeys } from '../../../../domain/counted-tests.ts';
import { type TestVerdict, testVerdicts } from '../../../../domain/expectations.ts';
import type { TestStatus } from '../../../../domain/missions.ts';
import { testStatuses } from '../../../../domain/missions.ts';
import { type SightedFigure, sightedFigures } from '../../../../domain/sightings.ts';
import { isOfTechnique } from '../../../../domain/technique-filter.ts';
import type { Mission, TestSummary } from '../../../../server/missions/contract.ts';
import type { Neighbours } from '../../../ui/record/neighbours.ts';
import { type GroupKey, groupKeys, groupOf } from './group-tests.ts';
import type { Row, Tactic, Tactics } from './rows.ts';

const sortKeys = [
  'order',
  'name',
  'technique',
  'tactic',
  'status',
  'level',
  'executed',
  'delay',
  'operator',
  'assignee',
  'target',
  'tags',
  'evidence',
  'changed',
] as const;
export type SortKey = (typeof sortKeys)[number];

export type Arrangement = {
  q: string;
  status: TestStatus | null;
  /** The key of a detection level, or `none`. */
  level: string | null;
  /** Verdicts on expectations. */
  expected: TestVerdict | null;
  scenario: string | null;
  /** The id of a person, or `none`. */
  assignee: string | null;
  tag: string | null;
  tactic: string | null;
  /** The figure that counts the tests, and its tool. */
  figure: FigureKey | null;
  tool: string | null;
  /** The external id of a technique, or `T1059.*` with its sub-techniques. */
  technique: string | null;
  /** The figure of sightings that counts the tests. */
  sighted: SightedFigure | null;
  /** The runs counted in the figure; null for the latest. */
  runs: 'first' | null;
  sort: SortKey;
  descending: boolean;
  /** Grouping of rows; by scenario by default in the mission's own order. */
  group: GroupKey;
};

/** Filters and order from the address; invalid values are ignored. */
export function readArrangement(parameters: URLSearchParams): Arrangement {
  const find = <Value extends string>(known: readonly Value[], name: string) =>
    known.find((value) => value === parameters.get(name));
  const sort = find(sortKeys, 'sort') ?? 'order';
  return {
    q: parameters.get('q') ?? '',
    status: find(testStatuses, 'status') ?? null,
    level: parameters.get('level'),
    expected: find(testVerdicts, 'expected') ?? null,
    scenario: parameters.get('scenario'),
    assignee: parameters.get('assignee'),
    tag: parameters.get('tag'),
    tactic: parameters.get('tactic'),
    figure: find(figureKeys, 'figure') ?? null,
    tool: parameters.get('tool'),
    technique: parameters.get('technique'),
    sighted: find(sightedFigures, 'sighted') ?? null,
    runs: find(['first'] as const, 'runs') ?? null,
    sort,
    descending: parameters.get('dir') === 'desc',
    group: find(groupKeys, 'group') ?? (sort === 'order' ? 'scenario' : 'none'),
  };
}

export const filterNames = [
  'status',
  'level',
  'expected',
  'scenario',
  'assignee',
  'tag',
  'tactic',
  'figure',
  'tool',
  'technique',
  'sighted',
  'runs',
] as const satisfies readonly (keyof Arrangement)[];

/** Query parameters that arrange a table; any others belong to its page. */
export const arrangingParameters = ['q', ...filterNames, 'sort', 'dir', 'group'] as const;

export function isFiltered(arrangement: Arrangement): boolean {
  return arrangement.q !== '' || filterNames.some((name) => arrangement[name] !== null);
}

const noTactics: readonly Tactic[] = [];
const known = new WeakMap<TestSummary, Row>();

/** All tests in the mission's own order. A row stays the same object while unchanged, so that it is not rendered again. */
export function listRows(mission: Mission, tactics: Tactics | null = null): Row[] {
  let place = 0;
  return mission.scenarios.flatMap(({ id, name, tests }, index) =>
    tests.map((test) => {
      const row = {
        test,
        scenario: { id, name, place: index },
        place: place++,
        tactics: tactics === null ? noTactics : findTactics(test, tactics),
      };
      const before = known.get(test);
      if (before !== undefined && isSame(before, row)) return before;
      known.set(test, row);
      return row;
    }),
  );
}

function isSame(one: Row, other: Row): boolean {
  return (
    one.place === other.place &&
    one.scenario.id === other.scenario.id &&
    one.scenario.place === other.scenario.place &&
    one.scenario.name === other.scenario.name &&
    one.tactics.length === other.tactics.length &&
    one.tactics.every((tactic, index) => tactic === other.tactics[index])
  );
}

function findTactics({ catalog_tags }: TestSummary, tactics: Tactics): readonly Tactic[] {
  const found = new Set(catalog_tags.flatMap(({ external_id }) => tactics.get(external_id) ?? noTactics));
  return [...found].sort((a, b) => a.place - b.place);
}

/** The rows that pass the filters and the figures, in the chosen order; equal ones keep the mission's order. */
export function arrange(
  rows: readonly Row[],
  arrangement: Arrangement,
  counted: ReadonlySet<string> | null = null,
): Row[] {
  const kept = rows.filter(
    (row) => (counted === null || counted.has(row.test.id)) && passes(row, arrangement),
  );
  const value = sortValue[arrangement.sort];
  const sign = arrangement.descending ? -1 : 1;
  const inOrder =
    value === null ? kept : kept.sort((a, b) => sign * compare(value(a), value(b)) || a.place - b.place);
  if (value === null && arrangement.descending) inOrder.reverse();
  // In the mission's own order, tests are already grouped by scenario.
  if (arrangement.group === 'none' || (arrangement.group === 'scenario' && value === null)) return inOrder;
  const groups = new Map(inOrder.map((row) => [row, groupOf(row, arrangement.group).rank]));
  return inOrder.sort((a, b) => compare(groups.get(a) as number | string, groups.get(b) as number | string));
}

function passes(row: Row, arrangement: Arrangement): boolean {
  const { test, scenario, tactics } = row;
  const { status, level, expected, assignee, tag, tactic, technique } = arrangement;
  const needle = arrangement.q.trim().toLowerCase();
  return (
    (status === null || test.status === status) &&
    (level === null || (test.detection_level?.key ?? 'none') === level) &&
    (expected === null || test.expectation_met === expected) &&
    (arrangement.scenario === null || scenario.id === arrangement.scenario) &&
    (assignee === null || (test.assignee?.id ?? 'none') === assignee) &&
    (tag === null || test.tags.includes(tag)) &&
    (tactic === null || tactics.some(({ id }) => id === tactic)) &&
    (technique === null ||
      test.catalog_tags.some(({ external_id }) => isOfTechnique(external_id, technique))) &&
    (needle === '' || matchesText(row, needle))
  );
}

function matchesText({ test }: Row, needle: string): boolean {
  const texts = [
    test.name,
    test.operator,
    test.source_host,
    test.target_host,
    test.assignee?.display_name,
    ...test.tags,
    ...test.platforms,
    ...test.catalog_tags.flatMap(({ external_id, name }) => [external_id, name]),
  ];
  return texts.some((text) => text?.toLowerCase().includes(needle));
}

/** Time from the execution of a test to its detection, in milliseconds; null when either is unknown. */
export function delayOf({
  executed_at,
  detected_at,
}: Pick<TestSummary, 'executed_at' | 'detected_at'>): number | null {
  return executed_at === null || detected_at === null
    ? null
    : Date.parse(detected_at) - Date.parse(executed_at);
}

/** Sorts after every other text. */
const last = '\u{10ffff}';
/** Ignores case, and compares numbers by value. */
const wordsValue = (text: string) => text.toLowerCase().replace(/\d+/g, (digits) => digits.padStart(12, '0'));
const textValue = (text: string | null | undefined) => (text ? wordsValue(text) : last);

const sortValue: Record<SortKey, ((row: Row) => string | number) | null> = {
  order: null,
  name: ({ test }) => wordsValue(test.name),
  technique: ({ test }) => test.catalog_tags[0]?.external_id ?? '~',
  tactic: ({ tactics }) => tactics[0]?.place ?? Number.POSITIVE_INFINITY,
  status: ({ test }) => testStatuses.indexOf(test.status),
  level: ({ test }) => test.detection_level?.rank ?? -1,
  executed: ({ test }) => test.executed_at ?? last,
  delay: ({ test }) => delayOf(test) ?? Number.POSITIVE_INFINITY,
  operator: ({ test }) => textValue(test.operator),
  assignee: ({ test }) => textValue(test.assignee?.display_name),
  target: ({ test }) => textValue(test.target_host),
  tags: ({ test }) => textValue(test.tags[0]),
  evidence: ({ test }) => test.evidence_count,
  changed: ({ test }) => test.updated_at,
};

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The neighbours of a test in the arranged rows. A test that no longer passes the filters because it was just moved keeps its
 * place between its old neighbours and is counted among them.
 */
export function findNeighbours(rows: readonly Row[], arranged: readonly Row[], testId: string): Neighbours {
  const index = arranged.findIndex(({ test }) => test.id === testId);
  const findId = (position: number) => arranged[position]?.test.id ?? null;
  if (index !== -1) {
    return { previous: findId(index - 1), next: findId(index + 1), number: index + 1, of: arranged.length };
  }
  const place = rows.find(({ test }) => test.id === testId)?.place ?? null;
  if (place === null) return { previous: null, next: findId(0), number: null, of: arranged.length };
  const next = arranged.findIndex((row) => row.place > place);
  const before = next === -1 ? arranged.length - 1 : next - 1;
  return {
    previous: findId(before),
    next: next === -1 ? null : findId(next),
    number: before + 2,
    of: arranged.length + 1,
  };
}
