import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  nobody,
  type Place,
  placeOf,
  readTest,
  refusal,
  told,
  walk,
} from '../../support/missions/factories.ts';
import { filesBelow } from '../../support/servers/evidence-host.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

type EvidenceCount = { id: string; evidence_count: number };

describe('evidence of a mission', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  let both: Person;
  let outsider: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    both = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
    outsider = await server.newPerson('redteam', { permissions: ['mission.write_blue_fields'] });
  });
  after(() => server.close());

  const newPlace = async (): Promise<Place> =>
    placeOf(await newMission(admin, { members: [red, blue, both] }));
  const stored = (): string[] => filesBelow(server.filesOf('evidence')).map((file) => path.basename(file));

  describe('sides', () => {
    const rows: [who: string, person: () => Person, asked: string | undefined, outcome: string | number][] = [
      ['red', () => red, undefined, 'red'],
      ['red', () => red, 'red', 'red'],
      ['red', () => red, 'blue', 403],
      ['blue', () => blue, undefined, 'blue'],
      ['blue', () => blue, 'blue', 'blue'],
      ['blue', () => blue, 'red', 403],
      ['who holds both', () => both, undefined, 'blue'],
      ['who holds both', () => both, 'red', 'red'],
      ['who holds both', () => both, 'blue', 'blue'],
      ['an administrator', () => server.admin, undefined, 'blue'],
      ['an administrator', () => server.admin, 'red', 'red'],
    ];
    for (const [who, person, asked, outcome] of rows) {
      it(`${who} asking for ${asked ?? 'none'}: ${outcome}`, async () => {
        const place = await newPlace();
        const before = await readTest(admin, place);
        const files = stored();
        const form = evidenceForm(`${who} ${asked}`, asked === undefined ? {} : { side: asked });
        const answer = await attach(person().client, place, form);
        if (typeof outcome === 'number') {
          assert.equal(answer.status, outcome);
          assert.deepEqual(await readTest(admin, place), before);
          assert.deepEqual(stored(), files);
          return;
        }
        const record: EvidenceRecord = bodyOf(answer, 201);
        assert.equal(record.side, outcome);
        assert.equal(record.uploaded_by?.id, person().id);
        assert.deepEqual([record.mission_id, record.test_id], [place.mission, place.test]);
        const now = await readTest(admin, place);
        assert.deepEqual(now.evidence, [record]);
        assert.equal(now.last_actor?.id, person().id);
        assert.ok(now.updated_at > before.updated_at);
        assert.equal(record.uploaded_at, now.updated_at);
      });
    }

    it('decide who may delete', async () => {
      const place = await newPlace();
      const ofRed = bodyOf(await attach(red.client, place, evidenceForm('r')), 201);
      const ofBlue = bodyOf(await attach(blue.client, place, evidenceForm('b')), 201);
      const remove = (person: Person, { id }: EvidenceRecord) =>
        person.client.delete(`/api/v1/evidence/${id}`);
      assert.equal((await remove(blue, ofRed)).status, 403);
      assert.equal((await remove(red, ofBlue)).status, 403);
      assert.equal((await readTest(red.client, place)).evidence.length, 2);
      assert.equal((await remove(both, ofRed)).status, 204);
      assert.equal((await remove(both, ofRed)).status, 404);
      const before = await readTest(red.client, place);
      assert.equal((await remove(blue, ofBlue)).status, 204);
      const now = await readTest(red.client, place);
      assert.deepEqual(now.evidence, []);
      assert.equal(now.last_actor?.id, blue.id);
      assert.ok(now.updated_at > before.updated_at);
    });

    it('decide who may write the caption, which is a write to the test', async () => {
      const place = await newPlace();
      const ofRed = bodyOf(await attach(red.client, place, evidenceForm('r', { caption: 'first' })), 201);
      const caption = (person: Person, text: unknown) =>
        person.client.patch(`/api/v1/evidence/${ofRed.id}/record`, { caption: text });
      assert.deepEqual(told(await caption(blue, 'mine')).slice(0, 2), [403, 'forbidden']);
      const before = await readTest(red.client, place);
      const changed = bodyOf(await caption(both, '  second  '), 200);
      assert.deepEqual(changed, { ...ofRed, caption: 'second' });
      const now = await readTest(red.client, place);
      assert.deepEqual(now.evidence, [changed]);
      assert.equal(now.last_actor?.id, both.id);
      assert.ok(now.updated_at > before.updated_at);
      const since = encodeURIComponent(before.updated_at);
      const { tests } = bodyOf(await blue.client.get(`${place.missionPath}/activity?since=${since}`), 200);
      assert.deepEqual(
        tests.map(({ id, evidence_count }: EvidenceCount) => [id, evidence_count]),
        [[place.test, 1]],
      );
      const [entry] = bodyOf(
        await admin.get(`${place.missionPath}/history?test_id=${place.test}`),
        200,
      ).items;
      assert.partialDeepStrictEqual(entry, {
        object_type: 'evidence',
        object_id: ofRed.id,
        verb: 'changed',
        changes: { caption: ['first', 'second'] },
      });
      // An empty request writes nothing.
      bodyOf(await red.client.patch(`/api/v1/evidence/${ofRed.id}/record`, {}), 200);
      assert.equal((await readTest(red.client, place)).updated_at, now.updated_at);
      assert.equal(bodyOf(await caption(red, ' '), 200).caption, null);
      assert.equal(bodyOf(await caption(red, null), 200).caption, null);
      for (const wrong of [7, 'x'.repeat(2001), 'a\u0000b']) {
        const answer = await caption(red, wrong);
        assert.deepEqual([answer.status, answer.body.errors[0].path], [422, 'caption']);
      }
      assert.equal((await caption(outsider, 'mine')).status, 404);
    });

    it('keep the caption of a closed run', async () => {
      const place = await newPlace();
      const { id } = bodyOf(await attach(red.client, place, evidenceForm('r')), 201);
      await walk(red.client, place.path, 'executed');
      bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'retest' }), 201);
      const answer = await red.client.patch(`/api/v1/evidence/${id}/record`, { caption: 'late' });
      assert.deepEqual(told(answer).slice(0, 2), [409, 'run_closed']);
    });

    it('are both read by every member', async () => {
      const place = await newPlace();
      for (const writer of [red, blue]) {
        const record = bodyOf(await attach(writer.client, place, evidenceForm(`by ${writer.email}`)), 201);
        for (const { client } of [red, blue, both, server.admin]) {
          const file = await client.get(`/api/v1/evidence/${record.id}`);
          assert.deepEqual([file.status, file.body], [200, `by ${writer.email}`]);
          assert.deepEqual(bodyOf(await client.get(`/api/v1/evidence/${record.id}/record`), 200), record);
        }
      }
    });
  });

  describe('to others', () => {
    it('is not found at any of its addresses, whatever their other permissions', async () => {
      const place = await newPlace();
      const { id } = bodyOf(await attach(red.client, place), 201);
      const own = placeOf(await newMission(outsider.client));
      const theirs = bodyOf(await attach(outsider.client, own), 201);
      const calls: ((evidence: string) => Promise<{ status: number; body: unknown }>)[] = [
        (evidence) => outsider.client.get(`/api/v1/evidence/${evidence}`),
        (evidence) => outsider.client.get(`/api/v1/evidence/${evidence}`, { range: 'bytes=0-0' }),
        (evidence) => outsider.client.get(`/api/v1/evidence/${evidence}`, { 'if-none-match': '*' }),
        (evidence) => outsider.client.get(`/api/v1/evidence/${evidence}/record`),
        (evidence) => outsider.client.delete(`/api/v1/evidence/${evidence}`),
      ];
      for (const call of calls) {
        const [hidden, absent] = [await call(id), await call(nobody)];
        assert.deepEqual([hidden.status, absent.status], [404, 404]);
        assert.deepEqual(refusal(hidden as never), refusal(absent as never));
      }
      assert.equal((await outsider.client.request('HEAD', `/api/v1/evidence/${id}`)).status, 404);
      // A test of one mission is not found under another, although both are visible.
      const shared = await newPlace();
      bodyOf(
        await admin.put(`${shared.missionPath}/members`, {
          members: [{ user_id: outsider.id, role_hint: 'red' }],
        }),
        200,
      );
      const crossed = { ...own, path: `${own.missionPath}/tests/${shared.test}` };
      assert.equal((await attach(outsider.client, crossed)).status, 404);
      assert.equal((await outsider.client.get(`/api/v1/evidence/${theirs.id}`)).status, 200);
    });

    it('appears and disappears at once with membership', async () => {
      const place = await newPlace();
      const { id } = bodyOf(await attach(red.client, place), 201);
      const members = (people: Person[]) =>
        admin.put(`${place.missionPath}/members`, {
          members: people.map((person) => ({ user_id: person.id, role_hint: 'blue' })),
        });
      bodyOf(await members([outsider]), 200);
      assert.equal((await outsider.client.get(`/api/v1/evidence/${id}`)).status, 200);
      assert.equal((await red.client.get(`/api/v1/evidence/${id}`)).status, 404);
      assert.equal((await red.client.delete(`/api/v1/evidence/${id}`)).status, 404);
      assert.equal((await attach(red.client, place)).status, 404);
      bodyOf(await members([red]), 200);
      assert.equal((await outsider.client.get(`/api/v1/evidence/${id}/record`)).status, 404);
      assert.equal((await red.client.get(`/api/v1/evidence/${id}`)).status, 200);
    });
  });

  it('is deleted with its mission', async () => {
    const place = await newPlace();
    const { id } = bodyOf(await attach(red.client, place), 201);
    assert.equal((await admin.delete(place.missionPath)).status, 204);
    for (const { client } of [red, server.admin]) {
      assert.equal((await client.get(`/api/v1/evidence/${id}`)).status, 404);
      assert.equal((await client.get(`/api/v1/evidence/${id}/record`)).status, 404);
      assert.equal((await client.delete(`/api/v1/evidence/${id}`)).status, 404);
      assert.equal((await attach(client, place)).status, 404);
    }
  });

  it('of an archived mission is read-only', async () => {
    const place = await newPlace();
    const { id, sha256 } = bodyOf(await attach(red.client, place, evidenceForm('kept')), 201);
    await walk(admin, place.missionPath, 'in_progress', 'completed', 'archived');
    const before = await readTest(admin, place);
    for (const client of [red.client, both.client, admin]) {
      const added = await attach(client, place);
      assert.deepEqual([added.status, added.body.code], [409, 'archived']);
      const removed = await client.delete(`/api/v1/evidence/${id}`);
      assert.deepEqual([removed.status, removed.body.code], [409, 'archived']);
      const captioned = await client.patch(`/api/v1/evidence/${id}/record`, { caption: 'late' });
      assert.deepEqual([captioned.status, captioned.body.code], [409, 'archived']);
    }
    // The side is checked before the state.
    assert.equal((await blue.client.delete(`/api/v1/evidence/${id}`)).status, 403);
    const file = await blue.client.get(`/api/v1/evidence/${id}`);
    assert.equal(file.body, 'kept');
    assert.equal(createHash('sha256').update(file.body).digest('hex'), sha256);
    assert.deepEqual(await readTest(admin, place), before);
  });
});
