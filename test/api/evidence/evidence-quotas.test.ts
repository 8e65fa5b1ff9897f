import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../support/missions/factories.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const mebibyte = 1024 * 1024;
const half = 'x'.repeat(mebibyte / 2);

describe('quotas of evidence', () => {
  let server: TestServer;
  let one: Person;
  let two: Person;
  before(async () => {
    server = await startTestServer({ env: { SVC_QUOTA_MISSION_MIB: '1', SVC_QUOTA_PERSON_MIB: '2' } });
    one = await server.newPerson('redteam');
    two = await server.newPerson('redteam');
  });
  after(() => server.close());

  const missionOf = (): Promise<Mission> => newMission(server.admin.client, { members: [one, two] });
  const filesOf = (mission: Mission): string[] =>
    readdirSync(path.join(server.filesOf('evidence'), mission.id), { recursive: true }) as string[];

  it('refuse uploads beyond them, by size and before the first byte, and keep nothing', async () => {
    const mission = await missionOf();
    const place = placeOf(mission);
    bodyOf(await attach(one.client, place, evidenceForm(half)), 201);
    const before = filesOf(mission);
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const refused = await attach(two.client, place, evidenceForm(`${half}!`));
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.detail],
        [413, 'quota_exceeded', 'With this file, the evidence of this mission exceeds the limit of 1 MiB'],
      );
      assert.deepEqual(filesOf(mission), before);
    }
    const { id } = bodyOf(await attach(two.client, place, evidenceForm(half, { name: 'again.txt' })), 201);
    assert.equal((await attach(two.client, place, evidenceForm('!'))).body.code, 'quota_exceeded');
    assert.equal((await two.client.delete(`/api/v1/evidence/${id}`)).status, 204);
    bodyOf(await attach(two.client, place, evidenceForm('!')), 201);
  });

  it('count all that one person uploads', async () => {
    for (let count = 0; count < 3; count += 1) {
      bodyOf(await attach(one.client, placeOf(await missionOf()), evidenceForm(half)), 201);
    }
    const place = placeOf(await missionOf());
    const refused = await attach(one.client, place, evidenceForm('!'));
    assert.equal(refused.status, 413);
    assert.equal(refused.body.detail, 'With this file, what you have uploaded exceeds the limit of 2 MiB');
    bodyOf(await attach(two.client, place, evidenceForm('!')), 201);
  });

  it('hold for uploads at the same time', async () => {
    const place = placeOf(await missionOf());
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => attach(server.admin.client, place, evidenceForm(half + index))),
    );
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 413, 413, 413, 413, 413]);
  });

  it('are shown to people who manage the system, with current use', async () => {
    const usage = bodyOf(await server.admin.client.get('/api/v1/evidence/usage'), 200);
    assert.deepEqual(usage.quotas, { mission: mebibyte, person: 2 * mebibyte });
    assert.deepEqual(usage.people[0], { id: one.id, display_name: 'redteam 1', bytes: 2 * mebibyte });
    assert.ok(usage.missions.length > 3);
    assert.equal((await one.client.get('/api/v1/evidence/usage')).status, 403);
  });

  it('are none unless they are set', async () => {
    await server.restart(undefined, { quotas: { mission: null, person: null } });
    bodyOf(await attach(one.client, placeOf(await missionOf()), evidenceForm(half)), 201);
    const usage = bodyOf(await server.admin.client.get('/api/v1/evidence/usage'), 200);
    assert.deepEqual(usage.quotas, { mission: null, person: null });
  });
});
