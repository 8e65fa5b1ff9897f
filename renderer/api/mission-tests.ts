import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { TestStatus } from '../../domain/missions.ts';
import type { Activity, MissionTest, TestPatch } from '../../server/missions/contract.ts';
import type { FoundTest } from '../../server/missions/search/contract.ts';
import { get, type Paged, post, put } from './http.ts';

const base = (missionId: string) => `/api/v1/missions/${missionId}`;

export const missionTestsKey = ['mission-tests'] as const;

export const missionTestKey = (testId: string) => [...missionTestsKey, testId] as const;

export const readTest = (missionId: string, testId: string, signal?: AbortSignal): Promise<MissionTest> =>
  get(`${base(missionId)}/tests/${testId}`, undefined, signal);

export const missionTest = (missionId: string, testId: string) =>
  queryOptions({
    queryKey: missionTestKey(testId),
    queryFn: ({ signal }) => readTest(missionId, testId, signal),
    // One goes through hundreds of tests in a day, and the texts of each may be long.
    gcTime: 60_000,
  });

/** In every mission one may see: the exact name first, then beginnings of names, then other parts and technique ids. */
export const testSearch = (q: string, limit = 20) =>
  queryOptions({
    queryKey: ['mission-test-search', q, limit],
    queryFn: ({ signal }) => get<Paged<FoundTest>>('/api/v1/tests', { q, limit }, signal),
    enabled: q !== '',
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });

/** Tests about a technique and what is below it, in every mission one may see, the newest mission first. */
export const testsAbout = (technique: string, page: { limit: number; offset: number }) =>
  queryOptions({
    queryKey: ['mission-tests-about', technique, page],
    queryFn: ({ signal }) => get<Paged<FoundTest>>('/api/v1/tests', { technique, ...page }, signal),
    placeholderData: (before, query) => (query?.queryKey[1] === technique ? before : undefined),
    staleTime: 0,
  });

/** Refused as `stale` when the test is no longer the version named. */
export const writeTest = (
  missionId: string,
  testId: string,
  change: TestPatch,
  version: string,
): Promise<MissionTest> => put(`${base(missionId)}/tests/${testId}`, change, { 'If-Match': `"${version}"` });

export const moveTest = (missionId: string, testId: string, status: TestStatus): Promise<MissionTest> =>
  post(`${base(missionId)}/tests/${testId}/transition`, { status });

export const readActivity = (missionId: string, since: string, signal?: AbortSignal): Promise<Activity> =>
  get(`${base(missionId)}/activity`, { since }, signal);
