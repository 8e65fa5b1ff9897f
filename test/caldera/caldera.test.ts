import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type C2Server, startC2Server } from '../support/c2/c2-server.ts';
import { blueKey, RealCaldera, redKey } from './real-caldera.ts';

const scripts = process.env.DAMSON_CALDERA;
const skip = scripts ? false : 'DAMSON_CALDERA names no folder with a Caldera to start';

describe('a real Caldera', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-caldera-'));
  const caldera = new RealCaldera(
    scripts ?? '',
    path.join(folder, 'caldera'),
    18_000 + (process.pid % 1_000),
  );
  let server: C2Server;
  let operation: string;
  before(async () => {
    server = await startC2Server();
    await caldera.open();
    await caldera.beacon({});
    await caldera.runAll(() => '');
    operation = await caldera.newOperation('Harbour');
  });
  after(async () => {
    await server.close();
    await caldera.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const config = () => ({ framework: 'caldera', base_url: caldera.url, token: redKey });
  const get = async (target: string) => (await server.red.client.get(target)).body;
  type Item = { status: string; mapping_applied: boolean; error?: string };
  const items = async (simulation: string): Promise<Item[]> => (await server.tasks(simulation)).body.items;

  it('tests the connection, with the right key, a wrong one and a blue one', async () => {
    const engagement = await server.engagement();
    const testWith = async (token: string) => {
      await server.configure(engagement, { ...config(), token });
      return (await server.red.client.post(`/api/engagements/${engagement}/c2-config/test`)).body;
    };
    const good = await testWith(redKey);
    assert.deepEqual([good.ok, good.version], [true, '5.3.0']);
    assert.match((await testWith('wrong')).detail, /does not accept the token/);
    await testWith(blueKey);
    const { simulation } = await server.linked({ ...config(), token: redKey });
    const task = await caldera.newLink(operation, 'id');
    assert.equal((await server.link(simulation, task)).status, 201);
    const blue = await server.linked({ ...config(), token: blueKey });
    const refused = await server.link(blue.simulation, task);
    assert.equal(refused.status, 502);
    assert.match(refused.body.detail, /a blue key can't read what is red/);
    await caldera.runAll(() => '');
  });

  it('lists callbacks and tasks, odd ones included', async () => {
    await caldera.beacon({ paw: 'odd', pid: 2 ** 53, host_ip_addrs: ['10.0.0.1'], host: '<b>\u202e' });
    await caldera.newLink(operation, 'uname -a');
    const { engagement } = await server.linked(config());
    const callbacks = await get(`/api/engagements/${engagement}/c2/callbacks`);
    const byPaw = new Map(callbacks.items.map((item: { external_id: string }) => [item.external_id, item]));
    assert.equal((byPaw.get('pawone') as { host: string }).host, 'quay-03');
    const odd = byPaw.get('odd') as { pid: number | null; host: string; unreadable: string[] };
    assert.deepEqual([odd.pid, odd.host, odd.unreadable], [null, '<b>\u202e', ['pid']]);
    const tasks = await get(`/api/engagements/${engagement}/c2/tasks`);
    assert.ok(tasks.items.some((item: { command: string }) => item.command === 'uname -a'));
    await caldera.runAll(() => '');
  });

  it('follows a task to its end and copies its output, byte for byte', async () => {
    const text = 'uid=0(root)\n給与 – é 🍑\n';
    const task = await caldera.newLink(operation, 'id -a');
    const { simulation } = await server.linked(config(), task);
    assert.deepEqual(
      (await items(simulation)).map(({ status }) => status),
      ['submitted'],
    );
    await caldera.runAll(() => text);
    const [item] = await items(simulation);
    assert.deepEqual([item?.status, item?.mapping_applied, item?.error], ['completed', true, undefined]);
    const { output, command } = await get(`/api/simulations/${simulation}`);
    assert.deepEqual([output, command], [text, 'id -a']);
  });

  it('20 linked tasks polled by three people cost one request per operation and poll', async (t) => {
    const tasks: string[] = [];
    for (let n = 0; n < 20; n += 1) tasks.push(await caldera.newLink(operation, `echo ${n}`));
    const { simulation } = await server.linked(config(), ...tasks);
    const people = [server.red.client, server.soc.client, server.admin.client];
    const polls = 10;
    const from = caldera.asked.length;
    for (let poll = 0; poll < polls; poll += 1) {
      await Promise.all(people.map((client) => server.tasks(simulation, client)));
    }
    const asked = caldera.asked.slice(from);
    t.diagnostic(`${polls} polls of 20 tasks by 3 people: ${asked.length} requests`);
    assert.ok(asked.every((one) => one === `/api/v2/operations/${operation}/links`));
    assert.ok(asked.length <= polls, `${asked.length} requests`);
    await caldera.runAll((command) => `${command}\n`);
    const before = caldera.asked.length;
    await Promise.all(people.map((client) => server.tasks(simulation, client)));
    assert.ok((await items(simulation)).every((item) => item.mapping_applied));
    t.diagnostic(`taking 20 outputs over: ${caldera.asked.length - before} requests`);
    assert.equal(caldera.asked.length - before, 21);
  });

  it('is reported as stopped, and as having lost the task once emptied', async () => {
    const task = await caldera.newLink(operation, 'sleep 1');
    const { simulation } = await server.linked(config(), task);
    await caldera.stop();
    const [stopped] = await items(simulation);
    assert.equal(stopped?.status, 'submitted');
    assert.match(stopped?.error ?? '', /broke off|refuses/);
    await caldera.start({ FRESH: '1' });
    const [gone] = (await server.tryNow(simulation)).body.items;
    assert.deepEqual([gone.status, gone.error], ['submitted', 'gone']);
    const seen = caldera.asked.length;
    assert.equal((await items(simulation))[0]?.error, 'gone');
    assert.equal(caldera.asked.length, seen);
  });
});
