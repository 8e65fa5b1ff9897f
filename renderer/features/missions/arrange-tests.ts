import { type TestVerdict, testVerdicts } from '../../../domain/expectations.ts';
import type { TestStatus } from '../../../domain/missions.ts';
import { testStatuses } from '../../../domain/missions.ts';
import type { Mission, Scenario, TestSummary } from '../../../server/missions/contract.ts';
import type { Neighbours } from '../../ui/record/neighbours.ts';

export type Row = { test: TestSummary; scenario: Pick<Scenario, 'id' | 'name'>; place: number };
export type SortKey = 'order' | 'name' | 'status' | 'technique' | 'level' | 'evidence' | 'changed';
export type Arrangement = {
  q: string;
  status: TestStatus | null;
  /** The key of a detection level, or `none`. */
  level: string | null;
  /** What expectations have come to. */
  expected: TestVerdict | null;
  scenario: string | null;
  sort: SortKey;
  descending: boolean;
};

const sortKeys: readonly SortKey[] = ['order', 'name', 'status', 'technique', 'level', 'evidence', 'changed'];

/** Filters and order from the address; invalid values are ignored. */
export function readArrangement(parameters: URLSearchParams): Arrangement {
  const status = parameters.get('status');
  const expected = parameters.get('expected');
  const sort = parameters.get('sort');
  return {
    q: parameters.get('q') ?? '',
    status: testStatuses.find((known) => known === status) ?? null,
    level: parameters.get('level'),
    expected: testVerdicts.find((known) => known === expected) ?? null,
    scenario: parameters.get('scenario'),
    sort: sortKeys.find((known) => known === sort) ?? 'order',
    descending: parameters.get('dir') === 'desc',
  };
}

export function isFiltered({ q, ...filters }: Arrangement): boolean {
  const { status, level, expected, scenario } = filters;
  return q !== '' || [status, level, expected, scenario].some((filter) => filter !== null);
}

/** All tests in the mission's own order. */
export function listRows(mission: Mission): Row[] {
  let place = 0;
  return mission.scenarios.flatMap(({ id, name, tests }) =>
    tests.map((test) => ({ test, scenario: { id, name }, place: place++ })),
  );
}

/** The rows that pass the filters, in the chosen order; equal ones keep the mission's order. */
export function arrange(rows: readonly Row[], arrangement: Arrangement): Row[] {
  const needle = arrangement.q.trim().toLowerCase();
  const kept = rows.filter(
    ({ test, scenario }) =>
      (arrangement.status === null || test.status === arrangement.status) &&
      (arrangement.level === null || (test.detection_level?.key ?? 'none') === arrangement.level) &&
      (arrangement.expected === null || test.expectation_met === arrangement.expected) &&
      (arrangement.scenario === null || scenario.id === arrangement.scenario) &&
      (needle === '' || matchesText(test, needle)),
  );
  const value = sortValue[arrangement.sort];
  if (value === null) return arrangement.descending ? kept.reverse() : kept;
  const sign = arrangement.descending ? -1 : 1;
  return kept.sort((a, b) => sign * compare(value(a), value(b)) || a.place - b.place);
}

function matchesText(test: TestSummary, needle: string): boolean {
  return (
    test.name.toLowerCase().includes(needle) ||
    test.catalog_tags.some(
      (tag) => tag.external_id.toLowerCase().includes(needle) || tag.name.toLowerCase().includes(needle),
    ) ||
    test.platforms.some((platform) => platform.toLowerCase().includes(needle))
  );
}

const sortValue: Record<SortKey, ((row: Row) => string | number) | null> = {
  order: null,
  name: ({ test }) => test.name.toLowerCase(),
  status: ({ test }) => testStatuses.indexOf(test.status),
  technique: ({ test }) => test.catalog_tags[0]?.external_id ?? '~',
  level: ({ test }) => test.detection_level?.rank ?? -1,
  evidence: ({ test }) => test.evidence_count,
  changed: ({ test }) => test.updated_at,
};

function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * The tests before and after one in the arranged rows. A test that no longer passes the filters, because it has just been
 * moved on, keeps its place between its old neighbours.
 */
export function findNeighbours(rows: readonly Row[], arranged: readonly Row[], testId: string): Neighbours {
  const index = arranged.findIndex(({ test }) => test.id === testId);
  const findId = (position: number) => arranged[position]?.test.id ?? null;
  if (index !== -1) {
    return { previous: findId(index - 1), next: findId(index + 1), number: index + 1, of: arranged.length };
  }
  const place = rows.find(({ test }) => test.id === testId)?.place ?? -1;
  const next = arranged.findIndex((row) => row.place > place);
  const before = next === -1 ? arranged.length - 1 : next - 1;
  return {
    previous: findId(before),
    next: next === -1 ? null : findId(next),
    number: null,
    of: arranged.length,
  };
}
