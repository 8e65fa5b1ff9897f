import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { missionExports } from '../../../domain/interchange.ts';
import { newId } from '../../../server/ids.ts';
import { type Operation, registry } from '../../support/http/registry.ts';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { attach, bodyOf, evidenceForm, newReport, nobody } from '../../support/missions/factories.ts';
import {
  findDifference,
  linkHidden,
  newTwin,
  type Twin,
  tell,
  tellText,
} from '../../support/missions/twins.ts';
import { fetchBytes, makeRendering } from '../../support/reports/renderings.ts';
import { sample } from '../../support/sample.ts';
import { isOnPostgres } from '../../support/servers/postgres.ts';
import type { Answer } from '../../support/servers/server.ts';

type Try = readonly [what: string, ask: (twin: Twin) => Promise<Answer>];

const as =
  (who: 'planner' | 'blue' | 'leader') =>
  (method: string, at: (twin: Twin) => string, body?: (twin: Twin) => unknown) =>
  (twin: Twin) =>
    twin[who].client.request(method, at(twin), body === undefined ? {} : { body: body(twin) });

const planner = as('planner');
const blue = as('blue');

/** Red writes to what is hidden, where there is any. */
async function stir(twin: Twin): Promise<void> {
  const { hidden, red } = twin;
  if (hidden === null) return;
  bodyOf(await red.client.put(hidden.path, { red_comment: newId() }), 200);
  await linkHidden(twin, false);
  await linkHidden(twin);
}

/** A change of what was read before red wrote to what is hidden. */
const ofVersion =
  (who: 'planner' | 'blue', method: string, at: (twin: Twin) => string, body: object, part = '') =>
  async (twin: Twin) => {
    const { client } = twin[who];
    const { updated_at } = bodyOf(await client.get(at(twin)), 200);
    await stir(twin);
    const headers = { 'If-Match': `"${updated_at}"` };
    return client.request(method, `${at(twin)}${part}`, { body, headers });
  };

/** A file of half a MiB for the shown test; a mission may have one MiB. */
const attachLarge = ({ blue, shown }: Twin) =>
  attach(blue.client, shown, evidenceForm(`${newId()} ${'x'.repeat(512 * 1024)}`, { side: 'blue' }));

/** An export that somebody was given: with a hidden test, or with one that was never there. */
async function importGiven({ planner, path, hidden, ids }: Twin): Promise<Answer> {
  const bytes = await fetchBytes(planner.client, `${path}/export?format=damson`);
  const files = unzipSync(bytes);
  const lines = strFromU8(files['mission.jsonl'] as Uint8Array)
    .trim()
    .split('\n');
  const test = lines.map((line) => JSON.parse(line)).find(({ kind }) => kind === 'test');
  const given = { ...test, id: hidden?.test ?? newId(), name: 'Given' };
  files['mission.jsonl'] = strToU8([...lines, JSON.stringify(given)].join('\n'));
  const content = zipSync(files, { level: 0 }) as Uint8Array<ArrayBuffer>;
  const preview = await importFile(planner.client, { name: 'given.zip', content });
  const rows = await planner.client.get(`/api/v1/imports/${preview.id}/rows?limit=200`);
  const applied = await applyImport(planner.client, preview.id);
  const mission = await planner.client.get(`/api/v1/missions/${ids.mission_id}`);
  return { ...rows, body: { preview, rows: rows.body, applied, mission: mission.body } };
}

/** Counts stored files, after somebody who sees everything did. */
async function countStored({ server, keeper }: Twin): Promise<Answer> {
  await server.admin.client.get('/api/v1/metrics');
  const answer = await keeper.client.get('/api/v1/metrics');
  const stored = String(answer.body)
    .split('\n')
    .filter((line) => line.startsWith('damson_stored_'));
  assert.ok(stored.length > 0);
  return { ...answer, body: stored };
}

