import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Expectation } from '../../../domain/expectations.ts';
import type { SettleAnswer, TestStatus } from '../../../domain/missions.ts';
import { toBrief } from '../../../domain/outcomes.ts';
import { hostFields, pickFields, rowFields } from '../../../domain/test-record.ts';
import type { ChangedTests, TestsPatch } from '../../../server/missions/assignments/contract.ts';
import type { Mission, MissionTest, TestPatch, TestSummary } from '../../../server/missions/contract.ts';
import type { Suggestions } from '../../../server/missions/mission-tests/contract.ts';
import type { FoundHost, FoundTest } from '../../../server/missions/search/contract.ts';
import type { VariablesInput } from '../../../server/missions/variables/contract.ts';
import { get, type Paged, patch, post, put } from '../connection/http.ts';
import { readAnew, takeOver } from '../connection/take-over.ts';
import { missionKey } from './missions.ts';
import { patchTests } from './patch-tests.ts';

const toMissionUrl = (missionId: string) => `/api/v1/missions/${missionId}`;

const missionTestsKey = ['mission-tests'] as const;

export const missionTestKey = (testId: string) => [...missionTestsKey, testId] as const;

export const readTest = (missionId: string, testId: string, signal?: AbortSignal): Promise<MissionTest> =>
  get(`${toMissionUrl(missionId)}/tests/${testId}`, undefined, signal);

export const missionTest = (missionId: string, testId: string) =>
  queryOptions({
    queryKey: missionTestKey(testId),
    queryFn: ({ signal }) => readTest(missionId, testId, signal),
    // People go through hundreds of tests a day, and each may hold long texts.
    gcTime: 60_000,
  });

/** The cached test, if there is one. */
export const getKnownTest = (queryClient: QueryClient, testId: string): MissionTest | undefined =>
  queryClient.getQueryData(missionTestKey(testId));

export const readTestAnew = (
  queryClient: QueryClient,
  missionId: string,
  testId: string,
): Promise<MissionTest> => readAnew(queryClient, missionTest(missionId, testId));

/** Drops cached tests that no page shows, except for the `most` read last. */
export function forgetLeftTests(queryClient: QueryClient, most: number): void {
  const cache = queryClient.getQueryCache();
  const left = cache
    .findAll({ queryKey: missionTestsKey, type: 'inactive' })
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt);
  for (const query of left.slice(most)) {
    if (query.state.fetchStatus === 'idle') cache.remove(query);
  }
}

/**
 * Tests in all visible missions: the exact name first, then names starting with the text, then other matches and technique ids.
 */
