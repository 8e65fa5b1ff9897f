import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Mission } from '../../../server/missions/contract.ts';
import {
  bodyOf,
  newMission,
  nobody,
  type Place,
  placeOf,
  readTest,
  walk,
} from '../../support/missions/factories.ts';
import { type Client, type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

type Step = 'executed' | 'pending' | 'reviewed_by_blue' | 'retest' | { operator: string | null };

describe('the memory of red', () => {
  let server: TestServer;
  let admin: Client;
  let ada: Person;
  let bo: Person;
  let blue: Person;
  const named: Record<string, string> = {};
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    ada = await server.newPerson('redteam');
    bo = await server.newPerson('redteam');
    blue = await server.newPerson('soc');
    for (const [name, { client }] of Object.entries({ ada, bo })) {
      named[name] = bodyOf(await client.get('/api/v1/auth/me'), 200).display_name;
    }
  });
  after(() => server.close());

  const newTests = (tests = 1): Promise<Mission> =>
    newMission(admin, { tests, members: [ada, bo, [blue, 'blue']] });

  describe('operator', () => {
    const rows: [
      title: string,
      steps: [who: 'ada' | 'bo' | 'blue', step: Step][],
      expected: string | null,
    ][] = [
      ['is who executed the test', [['ada', 'executed']], 'ada'],
      [
        'stays as it was written before',
        [
          ['bo', { operator: 'Ola' }],
          ['ada', 'executed'],
        ],
        'Ola',
      ],
      [
        'may be emptied afterwards',
        [
          ['ada', 'executed'],
          ['ada', { operator: null }],
        ],
        null,
      ],
      [
        'goes when the execution is undone',
        [
          ['ada', 'executed'],
          ['bo', 'pending'],
        ],
        null,
      ],
      [
        'is who executed it last',
        [
          ['ada', 'executed'],
          ['ada', 'pending'],
          ['bo', 'executed'],
        ],
        'bo',
      ],
      [
        'stays through an undo once somebody wrote it',
        [
          ['bo', { operator: 'Ola' }],
          ['ada', 'executed'],
          ['ada', 'pending'],
        ],
        'Ola',
      ],
      [
        'stays through an undo where it was written after the execution',
        [
          ['ada', 'executed'],
          ['ada', { operator: 'Ola' }],
          ['ada', 'pending'],
        ],
        'Ola',
      ],
      [
        'does not follow a review that is undone',
        [
          ['ada', 'executed'],
          ['ada', { operator: null }],
          ['blue', 'reviewed_by_blue'],
          ['blue', 'executed'],
        ],
        null,
      ],
      [
        'is asked again in a retest',
        [
          ['ada', 'executed'],
          ['ada', 'retest'],
          ['bo', 'executed'],
        ],
        'bo',
      ],
    ];
    for (const [title, steps, expected] of rows) {
      it(title, async () => {
        const place = placeOf(await newTests());
        const people = { ada, bo, blue };
        for (const [who, step] of steps) {
          const { client } = people[who];
          if (step === 'retest') bodyOf(await client.post(`${place.path}/runs`, { reason: 'retest' }), 201);
          else if (typeof step === 'string') await walk(client, place.path, step);
          else bodyOf(await client.put(place.path, step), 200);
        }
        const { operator } = await readTest(admin, place);
        assert.equal(operator, expected === null ? null : (named[expected] ?? expected));
      });
    }

    it('is recorded in the history of the move', async () => {
      const place = placeOf(await newTests());
      await walk(ada.client, place.path, 'executed');
      const { items } = bodyOf(await admin.get(`${place.missionPath}/history?test_id=${place.test}`), 200);
      assert.deepEqual(items[0].changes.operator, [null, named.ada]);
    });
  });

  describe('suggestions', () => {
    const suggestions = async ({ client }: Person, { path }: Place) =>
      bodyOf(await client.get(`${path}/suggestions`), 200);
    const nothing = {
      command: null,
      source_host: null,
      target_host: null,
      target_user: null,
      seen: { source_host: [], target_host: [], target_user: [] },
    };

    it('are empty in a mission without records', async () => {
      assert.deepEqual(await suggestions(ada, placeOf(await newTests(2))), nothing);
    });

    it('have the hosts and the user of one’s own last test, and all hosts in use', async () => {
      const mission = await newTests(4);
      const [first, second, others, next] = [0, 1, 2, 3].map((index) => placeOf(mission, index)) as Place[];
      const write = async ({ client }: Person, place: Place | undefined, body: object) => {
        bodyOf(await client.put((place as Place).path, body), 200);
      };
      await write(ada, first, { source_host: 'kali', target_host: 'srv-1', target_user: 'rhea' });
      await walk(ada.client, (first as Place).path, 'executed');
      await write(ada, second, { source_host: 'kali', target_host: 'srv-2' });
      await walk(ada.client, (second as Place).path, 'executed');
      await write(bo, others, { target_host: 'srv-3' });
      // The first test, reviewed by blue later, is still not red's last.
      await walk(blue.client, (first as Place).path, 'reviewed_by_blue');
      const offered = await suggestions(ada, next as Place);
      assert.deepEqual(
        { ...offered, seen: null },
        { ...nothing, source_host: 'kali', target_host: 'srv-2', seen: null },
      );
      assert.deepEqual(offered.seen.source_host, ['kali']);
      assert.deepEqual([...offered.seen.target_host].sort(), ['srv-1', 'srv-2', 'srv-3']);
      assert.deepEqual(offered.seen.target_user, ['rhea']);
      assert.equal((await suggestions(bo, next as Place)).target_host, 'srv-3');
      assert.equal((await suggestions(blue, next as Place)).target_host, null);
      // A test is not a suggestion for itself.
      assert.equal((await suggestions(bo, others as Place)).target_host, null);
    });

    it('have the command and the hosts of the run before, ahead of those of another test', async () => {
      const mission = await newTests(2);
      const [place, other] = [placeOf(mission), placeOf(mission, 1)];
      bodyOf(await bo.client.put(place.path, { command: 'net view', target_host: 'srv-1' }), 200);
      await walk(bo.client, place.path, 'executed');
      bodyOf(await ada.client.post(`${place.path}/runs`, { reason: 'after_fix' }), 201);
      bodyOf(await ada.client.put(other.path, { source_host: 'kali', target_host: 'srv-2' }), 200);
      const { seen, ...offered } = await suggestions(ada, place);
      assert.deepEqual(offered, {
        command: 'net view',
        source_host: 'kali',
        target_host: 'srv-1',
        target_user: null,
      });
      assert.deepEqual([...seen.target_host].sort(), ['srv-1', 'srv-2']);
      assert.equal((await suggestions(ada, other)).command, null);
    });

    it('include those of the original mission, for people who see it', async () => {
      const original = await newTests(1);
      const record = { command: 'net view', target_host: 'srv-1' };
      bodyOf(await bo.client.put(placeOf(original).path, record), 200);
      await walk(bo.client, placeOf(original).path, 'executed');
      const retest = bodyOf(await bo.client.post(`/api/v1/missions/${original.id}/retest`, {}), 201);
      const offered = await suggestions(ada, placeOf(retest));
      assert.deepEqual([offered.command, offered.target_host], ['net view', 'srv-1']);
      const members = [
        { user_id: bo.id, role_hint: 'red' },
        { user_id: blue.id, role_hint: 'blue' },
      ];
      bodyOf(await admin.put(`/api/v1/missions/${original.id}/members`, { members }), 200);
      assert.deepEqual(await suggestions(ada, placeOf(retest)), nothing);
    });

    it('come only from visible tests', async () => {
      const place = placeOf(await newTests());
      const stranger = await server.newPerson('redteam');
      assert.equal((await stranger.client.get(`${place.path}/suggestions`)).status, 404);
      assert.equal((await ada.client.get(`${place.missionPath}/tests/${nobody}/suggestions`)).status, 404);
    });
  });
});
