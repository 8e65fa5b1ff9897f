import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newReport,
  placeOf,
} from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** More than the buffers of a connection hold. */
const large = new Uint8Array(
  Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(20 * 2 ** 20)]),
);

describe('two downloads that nobody reads', () => {
  let server: TestServer;
  let people: Person[];
  const targets: Record<string, string> = {};
  before(async () => {
    server = await startTestServer();
    const admin = server.admin.client;
    people = [server.admin, await server.newPerson('admin'), await server.newPerson('admin')];
    const mission = await newMission(admin);
    const place = placeOf(mission);
    const form = evidenceForm(large, { name: 'screen.png', type: 'image/png' });
    targets.evidence = `/api/v1/evidence/${bodyOf(await attach(admin, place, form), 201).id}`;
    targets.export = `${place.missionPath}/export?format=damson`;
    const report = await newReport(admin, mission);
    const at = `${place.missionPath}/reports/${report.id}`;
    await makeRendering(admin, at, 'html');
    targets.rendering = `${at}/renderings/html`;
    bodyOf(await admin.post('/api/v1/backups'), 202);
    await endedJob(admin);
    const [backup] = bodyOf(await admin.get('/api/v1/backups'), 200).items;
    targets.backup = `/api/v1/backups/${backup.id}/file`;
  });
  after(() => server?.close());

  /** Requests a file without reading any of it. */
  async function stall({ base, token }: Client, target: string): Promise<IncomingMessage> {
    const request = get(base + target, { headers: { authorization: `Bearer ${token}` }, agent: false });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    assert.equal(response.statusCode, 200);
    return response;
  }

  for (const what of ['export', 'evidence', 'rendering', 'backup']) {
    it(`of ${what}: keep nobody else waiting`, async () => {
      const target = targets[what]!;
      const [one, other, third] = people.map(({ client }) => client) as [Client, Client, Client];
      const stalled = [await stall(one, target), await stall(other, target)];
      const response = await stall(third, target);
      const whole = await buffer(response);
      assert.equal(whole.length, Number(response.headers['content-length']));
      if (whole.length >= large.length) for (const waiting of stalled) assert.equal(waiting.complete, false);
      for (const waiting of stalled) assert.equal((await buffer(waiting)).length, whole.length);
    });
  }
});