export const testSearch = (q: string, limit = 20) =>
  queryOptions({
    queryKey: ['mission-test-search', q, limit],
    queryFn: ({ signal }) => get<Paged<FoundTest>>('/api/v1/tests', { q, limit }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** Hosts of tests in all visible missions with this text in their names, newest mission first. */
export const hostSearch = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['host-search', q, limit],
    queryFn: ({ signal }) => get<{ items: FoundHost[] }>('/api/v1/hosts', { q, limit }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** Tests of a technique and its sub-techniques in all visible missions, newest mission first. */
export const testsAbout = (technique: string, page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['mission-tests-about', technique, page],
    queryFn: ({ signal }) => get<Paged<FoundTest>>('/api/v1/tests', { technique, ...page }, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === technique ? before : undefined),
    staleTime: 0,
  });

/** Applies the server's answer to a write of a test to its page and its row. */
export async function takeOverTest(queryClient: QueryClient, answer: MissionTest): Promise<void> {
  showRow(queryClient, await takeOver(queryClient, missionTestKey(answer.id), answer));
}

/** Shows a changed test until it is read again, which happens at once if a page shows it. */
export function showTest(queryClient: QueryClient, test: MissionTest): void {
  queryClient.setQueryData(missionTestKey(test.id), test);
  showRow(queryClient, test);
}

export function renewTest(queryClient: QueryClient, testId: string): void {
  void queryClient.invalidateQueries({ queryKey: missionTestKey(testId) });
}

function showRow(queryClient: QueryClient, test: MissionTest): void {
  queryClient.setQueryData<Mission>(missionKey(test.mission_id), (mission) =>
    mission === undefined ? mission : patchTests(mission, [toSummary(test)]).mission,
  );
}

function toSummary(test: MissionTest): Pick<TestSummary, 'id'> & Partial<TestSummary> {
  return {
    id: test.id,
    status: test.status,
    run_number: test.run.number,
    detection_level: test.detection_level,
    outcome: toBrief(test.outcome),
    expectation_met: test.expectation_met,
    evidence_count: test.evidence.length,
    executed_at: test.executed_at,
    detected_at: test.detected_at,
    assignee: test.assignee,
    tags: test.tags,
    ...pickFields(rowFields, test),
    detection_level_source: test.detection_level_source,
    last_actor: test.last_actor,
    updated_at: test.updated_at,
  };
}

/** Refused as `stale` if the test's version differs from the given one. */
export const writeTest = async (
  queryClient: QueryClient,
  missionId: string,
  testId: string,
  change: TestPatch,
  version: string,
): Promise<void> => {
  await takeOverTest(
    queryClient,
    await put(`${toMissionUrl(missionId)}/tests/${testId}`, change, { 'If-Match': `"${version}"` }),
  );
  if (hostFields.some((field) => field in change)) {
    // The next test offers this one's values as suggestions.
    void queryClient.invalidateQueries({ queryKey: [suggestionsKey, missionId] });
  }
};

const suggestionsKey = 'mission-test-suggestions';

/** Suggested hosts, user and command for the current run of a test. */
export const testSuggestions = (missionId: string, testId: string, run: number) =>
  queryOptions({
    queryKey: [suggestionsKey, missionId, testId, run],
    queryFn: ({ signal }) =>
      get<Suggestions>(`${toMissionUrl(missionId)}/tests/${testId}/suggestions`, undefined, signal),
    staleTime: 0,
    gcTime: 60_000,
  });

/** Assigns tests and changes their tags, all or none. */
export async function changeTests(
  queryClient: QueryClient,
  missionId: string,
  testIds: readonly string[],
  change: Omit<Partial<TestsPatch>, 'test_ids'>,
): Promise<void> {
  try {
    const { tests } = await patch<ChangedTests>(`${toMissionUrl(missionId)}/tests`, {
      test_ids: testIds,
      ...change,
    });
    queryClient.setQueryData<Mission>(missionKey(missionId), (mission) =>
      mission === undefined ? mission : patchTests(mission, tests).mission,
    );
    // The answer lacks other people's writes of the open tests.
    const open = tests.filter(({ id }) => getKnownTest(queryClient, id) !== undefined);
    await Promise.all(open.map(({ id }) => queryClient.invalidateQueries({ queryKey: missionTestKey(id) })));
  } catch (error) {
    void queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
    throw error;
  }
}

/** A test in the table of its mission. */
export function findRow(
  queryClient: QueryClient,
  missionId: string,
  testId: string,
): TestSummary | undefined {
  const mission = queryClient.getQueryData<Mission>(missionKey(missionId));
  return mission?.scenarios.flatMap(({ tests }) => tests).find(({ id }) => id === testId);
}

/** Sets or removes values in a test that override its mission's. */
export const changeTestVariables = async (
  queryClient: QueryClient,
  { id, mission_id }: Pick<MissionTest, 'id' | 'mission_id'>,
  variables: VariablesInput,
): Promise<void> =>
  takeOverTest(queryClient, await patch(`${toMissionUrl(mission_id)}/tests/${id}/variables`, { variables }));

/** Sets the expectations of a test. */
export const replaceExpectations = async (
  queryClient: QueryClient,
  missionId: string,
  testId: string,
  expectations: readonly Expectation[],
): Promise<void> =>
  takeOverTest(
    queryClient,
    await put(`${toMissionUrl(missionId)}/tests/${testId}/expectations`, { expectations }),
  );

/** Move of a test; a move to `executed` may set another time of execution than recorded. */
export type Step = { id: string; to: TestStatus; executed_at?: string | null; settle?: SettleAnswer };

/** Returns the moved test. Reads it again when refused, because someone else may have moved it. */
export async function moveTest(
  queryClient: QueryClient,
  missionId: string,
  { id, to, executed_at, settle }: Step,
): Promise<MissionTest> {
  try {
    const body = { status: to, ...(executed_at ? { executed_at } : {}), ...(settle ? { settle } : {}) };
    const answer = await post<MissionTest>(`${toMissionUrl(missionId)}/tests/${id}/transition`, body);
    await takeOverTest(queryClient, answer);
    return answer;
  } catch (error) {
    renewTest(queryClient, id);
    throw error;
  }
}
