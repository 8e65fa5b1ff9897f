import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { newEngagement, newSimulation } from '../../support/missions/engagements.ts';
import { bodyOf, newMission, nobody, type Place, placeOf, walk } from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const long = (word: string) => `${word} of a long output\n`.repeat(200);

describe('a history entry', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let stranger: Person;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    stranger = await server.newPerson('redteam');
  });
  after(() => server.close());

  describe('of a test', () => {
    let place: Place;
    beforeEach(async () => {
      place = placeOf(await newMission(admin, { members: [red] }));
    });

    const write = (body: object) => red.client.put(place.path, body).then((answer) => bodyOf(answer, 200));
    const entries = async () =>
      bodyOf(await admin.get(`${place.missionPath}/history?test_id=${place.test}`), 200).items;
    const read = async (seq: number, client: Client = red.client) =>
      bodyOf(await client.get(`${place.missionPath}/history/${seq}`), 200);
    const erase = async (seq: number) =>
      bodyOf(await admin.post('/api/v1/audit/erasures', { seq, reason: 'asked for' }), 200);

    it('restores every earlier text in full from the current one', async () => {
      const texts = [
        long('first'),
        `${long('first')}and more`,
        `before ${long('first')}`,
        'short',
        long('last'),
      ];
      for (const output of texts) await write({ output });
      const found = await entries();
      const steps = texts.map((text, index) => [index === 0 ? null : texts[index - 1], text]).reverse();
      for (const [index, { seq }] of found.entries()) {
        const { whole, changes, ...rest } = await read(seq);
        const [before, after] = steps[index] as string[];
        assert.deepEqual(whole, { output: { before, after, missing: null } });
        assert.deepEqual({ ...rest, changes }, found[index]);
      }
    });

    it('has short values and other fields beside a long text', async () => {
      await write({ output: long('a'), command: 'whoami' });
      await write({ output: long('b'), command: 'id' });
      await write({ command: null });
      const [, { seq }] = await entries();
      assert.deepEqual((await read(seq)).whole, {
        output: { before: long('a'), after: long('b'), missing: null },
        command: { before: 'whoami', after: 'id', missing: null },
      });
    });

    it('goes back over the runs of a test', async () => {
      await write({ output: long('first run') });
      await walk(red.client, place.path, 'executed');
      bodyOf(await red.client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
      await write({ output: long('second run') });
      const [second, again, , first] = await entries();
      const outputOf = async (seq: number) => (await read(seq)).whole.output;
      assert.deepEqual(await outputOf(second.seq), {
        before: null,
        after: long('second run'),
        missing: null,
      });
      assert.deepEqual(await outputOf(again.seq), { before: long('first run'), after: null, missing: null });
      assert.deepEqual(await outputOf(first.seq), { before: null, after: long('first run'), missing: null });
    });

    it('says that a text was erased, and restores those that the digest proves', async () => {
      await write({ output: long('a') });
      await write({ output: `${long('a')}secret` });
      await write({ output: `${long('a')}secret, and more` });
      await write({ output: long('a') });
      const [fourth, third, second, first] = await entries();
      await erase(fourth.seq);
      await erase(second.seq);
      assert.deepEqual(await read(second.seq).then(({ whole, changes }) => [whole, changes]), [null, null]);
      const missing = { before: null, after: null, missing: 'erased' };
      assert.deepEqual((await read(third.seq)).whole, { output: missing });
      assert.deepEqual((await read(first.seq)).whole, {
        output: { before: null, after: long('a'), missing: null },
      });
    });

    it('is for people who see the mission, and only of that mission', async () => {
      await write({ command: 'whoami' });
      const [{ seq }] = await entries();
      assertProblem(await stranger.client.get(`${place.missionPath}/history/${seq}`), 404, 'not_found');
      const other = placeOf(await newMission(admin, { members: [red] }));
      for (const at of [
        `${other.missionPath}/history/${seq}`,
        `${place.missionPath}/history/${seq + 1000}`,
        `${place.missionPath}/history/0`,
        `${place.missionPath}/history/${nobody}`,
        `${place.missionPath}/history/${'9'.repeat(30)}`,
        `/api/v1/missions/${nobody}/history/${seq}`,
        `/api/v1/audit/entries/${seq + 1000}`,
      ]) {
        assertProblem(await admin.get(at), 404, 'not_found');
      }
      const audited = bodyOf(await admin.get(`/api/v1/audit/entries/${seq}`), 200);
      assert.deepEqual(audited, await read(seq));
      assertProblem(await red.client.get(`/api/v1/audit/entries/${seq}`), 403, 'forbidden');
    });
  });

  it('of an engagement is for everybody, and names what was deleted with its simulation', async () => {
    const soc = await server.newPerson('soc');
    const { id } = await newEngagement(red.client);
    const simulation = await newSimulation(red.client, { name: 'Crane', output: long('a') }, id);
    const at = `/api/simulations/${simulation.id}`;
    bodyOf(await red.client.patch(at, { output: long('b'), command: 'id' }), 200);
    const entries = bodyOf(await soc.client.get(`/api/engagements/${id}/history`), 200).items;
    const read = async (seq: number) =>
      bodyOf(await soc.client.get(`/api/engagements/${id}/history/${seq}`), 200).whole;
    assert.equal((await read(entries[0].seq)).output.before, long('a'));
    assert.equal((await red.client.delete(at)).status, 204);
    const { output, command } = await read(entries[0].seq);
    assert.deepEqual(output, { before: null, after: null, missing: 'deleted' });
    assert.deepEqual(command, { before: null, after: 'id', missing: null });
    const other = await newEngagement(red.client);
    const elsewhere = `/api/engagements/${other.id}/history/${entries[0].seq}`;
    assertProblem(await admin.get(elsewhere), 404, 'not_found');
  });
});
