import type { QueryClient } from '@tanstack/react-query';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import type { Mission, MissionTest, TestSummary } from '../../../server/missions/contract.ts';
import type { PlanPatch } from '../../../server/missions/plans/contract.ts';
import { patch, post, put, remove } from '../connection/http.ts';
import { missionTestKey, takeOverTest } from './mission-tests.ts';
import { missionKey, renewMission, takeOverMission } from './missions.ts';
import { placeInMission, removeFromMission, type TestPlace } from './patch-outline.ts';

// Structure of a mission: its scenarios, their order, and their tests with their plans.

const toMissionUrl = (missionId: string) => `/api/v1/missions/${missionId}`;
const toTestUrl = ({ mission_id, id }: TestRef) => `${toMissionUrl(mission_id)}/tests/${id}`;

/** A test's id with its mission's. */
export type TestRef = Pick<MissionTest, 'id' | 'mission_id'>;

/** Reads the mission again when refused, because others may have changed it. */
async function orRenew<T>(queryClient: QueryClient, missionId: string, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    renewMission(queryClient, missionId);
    throw error;
  }
}

export const addScenario = async (
  queryClient: QueryClient,
  missionId: string,
  scenario: { name: string; description?: string | null },
): Promise<Mission> =>
  takeOverMission(queryClient, await post(`${toMissionUrl(missionId)}/scenarios`, scenario));

export const changeScenario = async (
  queryClient: QueryClient,
  missionId: string,
  scenarioId: string,
  change: { name: string },
): Promise<Mission> =>
  takeOverMission(
    queryClient,
    await orRenew(
      queryClient,
      missionId,
      patch(`${toMissionUrl(missionId)}/scenarios/${scenarioId}`, change),
    ),
  );

/** Deletes a scenario without tests. */
export async function removeScenario(
  queryClient: QueryClient,
  missionId: string,
  scenarioId: string,
): Promise<void> {
  const url = `${toMissionUrl(missionId)}/scenarios/${scenarioId}`;
  await orRenew(queryClient, missionId, remove(url));
  await queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
}

/** Restores a removed scenario at its position. */
export const restoreScenario = async (
  queryClient: QueryClient,
  missionId: string,
  scenarioId: string,
): Promise<Mission> =>
  takeOverMission(queryClient, await post(`${toMissionUrl(missionId)}/scenarios/${scenarioId}/restore`));

/** New tests: by hand, as copies of templates, or from tasks of an engagement's C2 framework. */
export type NewTests =
  | { name: string; catalog_tags?: readonly NamedTag[] }
  | { test_template_ids: readonly string[] }
  | { engagement_id: string; task_external_ids: readonly string[] };

/** Adds tests at the end of a scenario, all or none. */
export async function addTests(
  queryClient: QueryClient,
  missionId: string,
  scenarioId: string,
  tests: NewTests,
): Promise<TestSummary[]> {
  const url = `${toMissionUrl(missionId)}/scenarios/${scenarioId}/tests`;
  const answer = await orRenew(queryClient, missionId, post<{ tests: TestSummary[] }>(url, tests));
  await queryClient.invalidateQueries({ queryKey: missionKey(missionId) });
  return answer.tests;
}

/** Refused as `stale` if the test's version differs from the given one. */
export async function changePlan(
  queryClient: QueryClient,
  test: TestRef & Pick<MissionTest, 'updated_at'>,
  change: PlanPatch,
): Promise<void> {
  const headers = { 'If-Match': `"${test.updated_at}"` };
  await takeOverTest(queryClient, await patch(`${toTestUrl(test)}/plan`, change, headers));
  renewMission(queryClient, test.mission_id);
}

/** Shows a change of a mission's outline, and cancels a concurrent read, which may have the previous state. */
async function showOutline(
  queryClient: QueryClient,
  missionId: string,
  change: (mission: Mission) => Mission,
): Promise<void> {
  await queryClient.cancelQueries({ queryKey: missionKey(missionId) });
  queryClient.setQueryData<Mission>(missionKey(missionId), (mission) => mission && change(mission));
}

/** Puts a test at a position in a scenario of its mission, by default at the end. */
export async function placeTest(queryClient: QueryClient, test: TestRef, place: TestPlace): Promise<void> {
  const writing = post<MissionTest>(`${toTestUrl(test)}/move`, place);
  await takeOverTest(queryClient, await orRenew(queryClient, test.mission_id, writing));
  await showOutline(queryClient, test.mission_id, (mission) => placeInMission(mission, test.id, place));
}

/** Puts the scenarios of a mission into this order, which names each once. */
export async function orderScenarios(
  queryClient: QueryClient,
  missionId: string,
  scenario_ids: readonly string[],
): Promise<void> {
  const url = `${toMissionUrl(missionId)}/scenarios/order`;
  takeOverMission(queryClient, await orRenew(queryClient, missionId, put<Mission>(url, { scenario_ids })));
}

/** Removes a test without results. */
export async function removeTest(queryClient: QueryClient, test: TestRef): Promise<void> {
  await orRenew(queryClient, test.mission_id, remove(toTestUrl(test)));
  await showOutline(queryClient, test.mission_id, (mission) => removeFromMission(mission, test.id));
  renewMission(queryClient, test.mission_id);
}

/** Restores a removed test at its position. */
export async function restoreTest(queryClient: QueryClient, test: TestRef): Promise<void> {
  const answer = await post<MissionTest>(`${toTestUrl(test)}/restore`);
  queryClient.setQueryData(missionTestKey(test.id), answer);
  await queryClient.invalidateQueries({ queryKey: missionKey(test.mission_id) });
}

/** Creates a draft from the plan of a mission. */
export const cloneMission = async (
  queryClient: QueryClient,
  missionId: string,
  input: { name: string; client: string | null; members: boolean },
): Promise<Mission> => takeOverMission(queryClient, await post(`${toMissionUrl(missionId)}/clone`, input));