/** In order: each changes both installations alike. */
const tries: readonly Try[] = [
  ['a record as it was read', ofVersion('blue', 'PUT', ({ shown }) => shown.path, { blue_comment: 'Ours' })],
  [
    'a plan as it was read',
    ofVersion('planner', 'PATCH', ({ shown }) => shown.path, { objective: 'Ours' }, '/plan'),
  ],
  [
    'a finding as it was read',
    ofVersion('blue', 'PATCH', ({ path, ids }) => `${path}/findings/${ids.finding_id}`, { impact: 'Ours' }),
  ],
  [
    'a remediation as it was read',
    ofVersion('blue', 'PATCH', ({ path, ids }) => `${path}/remediations/${ids.remediation_id}`, {
      measure: 'Ours',
    }),
  ],
  [
    'a draft of a report as it was read',
    ofVersion('planner', 'PATCH', ({ path, ids }) => `${path}/reports/${ids.report_id}`, { title: 'Mine' }),
  ],
  [
    'a version that never was',
    ({ blue, shown }) =>
      blue.client.request('PUT', shown.path, {
        body: { blue_comment: 'Theirs' },
        headers: { 'If-Match': '"2026-11-03T08:00:00.000Z"' },
      }),
  ],
  [
    'a file beside large ones',
    async (twin) => {
      const { hidden, red } = twin;
      if (hidden !== null) {
        bodyOf(await attach(red.client, hidden, evidenceForm('y'.repeat(700 * 1024), { side: 'red' })), 201);
      }
      return attachLarge(twin);
    },
  ],
  ['a file beyond the limit', attachLarge],
  ['stored files', countStored],
  ['an import of what they were given', importGiven],
  ['the whole history', ({ keeper }) => keeper.client.get('/api/v1/audit?limit=200')],
  [
    'the history of a mission',
    ({ keeper, ids }) => keeper.client.get(`/api/v1/audit?mission_id=${ids.mission_id}&limit=200`),
  ],
  [
    'a mission changed',
    planner(
      'PATCH',
      ({ path }) => path,
      () => ({ description: 'Ours' }),
    ),
  ],
  [
    'the members',
    planner(
      'PUT',
      ({ path }) => `${path}/members`,
      (twin) => ({
        members: [twin.red, twin.planner, twin.blue, twin.leader].map(({ id }, index) => ({
          user_id: id,
          role_hint: index === 0 ? 'red' : 'blue',
        })),
      }),
    ),
  ],
  [
    'members without somebody',
    planner(
      'PUT',
      ({ path }) => `${path}/members`,
      (twin) => ({
        members: [twin.red, twin.planner, twin.leader].map(({ id }, index) => ({
          user_id: id,
          role_hint: index === 0 ? 'red' : 'blue',
        })),
      }),
    ),
  ],
  [
    'members again',
    planner(
      'PUT',
      ({ path }) => `${path}/members`,
      (twin) => ({
        members: [twin.red, twin.planner, twin.leader, twin.blue].map(({ id }, index) => ({
          user_id: id,
          role_hint: index === 0 ? 'red' : 'blue',
        })),
      }),
    ),
  ],
  [
    'a test added',
    planner(
      'POST',
      ({ path, shown }) => `${path}/scenarios/${shown.scenario}/tests`,
      () => ({ name: 'Ours' }),
    ),
  ],
  [
    'the order of tests',
    planner(
      'PUT',
      ({ path, shown }) => `${path}/scenarios/${shown.scenario}/order`,
      ({ shown, other }) => ({
        test_ids: [other.test, shown.test],
      }),
    ),
  ],
  [
    'a test moved up',
    planner(
      'POST',
      ({ other }) => `${other.path}/move`,
      ({ other }) => ({ scenario_id: other.scenario, position: 0 }),
    ),
  ],
  [
    'a test moved to the end',
    planner(
      'POST',
      ({ other }) => `${other.path}/move`,
      ({ other }) => ({ scenario_id: other.scenario, position: 1 }),
    ),
  ],
  [
    'a test moved beyond the end',
    planner(
      'POST',
      ({ other }) => `${other.path}/move`,
      ({ other }) => ({ scenario_id: other.scenario, position: 3 }),
    ),
  ],
  [
    'a scenario added',
    planner(
      'POST',
      ({ path }) => `${path}/scenarios`,
      () => ({ name: 'Ours too' }),
    ),
  ],
  ['a test removed', planner('DELETE', ({ other }) => other.path)],
  ['a test restored', planner('POST', ({ other }) => `${other.path}/restore`)],
  ['a scenario removed', planner('DELETE', ({ path, shown }) => `${path}/scenarios/${shown.scenario}`)],
  [
    'a tool removed',
    planner('DELETE', ({ organisation, tool }) => `/api/v1/organisations/${organisation}/tools/${tool}`),
  ],
  ['a template removed', planner('DELETE', ({ template }) => `/api/v1/test-templates/${template}`)],
  [
    'a clone',
    planner(
      'POST',
      ({ path }) => `${path}/clone`,
      () => ({ name: 'Copy' }),
    ),
  ],
  [
    'a retest',
    planner(
      'POST',
      ({ path }) => `${path}/retest`,
      () => ({ name: 'Again' }),
    ),
  ],
  [
    'a sighting',
    blue(
      'POST',
      ({ path }) => `${path}/sightings`,
      () => ({ title: 'Quill', hosts: ['q1'], at: '2026-11-03T08:00:01Z' }),
    ),
  ],
  ['suggestions for sightings', blue('GET', ({ path }) => `${path}/sightings/suggestions`)],
  ['figures of sightings', blue('GET', ({ path }) => `${path}/sightings/figures`)],
  ['pictures', blue('GET', ({ path }) => `${path}/pictures`)],
  [
    'alerts',
    blue(
      'POST',
      ({ path }) => `${path}/alerts`,
      () => ({
        alerts: [
          {
            source: 'siem',
            external_id: 'a-1',
            title: 'Quill',
            hosts: ['q1'],
            occurred_at: '2026-11-03T08:00:02Z',
            process: { command_line: 'quill' },
          },
        ],
      }),
    ),
  ],
  ['suggestions for alerts', blue('GET', ({ path }) => `${path}/alerts`)],
  [
    'a remediation',
    blue(
      'POST',
      ({ path }) => `${path}/remediations`,
      ({ shown }) => ({ title: 'Ours', test_ids: [shown.test] }),
    ),
  ],
  [
    'the review of a test',
    blue(
      'POST',
      ({ shown }) => `${shown.path}/transition`,
      () => ({ status: 'reviewed_by_blue' }),
    ),
  ],
  [
    'variables',
    planner(
      'PATCH',
      ({ path }) => path,
      () => ({ variables: { target: 'srv' } }),
    ),
  ],
  [
    'completion',
    planner(
      'POST',
      ({ path }) => `${path}/transition`,
      () => ({ status: 'completed' }),
    ),
  ],
  [
    'reopening',
    planner(
      'POST',
      ({ path }) => `${path}/transition`,
      () => ({ status: 'in_progress' }),
    ),
  ],
  ['missions by progress', blue('GET', () => '/api/v1/missions?sort=progress')],
  ['blind missions', blue('GET', () => '/api/v1/missions?visibility=blind')],
];

