import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import type { FoundTest } from '../../../server/missions/search/contract.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  bodyOf,
  newMission,
  newScenarioTemplate,
  newTestTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let red: Person;
let other: Person;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  red = await server.newPerson('redteam');
  other = await server.newPerson('redteam');
});
after(() => server.close());

const target = '/api/v1/tests';
const asked = (q: string, more = '') => `${target}?q=${encodeURIComponent(q)}${more}`;
const search = async (client: Client, q: string, more = '') =>
  bodyOf(await client.get(asked(q, more)), 200) as { items: FoundTest[]; total: number };
const idsFor = async (client: Client, q: string, more = '') =>
  (await search(client, q, more)).items.map(({ id }) => id);
const namesFor = async (client: Client, q: string, more = '') =>
  (await search(client, q, more)).items.map(({ name }) => name);

async function scenarioOf(...tests: (string | { name: string; tags: string[] })[]): Promise<string> {
  const ids: string[] = [];
  for (const test of tests) {
    const { name, tags } = typeof test === 'string' ? { name: test, tags: [] } : test;
    const catalog_tags = tags.map((external_id) => ({
      kind: external_id.includes('.') ? 'subtechnique' : 'technique',
      external_id,
    }));
    ids.push((await newTestTemplate(red.client, { name, catalog_tags })).id);
  }
  return (await newScenarioTemplate(red.client, { tests: ids, name: 'Scenario of the search' })).id;
}

async function missionOf(
  client: Client,
  tests: Parameters<typeof scenarioOf>,
  fields: Record<string, unknown> = {},
): Promise<Mission> {
  return newMission(client, { tests: 0, scenario_template_ids: [await scenarioOf(...tests)], ...fields });
}

