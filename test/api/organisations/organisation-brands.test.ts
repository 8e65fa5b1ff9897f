import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, it } from 'node:test';
import { chart } from '../../../tools/demo/evidence.ts';
import { bodyOf, newMission, nobody, told } from '../../support/missions/factories.ts';
import { modelOf } from '../../support/reports/reports.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

let server: TestServer;
let admin: Client;
before(async () => {
  server = await startTestServer();
  admin = server.admin.client;
});
after(() => server.close());

const png = Buffer.from(chart(1).bytes);
const address = (bytes: Uint8Array, type = 'image/png') =>
  `data:${type};base64,${Buffer.from(bytes).toString('base64')}`;

it('a logo and a colour are stored and used in reports of the organisation', async () => {
  const mission = await newMission(admin, { client: 'Branded' });
  const path = `/api/v1/organisations/${mission.organisation?.id}/brand`;
  assert.deepEqual(bodyOf(await admin.get(path), 200), { logo: null, accent: null });
  assert.deepEqual((await modelOf(server, mission.id)).brand, { logo: null, accent: null });
  const brand = { logo: address(png), accent: '#0A5c2f' };
  const kept = { ...brand, accent: '#0a5c2f' };
  assert.deepEqual(bodyOf(await admin.put(path, brand), 200), kept);
  assert.deepEqual(bodyOf(await admin.put(path, kept), 200), kept);
  assert.deepEqual((await modelOf(server, mission.id)).brand, kept);
  const told = bodyOf(await admin.get('/api/v1/audit?object_type=organisation&verb=changed'), 200);
  const sha256 = createHash('sha256').update(png).digest('hex');
  const changes = { logo_sha256: [null, sha256], accent: [null, '#0a5c2f'] };
  // One entry of the organisation's own, and one in the history of its mission.
  assert.deepEqual(
    told.items.map((entry: { mission_id: string | null; changes: unknown }) => [
      entry.mission_id,
      entry.changes,
    ]),
    [
      [mission.id, changes],
      [null, changes],
    ],
  );
  const none = { logo: null, accent: null };
  assert.deepEqual(bodyOf(await admin.put(path, none), 200), none);
  assert.deepEqual(bodyOf(await admin.get(path), 200), none);
});

it('a merge keeps the logo and colour of the remaining organisation, or takes over missing ones', async () => {
  const make = async (accent: string | null) => {
    const mission = await newMission(admin, { client: `Merged ${accent} ${merged++}` });
    const path = `/api/v1/organisations/${mission.organisation?.id}`;
    if (accent !== null) bodyOf(await admin.put(`${path}/brand`, { logo: null, accent }), 200);
    return { id: mission.organisation?.id, path };
  };
  let merged = 0;
  const [plain, green, blue] = [await make(null), await make('#00aa00'), await make('#0000aa')];
  bodyOf(await admin.post(`${green.path}/merge`, { into: plain.id }), 200);
  assert.equal(bodyOf(await admin.get(`${plain.path}/brand`), 200).accent, '#00aa00');
  bodyOf(await admin.post(`${blue.path}/merge`, { into: plain.id }), 200);
  assert.equal(bodyOf(await admin.get(`${plain.path}/brand`), 200).accent, '#00aa00');
});

it('a file that is not a picture, is too large or is not a colour is refused at its field', async () => {
  const mission = await newMission(admin, { client: 'Refused' });
  const path = `/api/v1/organisations/${mission.organisation?.id}/brand`;
  const refused: [body: object, field: string][] = [
    [{ logo: address(png, 'image/svg+xml'), accent: null }, 'logo'],
    [{ logo: address(png, 'image/jpeg'), accent: null }, 'logo'],
    [{ logo: address(Buffer.from('<svg onload="x()">')), accent: null }, 'logo'],
    [{ logo: 'https://example.test/logo.png', accent: null }, 'logo'],
    [{ logo: address(Buffer.concat([png, Buffer.alloc(512 * 1024)])), accent: null }, 'logo'],
    [{ logo: null, accent: 'red' }, 'accent'],
    [{ logo: null, accent: '#fff; }' }, 'accent'],
    [{ logo: null }, 'accent'],
  ];
  for (const [body, field] of refused) {
    assert.deepEqual(told(await admin.put(path, body)), [422, 'invalid', field]);
  }
  assert.deepEqual(bodyOf(await admin.get(path), 200), { logo: null, accent: null });
  assert.equal((await admin.get(`/api/v1/organisations/${nobody}/brand`)).status, 404);
});
