import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  calderaLink,
  calderaOperation,
  type Framework,
  mythicTask,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import { type C2Server, during, refusal, startC2Server } from '../../support/c2/c2-server.ts';
import { bodyOf, nobody } from '../../support/missions/factories.ts';
import type { Answer } from '../../support/servers/server.ts';

describe('simulations from tasks', () => {
  let server: C2Server;
  before(async () => {
    server = await startC2Server({ loadCatalog: true });
  });
  after(() => server.close());

  const make = (engagement: string, ...externalIds: string[]): Promise<Answer> =>
    server.red.client.post(`/api/engagements/${engagement}/simulations/from-tasks`, {
      external_ids: externalIds,
    });
  const listed = async (engagement: string) =>
    bodyOf(await server.red.client.get(`/api/engagements/${engagement}/simulations`), 200).items;
  const connected = async (config: object = { framework: 'fake' }): Promise<string> => {
    const engagement = await server.engagement();
    bodyOf(await server.configure(engagement, config), 200);
    return engagement;
  };
  const paths = (answer: Answer) => answer.body.errors.map(({ path }: { path: string }) => path);

  it('are created one per task, linked and pending, with command, technique and callback', async () => {
    const engagement = await connected();
    const { items } = bodyOf(await make(engagement, '101', '105', '101'), 201);
    assert.deepEqual(
      items.map((made: { name: string; [field: string]: unknown }) => [
        made.name,
        made.description,
        made.command,
        (made.techniques as { id: string }[]).map(({ id }) => id),
        made.status,
        made.executed_at,
      ]),
      [
        [
          'shell whoami /all · #1 LYON-WS-014',
          'Task 101 of the C2 framework, run by prune on #1 LYON-WS-014.',
          'shell whoami /all',
          ['T1033'],
          'pending',
          null,
        ],
        [
          'shell reg save HKLM\\SAM C:\\Windows\\Temp\\s.hiv · #2 LYON-FS-02',
          'Task 105 of the C2 framework, run by prune on #2 LYON-FS-02.',
          'shell reg save HKLM\\SAM C:\\Windows\\Temp\\s.hiv',
          ['T1003.002'],
          'pending',
          null,
        ],
      ],
    );
    const [first] = items;
    assert.deepEqual(
      bodyOf(await server.tasks(first.id), 200).items.map(
        (task: { external_id: string }) => task.external_id,
      ),
      ['101'],
    );
    for (let read = 0; read < 2; read += 1) await server.tasks(first.id);
    const { output, executed_at } = bodyOf(await server.red.client.get(`/api/simulations/${first.id}`), 200);
    assert.match(output, /S-1-5-21/);
    assert.equal(executed_at, '2026-03-02T09:05:05.000Z');
    assert.equal(
      bodyOf(await server.red.client.get(`/api/engagements/${engagement}`), 200).status,
      'planned',
    );
    const { items: entries } = bodyOf(
      await server.admin.client.get(`/api/engagements/${engagement}/history?simulation_id=${items[1].id}`),
      200,
    );
    assert.deepEqual(
      entries.map(({ verb, object_type }: { verb: string; object_type: string }) => `${verb} ${object_type}`),
      ['linked c2_task', 'created simulation'],
    );
  });

  it('are not created if one task is already linked, and the list names its simulation', async () => {
    const engagement = await connected();
    const { items } = bodyOf(await make(engagement, '101'), 201);
    const again = await make(engagement, '102', '101', '103');
    assert.deepEqual([refusal(again, 409), paths(again)], ['duplicate', ['external_ids.1']]);
    assert.equal((await listed(engagement)).length, 1);
    const page = bodyOf(await server.red.client.get(`/api/engagements/${engagement}/c2/tasks`), 200);
    for (const task of page.items) {
      const expected = task.external_id === '101' ? [{ id: items[0].id, name: items[0].name }] : [];
      assert.deepEqual(task.simulations, expected);
    }
    const other = await connected();
    bodyOf(await make(other, '101'), 201);
  });

  it('are created once if two people choose the same tasks at once', async () => {
    const engagement = await connected();
    const answers = await Promise.all([make(engagement, '103', '104'), make(engagement, '104')]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 409]);
    const tasks = (await listed(engagement)).filter(({ name }: { name: string }) => name.includes('Finance'));
    assert.equal(tasks.length, 1);
  });

  it('show each output under its heading, wherever people write around it', async () => {
    const engagement = await connected();
    const { items } = bodyOf(await make(engagement, '101'), 201);
    const path = `/api/simulations/${items[0].id}`;
    bodyOf(await server.link(items[0].id, '107'), 201);
    const parts = async () => {
      const { output, output_parts } = bodyOf(await server.red.client.get(path), 200);
      return output_parts.map(({ start, length, ...part }: { start: number; length: number }) => ({
        ...part,
        text: output.slice(start, start + length),
      }));
    };
    assert.deepEqual(await parts(), []);
    for (let read = 0; read < 3; read += 1) await server.tasks(items[0].id);
    const [first, second] = await parts();
    assert.deepEqual(first, {
      external_id: '101',
      callback: '#1 LYON-WS-014',
      command: 'shell whoami /all',
      completed_at: '2026-03-02T09:05:12.000Z',
      text: 'ORCHARD\\m.lefèvre  S-1-5-21-1004336348-1177238915-682003330-1147\r\n',
    });
    assert.deepEqual(
      [second.external_id, second.callback, second.text],
      ['107', '#3 build-07.orchard.example', '*/15 * * * * /home/ci/bin/nightly.sh\n'],
    );
    const { output } = bodyOf(await server.red.client.get(path), 200);
    bodyOf(await server.red.client.patch(path, { output: `seen:\n${output}` }), 200);
    assert.deepEqual(await parts(), [first, second]);
    bodyOf(await server.red.client.patch(path, { output: `seen:\n${second.text}` }), 200);
    assert.deepEqual(await parts(), [second]);
    bodyOf(await server.red.client.patch(path, { output: null }), 200);
    assert.deepEqual(await parts(), []);
  });

  it('are refused without a configuration, an engagement, a task, the role, or within bounds', async () => {
    assert.equal(refusal(await make(await server.engagement(), '101'), 409), 'c2_not_configured');
    assert.equal(refusal(await make(nobody, '101'), 404), 'not_found');
    const engagement = await connected();
    assert.equal(refusal(await make(engagement), 422), 'invalid');
    const many = Array.from({ length: 51 }, (_, index) => String(index));
    assert.equal(refusal(await make(engagement, ...many), 422), 'invalid');
    const unknown = await make(engagement, '102', 'no such task');
    assert.deepEqual([refusal(unknown, 422), paths(unknown)], ['invalid', ['external_ids.1']]);
    assert.deepEqual(await listed(engagement), []);
    const path = `/api/engagements/${engagement}/simulations/from-tasks`;
    const ofSoc = await server.soc.client.post(path, { external_ids: ['101'] });
    assert.equal(refusal(ofSoc, 403), 'forbidden');
  });

  it('of Mythic read all tasks at once, and leave out techniques that the catalogue does not have', async (t) => {
    const techniques = [{ attack: { t_num: 'T9999' } }, { attack: { t_num: 'T1059.001' } }];
    const tasks = [1, 2, 3].map((id) =>
      mythicTask({ id, display_params: `echo ${id}`, attacktasks: techniques }),
    );
    const mythic: Framework = await during(t, startMythic({ data: { tasks } }));
    const token = (mythic as { data?: { token: string } }).data?.token;
    const engagement = await connected({ framework: 'mythic', base_url: mythic.url, token });
    const { items } = bodyOf(await make(engagement, '3', '1', '2'), 201);
    assert.deepEqual(
      items.map(({ command }: { command: string }) => command.slice(-1)),
      ['3', '1', '2'],
    );
    assert.deepEqual(
      items[0].techniques.map(({ id }: { id: string }) => id),
      ['T1059.001'],
    );
    assert.equal(mythic.requests.filter(({ body }) => body.includes('query Task(')).length, 1);
    const unknown = await make(engagement, '4');
    assert.deepEqual([refusal(unknown, 422), paths(unknown)], ['invalid', ['external_ids.0']]);
  });

  it('of Caldera have the technique of the ability; a failure creates none', async (t) => {
    const links = [calderaLink(), calderaLink({ id: '3d6f5c1e-0000-4000-8000-0000000000a2' })];
    const ids = links.map(({ id }) => `${calderaOperation}/${id}`) as [string, string];
    const operations = [{ id: calderaOperation, name: 'Harbour', links }];
    const caldera = await during(t, startCaldera({ data: { operations } }));
    const { key: token } = caldera.data;
    const engagement = await connected({ framework: 'caldera', base_url: caldera.url, token });
    const { items } = bodyOf(await make(engagement, ids[0]), 201);
    assert.equal(items[0].techniques[0].id, 'T1082');
    caldera.data.key = 'another key';
    const failed = await make(engagement, ids[1]);
    assert.equal(refusal(failed, 502), 'c2_error');
    assert.equal((await listed(engagement)).length, 1);
  });
});