describe('the search for tests', () => {
  it('shows the fields of its contract', async () => {
    const mission = await missionOf(red.client, [{ name: 'Medlar in a cron table', tags: ['T1053.003'] }], {
      name: 'Medlar harvest',
    });
    const { body } = await red.client.get(asked('MEDLAR IN'));
    assert.deepEqual(body, {
      items: [
        {
          id: placeOf(mission).test,
          name: 'Medlar in a cron table',
          status: 'pending',
          detection_level: null,
          executed_at: null,
          catalog_tags: [
            { kind: 'subtechnique', external_id: 'T1053.003', name: 'Scheduled Task/Job: Cron' },
          ],
          tags: [],
          assignee: null,
          attack_result: null,
          mission: { id: mission.id, name: 'Medlar harvest' },
          scenario: { id: mission.scenarios[0]?.id, name: 'Scenario of the search' },
        },
      ],
      total: 1,
      limit: 50,
      offset: 0,
    });
  });

  it('puts the name itself first, then beginnings, then the rest, each of the newest mission first', async () => {
    const first = await missionOf(red.client, ['Sorb', 'A sorb', 'Sorb apple', 'Wild sorb']);
    const second = await missionOf(red.client, ['The sorb', 'sorb', 'Sorbet']);
    const names = ['sorb', 'Sorb', 'Sorbet', 'Sorb apple', 'The sorb', 'A sorb', 'Wild sorb'];
    assert.deepEqual(await namesFor(red.client, 'sorb'), names);
    assert.deepEqual(await idsFor(red.client, 'sorb', '&limit=2'), [
      placeOf(second, 1).test,
      placeOf(first, 0).test,
    ]);
    for (let offset = 0; offset <= names.length; offset += 2) {
      const page = await search(red.client, 'sorb', `&limit=2&offset=${offset}`);
      assert.equal(page.total, names.length);
      assert.deepEqual(
        page.items.map(({ name }) => name),
        names.slice(offset, offset + 2),
      );
    }
    assert.deepEqual(await namesFor(red.client, 'sorb', '&offset=999999999'), []);
  });

  it('finds tests by technique and sub-technique, including tests copied into a mission later', async () => {
    const person = await server.newPerson('redteam');
    const mission = await missionOf(person.client, [
      { name: 'Cornel', tags: ['T1003.001'] },
      { name: 'Cherry', tags: ['T1003', 'T1059.001'] },
    ]);
    assert.deepEqual(await namesFor(person.client, 't1003'), ['Cornel', 'Cherry']);
    assert.deepEqual(await namesFor(person.client, 'T1003.001'), ['Cornel']);
    assert.deepEqual(await namesFor(person.client, 'T1059.001'), ['Cherry']);
    const later = await scenarioOf({ name: 'Later', tags: ['T1003.001'] });
    bodyOf(
      await person.client.post(`/api/v1/missions/${mission.id}/scenarios`, {
        scenario_template_ids: [later],
      }),
      201,
    );
    assert.deepEqual(await namesFor(person.client, 'T1003.001'), ['Cornel', 'Later']);
  });

  it('finds tests of a technique and its sub-techniques, but not by their name alone', async () => {
    const person = await server.newPerson('redteam');
    const older = await missionOf(person.client, [
      { name: 'T1110 by name alone', tags: [] },
      { name: 'Guess', tags: ['T1110.001'] },
    ]);
    const newer = await missionOf(person.client, [
      { name: 'Spray', tags: ['T1059.001', 'T1110.003'] },
      { name: 'Any', tags: ['T1110'] },
    ]);
    const about = async (technique: string, more = '') =>
      (
        bodyOf(await person.client.get(`${target}?technique=${technique}${more}`), 200) as {
          items: FoundTest[];
        }
      ).items.map(({ id }) => id);
    const guess = placeOf(older, 1).test;
    const [spray, any] = [placeOf(newer, 0).test, placeOf(newer, 1).test];
    assert.deepEqual(await about('T1110'), [spray, any, guess]);
    assert.deepEqual(await about('t1110.003'), [spray]);
    assert.deepEqual(await about('T111'), []);
    assert.deepEqual(await about('T1110', '&q=g'), [guess]);
    assert.deepEqual(await about('T1110', '&limit=1&offset=1'), [any]);
    assert.deepEqual(await about('T1110%0a'), []);
  });

  it('shows the current status of a test', async () => {
    const mission = await missionOf(red.client, ['Loquat at dawn']);
    await search(red.client, 'loquat');
    await walk(red.client, `/api/v1/missions/${mission.id}`, 'in_progress');
    await walk(red.client, placeOf(mission).path, 'executed');
    bodyOf(await red.client.patch(`/api/v1/missions/${mission.id}`, { name: 'Renamed' }), 200);
    const [found] = (await search(red.client, 'loquat')).items;
    assert.equal(found?.status, 'executed');
    assert.match(found?.executed_at ?? '', /^20/);
    assert.equal(found?.mission.name, 'Renamed');
  });

  it('searches only visible missions, archived ones included, from the moment they are visible', async () => {
    const { client: admin } = server.admin;
    const mission = await missionOf(red.client, ['Secret bullace']);
    const missionPath = `/api/v1/missions/${mission.id}`;
    const { test } = placeOf(mission);
    assert.deepEqual(await idsFor(red.client, 'bullace'), [test]);
    assert.deepEqual(await idsFor(admin, 'bullace'), [test]);
    assert.deepEqual((await search(other.client, 'bullace')).total, 0);
    const members = (people: Person[]) =>
      red.client.put(`${missionPath}/members`, {
        members: people.map(({ id }) => ({ user_id: id, role_hint: 'red' })),
      });
    bodyOf(await members([red, other]), 200);
    assert.deepEqual(await idsFor(other.client, 'bullace'), [test]);
    bodyOf(await members([red]), 200);
    assert.deepEqual(await idsFor(other.client, 'bullace'), []);
    await walk(admin, missionPath, 'in_progress', 'completed', 'archived');
    assert.deepEqual(await idsFor(red.client, 'bullace'), [test]);
    assert.deepEqual(await idsFor(other.client, 'bullace'), []);
  });

  it('does not find deleted tests', async () => {
    const { client: admin } = server.admin;
    const mission = await missionOf(red.client, ['Damask prune']);
    assert.equal((await search(admin, 'damask')).total, 1);
    assert.equal((await admin.delete(`/api/v1/missions/${mission.id}`)).status, 204);
    assert.deepEqual(await search(admin, 'damask'), { items: [], total: 0, limit: 50, offset: 0 });
    assert.deepEqual(await idsFor(red.client, 'damask'), []);
  });

  it('finds a test by its copied name, even if its template changes', async () => {
    const template = await newTestTemplate(red.client, { name: 'Mirabelle copied' });
    const scenario = await newScenarioTemplate(red.client, { tests: [template.id] });
    const fields = { tests: 0, scenario_template_ids: [scenario.id] };
    const mission = await newMission(red.client, fields);
    const path = `/api/v1/test-templates/${template.id}`;
    bodyOf(await red.client.patch(path, { name: 'Mirabelle renamed' }), 200);
    assert.deepEqual(await idsFor(red.client, 'mirabelle'), [placeOf(mission).test]);
    assert.deepEqual(await idsFor(red.client, 'mirabelle renamed'), []);
  });

  it('treats the query literally', async () => {
    const person = await server.newPerson('redteam');
    const hostile = '<img src=x onerror=alert(1)> 100%_of \\it\u202egnp';
    await missionOf(person.client, [hostile, 'plain']);
    for (const q of ['%', '_', '\\', '<img', '100%_', '\u202e', ' ']) {
      assert.deepEqual(await namesFor(person.client, q), [hostile], q);
    }
    for (const q of ['%%', 'p%n', 'p_ain', '.*', "' or 1=1 --", '*', '\u{1f47e}', 'null']) {
      assert.deepEqual(await namesFor(person.client, q), [], q);
    }
  });

  it('refuses unknown parameters and names them', async () => {
    const refused: [query: string, field: string][] = [
      ['', 'q'],
      ['?q=', 'q'],
      ['?technique=', 'technique'],
      [`?technique=${'T'.repeat(101)}`, 'technique'],
      [`?q=${'a'.repeat(201)}`, 'q'],
      ['?q=a&limit=0', 'limit'],
      ['?q=a&limit=201', 'limit'],
      ['?q=a&offset=-1', 'offset'],
      ['?q=a&status=pending', 'status'],
    ];
    for (const [query, field] of refused) {
      const answer = await red.client.get(target + query);
      assertProblem(answer, 422, 'invalid');
      assert.match(JSON.stringify(answer.body), new RegExp(`"${field}"`), query);
    }
    assert.equal((await red.client.get(`${target}?q=${'a'.repeat(200)}`)).status, 200);
  });

  it('is for people who may read missions', async () => {
    assertProblem(await server.anonymous.get(asked('a')), 401, 'unauthenticated');
  });
});
