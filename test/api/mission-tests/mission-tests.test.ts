import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { MissionTest } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  newTestTemplate,
  nobody,
  type Place,
  placeOf,
  readTest,
  refusal,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Side = 'red' | 'blue';
describe('tests of a mission', () => {
  let server: TestServer;
  let admin: Client;
  let red: Person;
  let blue: Person;
  let both: Person;
  let levels: { id: string; key: string }[];
  /** The server's clock, which stands still between the tests' own steps. */
  const clock = Date.now();
  before(async () => {
    server = await startTestServer({ seams: { now: () => clock } });
    admin = server.admin.client;
    red = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    both = await server.newPerson('soc', { permissions: ['mission.write_red_fields'] });
    levels = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
  });
  after(() => server.close());

  const newPlace = async (): Promise<Place> =>
    placeOf(await newMission(admin, { members: [red, [blue, 'blue'], both] }));

  describe('reading one', () => {
    it('shows everything, with its version as ETag', async () => {
      const template = await newTestTemplate(admin, { command: 'whoami', tags: ['t'], opsec: 'low' });
      const scenario = bodyOf(
        await admin.post('/api/v1/scenario-templates', { name: 'S', test_template_ids: [template.id] }),
        201,
      );
      const mission = await newMission(admin, {
        tests: 0,
        members: [blue],
        scenario_template_ids: [scenario.id],
      });
      const place = placeOf(mission);
      const answer = await blue.client.get(place.path);
      const { updated_at, ...shown } = bodyOf(answer, 200);
      assert.equal(answer.headers.get('etag'), `"${updated_at}"`);
      assert.deepEqual(shown, {
        id: place.test,
        mission_id: mission.id,
        scenario_id: mission.scenarios[0]?.id,
        source_template_id: template.id,
        position: 0,
        name: template.name,
        description: null,
        objective: null,
        procedure: null,
        suggested_command: 'whoami',
        cleanup_command: null,
        expected_detection: null,
        platforms: [],
        opsec: 'low',
        tags: ['t'],
        catalog_tags: [],
        status: 'pending',
        run: { number: 1, reason: null, started_at: null },
        closed_runs: 0,
        command: null,
        output: null,
        red_comment: null,
        executed_at: null,
        started_at: null,
        ended_at: null,
        source_host: null,
        target_host: null,
        target_user: null,
        operator: null,
        attack_result: null,
        detection_level: null,
        detection_level_source: null,
        outcome: null,
        expectations: [],
        expectation_met: 'none',
        blue_comment: null,
        detected_at: null,
        last_actor: null,
        facts: [],
        evidence: [],
        unresolved_remediations: 0,
        assignee: null,
        variables: {},
        variable_defaults: {},
        follows: [],
        hiding: null,
      });
    });

    it('finds a test under its own mission alone, even for members of both', async () => {
      const [one, two] = [await newPlace(), await newPlace()];
      const crossed = `${one.missionPath}/tests/${two.test}`;
      const absent = `${one.missionPath}/tests/${nobody}`;
      for (const client of [admin, both.client]) {
        for (const path of [crossed, absent]) {
          assert.equal((await client.get(path)).status, 404);
          assert.equal((await client.put(path, { command: 'x', blue_comment: 'x' })).status, 404);
          assert.equal((await client.post(`${path}/transition`, { status: 'skipped' })).status, 404);
        }
        assert.deepEqual(refusal(await client.get(crossed)), refusal(await client.get(absent)));
      }
      assert.equal((await readTest(admin, two)).status, 'pending');
    });
  });

  describe('writing fields', () => {
    const written: { field: string; shown?: string; side: Side; value: () => unknown; kept?: unknown }[] = [
      { field: 'command', side: 'red', value: () => 'whoami /all ' },
      { field: 'output', side: 'red', value: () => 'corp\\rhea\r\n' },
      { field: 'red_comment', side: 'red', value: () => 'as planned' },
      {
        field: 'executed_at',
        side: 'red',
        value: () => '2026-11-20T11:30:00+02:00',
        kept: '2026-11-20T09:30:00.000Z',
      },
      { field: 'started_at', side: 'red', value: () => '2026-11-20T09:00:00.000Z' },
      { field: 'ended_at', side: 'red', value: () => '2026-11-20T09:45:00.000Z' },
      { field: 'source_host', side: 'red', value: () => ' kali 1 ' },
      { field: 'target_host', side: 'red', value: () => 'srv-1, srv-2' },
      { field: 'target_user', side: 'red', value: () => 'corp\\rhea' },
      { field: 'operator', side: 'red', value: () => '<b>Ola</b>' },
      { field: 'attack_result', side: 'red', value: () => 'partly' },
      {
        field: 'detection_level_id',
        shown: 'detection_level',
        side: 'blue',
        value: () => levels[2]?.id,
      },
      { field: 'blue_comment', side: 'blue', value: () => 'seen in the EDR' },
      {
        field: 'detected_at',
        side: 'blue',
        value: () => '2026-11-20T09:31:02.5Z',
        kept: '2026-11-20T09:31:02.500Z',
      },
    ];
    for (const { field, shown = field, side, value, kept } of written) {
      it(`${field} belongs to the ${side} side, and is set and cleared by itself`, async () => {
        const place = await newPlace();
        const before = await readTest(admin, place);
        const [writer, outsider] = side === 'red' ? [red, blue] : [blue, red];
        assert.equal((await outsider.client.put(place.path, { [field]: value() })).status, 403);
        assert.equal((await outsider.client.put(place.path, { [field]: null })).status, 403);
        assert.deepEqual(await readTest(admin, place), before);

        const answer = await writer.client.put(place.path, { [field]: value() });
        const set: MissionTest = bodyOf(answer, 200);
        assert.ok(set.updated_at > before.updated_at);
        assert.equal(answer.headers.get('etag'), `"${set.updated_at}"`);
        const isLevel = shown === 'detection_level';
        const expected = isLevel ? levels[2] : (kept ?? value());
        assert.deepEqual(set, {
          ...before,
          [shown]: expected,
          detection_level_source: isLevel ? 'set' : null,
          last_actor: { id: writer.id, display_name: set.last_actor?.display_name },
          updated_at: set.updated_at,
        });
        assert.deepEqual(await readTest(blue.client, place), set);

        const emptied = bodyOf(await writer.client.put(place.path, { [field]: null }), 200);
        assert.ok(emptied.updated_at > set.updated_at);
        const nothing = { [shown]: null, detection_level_source: null };
        assert.deepEqual(emptied, { ...set, ...nothing, updated_at: emptied.updated_at });
      });
    }

    it('of both sides needs both permissions', async () => {
      const place = await newPlace();
      const body = { command: 'x', blue_comment: 'y' };
      assert.equal((await red.client.put(place.path, body)).status, 403);
      assert.equal((await blue.client.put(place.path, body)).status, 403);
      assert.equal((await readTest(admin, place)).command, null);
      for (const client of [both.client, admin]) {
        const test = bodyOf(await client.put(place.path, body), 200);
        assert.deepEqual([test.command, test.blue_comment], ['x', 'y']);
      }
    });

    it('leaves absent fields unchanged', async () => {
      const place = await newPlace();
      bodyOf(await red.client.put(place.path, { command: 'a', output: 'b' }), 200);
      bodyOf(
        await blue.client.put(place.path, { blue_comment: 'c', detection_level_id: levels[0]?.id }),
        200,
      );
      const test = bodyOf(await red.client.put(place.path, { output: null }), 200);
      assert.deepEqual(
        [test.command, test.output, test.blue_comment, test.detection_level],
        ['a', null, 'c', levels[0]],
      );
    });

    it('writes nothing and counts as no change if the body is empty', async () => {
      const place = await newPlace();
      const before = await readTest(admin, place);
      for (const client of [red.client, blue.client, both.client]) {
        assert.deepEqual(bodyOf(await client.put(place.path, {}), 200), before);
      }
    });

    it('refuses everything if one field is invalid', async () => {
      const place = await newPlace();
      const before = await readTest(admin, place);
      const rows: [body: unknown, path: string][] = [
        [{ command: 7 }, 'command'],
        [{ output: ['x'] }, 'output'],
        [{ red_comment: true }, 'red_comment'],
        [{ executed_at: '2026-11-20T09:30:00' }, 'executed_at'],
        [{ executed_at: '2026-02-30T09:30:00Z' }, 'executed_at'],
        [{ executed_at: 1763631000000 }, 'executed_at'],
        [{ detected_at: 'yesterday' }, 'detected_at'],
        [{ detected_at: '' }, 'detected_at'],
        [{ detection_level_id: 'logged' }, 'detection_level_id'],
        [{ detection_level_id: nobody }, 'detection_level_id'],
        [{ detection_level: { id: nobody } }, 'detection_level'],
        [{ started_at: '2026-11-20' }, 'started_at'],
        [{ ended_at: 7 }, 'ended_at'],
        [{ target_host: 'x'.repeat(501) }, 'target_host'],
        [{ operator: { id: nobody } }, 'operator'],
        [{ attack_result: 'won' }, 'attack_result'],
        [{ tags: ['x'] }, 'tags'],
        [{ variables: {} }, 'variables'],
        [{ command: 'good', status: 'executed' }, 'status'],
        [{ name: 'x' }, 'name'],
        [{ suggested_command: 'x' }, 'suggested_command'],
        [{ updated_at: '2026-11-20T09:30:00Z' }, 'updated_at'],
        [{ command: 'good', detected_at: 'bad' }, 'detected_at'],
        [[], ''],
        ['x', ''],
        [null, ''],
      ];
      for (const [body, path] of rows) {
        const answer = await both.client.put(place.path, body);
        assert.equal(answer.status, 422, JSON.stringify(body));
        assert.equal(answer.body.errors[0].path, path, JSON.stringify(body));
      }
      assert.deepEqual(await readTest(admin, place), before);
    });

    it('reports the permission before the rest of the body', async () => {
      const place = await newPlace();
      assert.equal((await blue.client.put(place.path, { command: 7, nonsense: 1 })).status, 403);
      assert.equal((await red.client.put(place.path, { detection_level_id: nobody })).status, 403);
      assert.equal((await blue.client.put(place.path, { nonsense: 1 })).status, 422);
    });
  });

  describe('If-Match', () => {
    it('accepts a write with the current version', async () => {
      const place = await newPlace();
      const tag = (await admin.get(place.path)).headers.get('etag') as string;
      const first = await red.client.put(place.path, { command: '1' }, { 'if-match': tag });
      assert.equal(first.status, 200);
      const next = first.headers.get('etag') as string;
      assert.notEqual(next, tag);

      const stale = await red.client.put(place.path, { command: '2' }, { 'if-match': tag });
      assert.equal(stale.status, 412);
      assert.equal(stale.body.code, 'stale');
      assert.equal(stale.headers.get('etag'), null);
      assert.equal((await readTest(admin, place)).command, '1');

      for (const header of ['*', next, `"other", ${next}`]) {
        const answer = await red.client.put(place.path, {}, { 'if-match': header });
        assert.equal(answer.status, 200, header);
      }
      for (const [header, status] of [
        [`W/${next}`, 412],
        ['"other"', 412],
        [next.slice(1, -1), 400],
        ['nonsense', 400],
        ['"unclosed', 400],
      ] as const) {
        const answer = await red.client.put(place.path, { command: '3' }, { 'if-match': header });
        assert.equal(answer.status, status, header);
      }
      assert.equal((await readTest(admin, place)).command, '1');
    });

    it('equals the version returned by a transition', async () => {
      const place = await newPlace();
      const moved = await red.client.post(`${place.path}/transition`, { status: 'executed' });
      const tag = moved.headers.get('etag') as string;
      assert.equal(tag, `"${moved.body.updated_at}"`);
      const write = () => red.client.put(place.path, { output: 'x' }, { 'if-match': tag });
      assert.deepEqual([(await write()).status, (await write()).status], [200, 412]);
    });

    it('accepts one of two writers with the same version', async () => {
      const place = await newPlace();
      for (let round = 0; round < 5; round += 1) {
        const tag = (await admin.get(place.path)).headers.get('etag') as string;
        const answers = await Promise.all(
          [red, both, server.admin].map(({ client }, index) =>
            client.put(place.path, { command: `${round}-${index}` }, { 'if-match': tag }),
          ),
        );
        assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
        const winner = answers.findIndex(({ status }) => status === 200);
        assert.equal((await readTest(admin, place)).command, `${round}-${winner}`);
      }
    });

    it('is checked after existence and validity', async () => {
      const place = await newPlace();
      const stale = { 'if-match': '"stale"' };
      assert.equal((await red.client.put(`${place.path}x`, { command: 'x' }, stale)).status, 404);
      assert.equal((await blue.client.put(place.path, { command: 'x' }, stale)).status, 403);
      assert.equal((await red.client.put(place.path, { command: 7 }, stale)).status, 422);
    });
  });
});
