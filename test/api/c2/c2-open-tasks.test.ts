import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mythicTask, startMythic } from '../../support/c2/c2-frameworks.ts';
import { during, startC2Server } from '../../support/c2/c2-server.ts';
import { bodyOf } from '../../support/missions/factories.ts';

describe('tasks that another configuration would disconnect', () => {
  it('are counted while something is still to come of them', async (t) => {
    const running = (id: number, changes = {}) => mythicTask({ id, completed: false, ...changes });
    const mythic = await during(t, startMythic({ data: { tasks: [running(1), running(2), mythicTask()] } }));
    const server = await during(t, startC2Server());
    const { token } = mythic.data;
    const config = { framework: 'mythic', base_url: mythic.url, token };
    const { engagement, simulation } = await server.linked(config, '1', '2', '900');
    const other = await server.linked(config, '1');
    const counted = async (place = engagement) =>
      bodyOf(await server.red.client.get(`/api/engagements/${place}/c2/open-tasks`), 200);
    const wait = async () => bodyOf(await server.tasks(simulation), 200).items;
    await wait();
    assert.deepEqual(await counted(), { count: 2 }, 'one has brought its output');
    assert.deepEqual(await counted(other.engagement), { count: 1 }, 'of this engagement alone');

    const [first] = await wait();
    const unlinked = await server.red.client.delete(`/api/simulations/${simulation}/c2/tasks/${first.id}`);
    assert.equal(unlinked.status, 204);
    assert.deepEqual(await counted(), { count: 1 });

    const path = `/api/engagements/${engagement}/c2-config`;
    bodyOf(await server.red.client.put(path, { ...config, tls: 'insecure' }), 200);
    assert.deepEqual(await counted(), { count: 1 }, 'it is the same framework');
    bodyOf(await server.red.client.put(path, { ...config, operation: '7' }), 200);
    assert.deepEqual(await counted(), { count: 0 });
    bodyOf(await server.red.client.delete(path), 200);
    assert.deepEqual(await counted(), { count: 0 });
  });

  it('are counted for the red team', async (t) => {
    const server = await during(t, startC2Server());
    const target = `/api/engagements/${await server.engagement()}/c2/open-tasks`;
    assert.deepEqual(bodyOf(await server.red.client.get(target), 200), { count: 0 });
    assert.equal((await server.soc.client.get(target)).status, 403);
    assert.equal((await server.anonymous.get(target)).status, 401);
  });
});
