import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { attach, bodyOf, newMission, type Place, placeOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Made = { path: string; fields: readonly string[] };
type Make = (client: Client, place: Place, organisation: string) => Promise<Made>;

const blank = (fields: readonly string[]) => Object.fromEntries(fields.map((field) => [field, ' \t ']));

/** Makes something with blank texts under a path, where it can be changed by its id. */
const made =
  (path: (place: Place, organisation: string) => string, body: object, ...fields: string[]): Make =>
  async (client, place, organisation) => {
    const under = path(place, organisation);
    const { id, ...shown } = bodyOf(await client.post(under, { ...body, ...blank(fields) }), 201);
    for (const field of fields) assert.equal(shown[field], null, field);
    return { path: `${under}/${id}`, fields };
  };

const things: Readonly<Record<string, Make>> = {
  'a mission': made(() => '/api/v1/missions', { name: 'Autumn' }, 'client'),
  'an engagement': made(() => '/api/engagements', { name: 'Winter' }, 'client'),
  'a fact': made(
    ({ path }) => `${path}/facts`,
    { kind: 'alerted', result: 'yes' },
    'rule_name',
    'rule_id',
    'alert_id',
  ),
  'a remediation': made(({ missionPath }) => `${missionPath}/remediations`, { title: 'Patch' }, 'owner_text'),
  'a tool': made(
    (_, organisation) => `/api/v1/organisations/${organisation}/tools`,
    { name: 'Sensor', kind: 'edr' },
    'vendor',
  ),
  evidence: async (client, place) => {
    const { id } = bodyOf(await attach(client, place), 201);
    return { path: `/api/v1/evidence/${id}/record`, fields: ['caption'] };
  },
};

describe('nothing but blanks is no text:', () => {
  let server: TestServer;
  let admin: Client;
  let place: Place;
  let organisation: string;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    const mission = await newMission(admin, { client: 'Aubergine' });
    place = placeOf(mission);
    organisation = mission.organisation?.id ?? '';
  });
  after(() => server.close());

  for (const [what, make] of Object.entries(things)) {
    it(what, async () => {
      const { path, fields } = await make(admin, place, organisation);
      const filled = Object.fromEntries(fields.map((field) => [field, ' as given ']));
      const full = bodyOf(await admin.patch(path, filled), 200);
      for (const field of fields) assert.equal(full[field], 'as given', field);
      const emptied = bodyOf(await admin.patch(path, blank(fields)), 200);
      for (const field of fields) assert.equal(emptied[field], null, field);
    });
  }
});
