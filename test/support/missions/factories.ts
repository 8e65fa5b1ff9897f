import assert from 'node:assert/strict';
import type { Mission, MissionTest } from '../../../server/missions/contract.ts';
import type { Report } from '../../../server/missions/reports/contract.ts';
import type { ScenarioTemplate, TestTemplate } from '../../../server/templates/contract.ts';
import type { Answer, Client, Person } from '../servers/server.ts';

/** Well-formed, and unused. */
export const nobody = '01900000-0000-7000-8000-00000000dead';

type Fields = Record<string, unknown>;
type Hint = 'lead' | 'red' | 'blue' | 'observer';

let made = 0;

/** The body of an answer, which must have this status. */
export function bodyOf(answer: Answer, status: number): Answer['body'] {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  return answer.body;
}

/** Creates a user without a password, which avoids hashing. */
export function someone(fields: Fields = {}): Fields & { email: string; display_name: string } {
  made += 1;
  return { email: `someone-${made}@damson.test`, display_name: `Someone ${made}`, role: 'soc', ...fields };
}

export async function newTestTemplate(client: Client, fields: Fields = {}): Promise<TestTemplate> {
  made += 1;
  return bodyOf(await client.post('/api/v1/test-templates', { name: `Test ${made}`, ...fields }), 201);
}

/** A scenario template with this many new test templates, or with the given ones. */
export async function newScenarioTemplate(
  client: Client,
  { tests = 1, ...fields }: Fields & { tests?: number | readonly string[] } = {},
): Promise<ScenarioTemplate> {
  made += 1;
  const ids: string[] = typeof tests === 'number' ? [] : [...tests];
  for (let index = 0; typeof tests === 'number' && index < tests; index += 1) {
    ids.push((await newTestTemplate(client)).id);
  }
  const body = { name: `Scenario ${made}`, test_template_ids: ids, ...fields };
  return bodyOf(await client.post('/api/v1/scenario-templates', body), 201);
}

/** A mission of one scenario with this many tests; its members are `red` by default. */
export async function newMission(
  client: Client,
  {
    members = [],
    tests = 1,
    ...fields
  }: Fields & { members?: readonly (Person | [Person, Hint])[]; tests?: number } = {},
): Promise<Mission> {
  made += 1;
  const scenarios = tests === 0 ? [] : [(await newScenarioTemplate(client, { tests })).id];
  const body = {
    name: `Mission ${made}`,
    scenario_template_ids: scenarios,
    members: members.map((member) =>
      Array.isArray(member)
        ? { user_id: member[0].id, role_hint: member[1] }
        : { user_id: (member as Person).id, role_hint: 'red' },
    ),
    ...fields,
  };
  return bodyOf(await client.post('/api/v1/missions', body), 201);
}

/** The draft of a report. */
export async function newReport(
  client: Client,
  { id }: Pick<Mission, 'id'>,
  fields: Fields = {},
): Promise<Report> {
  const body = { kind: 'executive', title: 'To be written', ...fields };
  return bodyOf(await client.post(`/api/v1/missions/${id}/reports`, body), 201);
}

export type Place = {
  mission: string;
  test: string;
  scenario: string;
  /** `/api/v1/missions/<mission>` */
  missionPath: string;
  /** `/api/v1/missions/<mission>/tests/<test>` */
  path: string;
};

/** Place of a mission's test, by its index across all scenarios. */
export function placeOf(mission: Mission, index = 0): Place {
  const test = mission.scenarios.flatMap((scenario) => scenario.tests)[index];
  assert.ok(test, `the mission has no test ${index}`);
  const missionPath = `/api/v1/missions/${mission.id}`;
  const path = `${missionPath}/tests/${test.id}`;
  return { mission: mission.id, test: test.id, scenario: test.scenario_id, missionPath, path };
}

export async function readMission(client: Client, id: string): Promise<Mission> {
  return bodyOf(await client.get(`/api/v1/missions/${id}`), 200);
}

export async function readTest(client: Client, place: Pick<Place, 'path'>): Promise<MissionTest> {
  return bodyOf(await client.get(place.path), 200);
}

/** Assigns a test to a person, or to nobody. */
export function assign(client: Client, { missionPath, test }: Place, id: string | null): Promise<Answer> {
  return client.patch(`${missionPath}/tests`, { test_ids: [test], assignee_id: id });
}

/** Moves a test or a mission through these states. */
export async function walk(client: Client, path: string, ...states: readonly string[]): Promise<void> {
  for (const status of states) bodyOf(await client.post(`${path}/transition`, { status }), 200);
}

export function evidenceForm(
  bytes: string | Uint8Array<ArrayBuffer> = 'seen',
  { name = 'note.txt', type = 'text/plain', ...fields }: Record<string, string> = {},
): FormData {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.set(key, value);
  form.set('file', new Blob([bytes], { type }), name);
  return form;
}

export function attach(client: Client, place: Place, form = evidenceForm()): Promise<Answer> {
  return client.request('POST', `${place.path}/evidence`, { raw: form });
}

/** A refusal: its status, code, and field. */
export function told({ status, body }: Answer): unknown[] {
  return [status, body.code, body.errors?.[0]?.path];
}

/** The refusal as seen by the caller, without parts that differ between requests. */
export function refusal(answer: Answer): unknown {
  assert.equal(answer.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const { request_id, ...rest } = answer.body;
  assert.equal(request_id, answer.headers.get('x-request-id'));
  return rest;
}