const isZip = (bytes: Buffer) => bytes.subarray(0, 2).toString('latin1') === 'PK';

const isRead = ({ method, events, path }: Operation) =>
  method === 'GET' && events === undefined && !/\/health|\/metrics|\/export$/.test(path);

describe('hidden tests change nothing that is told to those who do not see them', () => {
  const twins: Twin[] = [];
  before(async () => {
    for (const withHidden of [true, false]) twins.push(await newTwin(withHidden));
  });
  after(async () => {
    for (const { server } of twins) await server.close();
  });

  /** Asks the same of both, which answer alike. */
  const compare = async (ask: (twin: Twin) => Promise<string>) => {
    const told: string[] = [];
    for (const twin of twins) told.push(await ask(twin));
    assert.equal(findDifference(told), null);
    assert.doesNotMatch(told[0] ?? '', /quillfeather/i);
  };

  it('when they read', async () => {
    const wrong: unknown[] = [];
    for (const who of ['planner', 'blue', 'leader', 'keeper'] as const) {
      for (const { prefix, path } of registry().filter(isRead)) {
        const ask = ({ ids, [who]: person }: Twin) =>
          person.client.get(
            prefix +
              path
                .replaceAll(/:seq/g, '1')
                .replaceAll(/:format/g, 'html')
                .replaceAll(/:(\w+)/g, (_all, name: string) => ids[name] ?? nobody),
          );
        const told: string[] = [];
        for (const twin of twins) told.push(tell(await ask(twin)));
        const difference = findDifference(told);
        if (difference !== null) wrong.push([who, path, ...difference]);
      }
    }
    assert.deepEqual(wrong, []);
  });

  for (const [what, ask] of tries) {
    it(what, () => compare(async (twin) => tell(await ask(twin))));
  }

  for (const format of sample(missionExports, isOnPostgres ? 1 : 3)) {
    it(`an export as ${format}`, () =>
      compare(async ({ blue, path }) => {
        const bytes = await fetchBytes(blue.client, `${path}/export?format=${format}`);
        const files = isZip(bytes) ? unzipSync(bytes) : { '': bytes };
        return tellText(
          Object.entries(files)
            .map(([name, file]) => `${name}: ${strFromU8(file)}`)
            .join('\n'),
        );
      }));
  }

  it('a report of theirs', () =>
    compare(async ({ planner, ids, path }) => {
      const { id } = await newReport(planner.client, { id: ids.mission_id as string }, { kind: 'technical' });
      const outline = await planner.client.get(`${path}/reports/${id}/outline`);
      const json = await makeRendering(planner.client, `${path}/reports/${id}`, 'json');
      return tell(outline) + tell(json);
    }));
});
