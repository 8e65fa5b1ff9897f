import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { mythicTask, type SeenRequest, startMythic } from '../../support/c2/c2-frameworks.ts';
import { during, encryptionKey, gate } from '../../support/c2/c2-server.ts';
import { damson, prepareData, type Serving, serving } from '../../support/commands/command.ts';
import { Client, password } from '../../support/servers/server.ts';
import { moment } from '../../support/servers/until.ts';

const env = { SVC_ENCRYPTION_KEY: encryptionKey };
const email = 'ada@damson.test';

const asksForOutput = ({ body }: SeenRequest): boolean => body.includes('query Output');

/** A data folder with an administrator, and a server process that a test may kill. */
async function world(t: TestContext) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-crash-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  await prepareData(dataDir, { env });
  const made = await damson(
    ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada', '--password-stdin'],
    { env, input: `${password}\n` },
  );
  assert.equal(made.code, 0, made.stderr);
  let running: Serving | null = null;
  const start = async (): Promise<Client> => {
    running = await serving(dataDir, { env });
    const session = await new Client(running.url, null).post('/api/auth/login', { email, password });
    return new Client(running.url, session.body.access_token);
  };
  const kill = async (): Promise<void> => {
    await running?.stop('SIGKILL');
    running = null;
  };
  t.after(kill);
  return { dataDir, start, kill };
}

/** A simulation with task 900 linked to it. */
async function linked(client: Client, url: string, token: string): Promise<string> {
  const engagement = await client.post('/api/engagements', { name: 'Harbour' });
  const { id } = engagement.body;
  const config = { framework: 'mythic', base_url: url, token };
  assert.equal((await client.put(`/api/engagements/${id}/c2-config`, config)).status, 200);
  const simulation = await client.post(`/api/engagements/${id}/simulations`, { name: 'Look around' });
  const target = `/api/simulations/${simulation.body.id}`;
  assert.equal((await client.post(`${target}/c2/tasks`, { external_id: '900' })).status, 201);
  return target;
}

const small = Buffer.from('harbour\\v.castellan\n');
const large = Buffer.alloc(3 * 1024 * 1024, 'x');

describe('a server that is killed while it takes a task over', () => {
  for (const [name, output] of [
    ['a small output', small],
    ['an output that is kept as a file', large],
  ] as const) {
    it(`between fetch and write: ${name} comes over exactly once`, async (t) => {
      const responses = [{ id: 1, task_id: 900, bytes: output }];
      const mythic = await during(t, startMythic({ data: { tasks: [mythicTask()], responses } }));
      const { dataDir, start, kill } = await world(t);
      const client = await start();
      const target = await linked(client, mythic.url, mythic.data.token);
      const asked = gate();
      mythic.intercept = (request, response) => {
        if (asksForOutput(request)) asked.open();
        else {
          mythic.intercept = (next) => asksForOutput(next) && asked.open();
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ data: { task: [mythicTask()] } }));
        }
      };
      const reading = client.get(`${target}/c2/tasks`).catch(() => null);
      await asked.opened;
      await kill();
      assert.equal(await reading, null, 'nobody was told anything');

      mythic.intercept = null;
      await expectOnce(await start(), target, output, dataDir);
    });

    it(`as soon as the output has arrived: ${name} comes over exactly once`, async (t) => {
      const responses = [{ id: 1, task_id: 900, bytes: output }];
      const mythic = await during(t, startMythic({ data: { tasks: [mythicTask()], responses } }));
      const { dataDir, start, kill } = await world(t);
      const target = await linked(await start(), mythic.url, mythic.data.token);
      await kill();
      // The kill comes before, during or after the write.
      for (const patience of [0, 3, 12]) {
        const client = await start();
        const answered = gate();
        mythic.beforeAnswer = async () => {
          if (asksForOutput(mythic.requests.at(-1) as SeenRequest)) void moment(patience).then(answered.open);
        };
        const reading = client.get(`${target}/c2/tasks`).catch(() => null);
        await Promise.race([answered.opened, reading]);
        await kill();
        await reading;
      }
      mythic.beforeAnswer = async () => {};
      await expectOnce(await start(), target, output, dataDir);
    });
  }
});

async function expectOnce(client: Client, target: string, output: Buffer, dataDir: string): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const tasks = await client.get(`${target}/c2/tasks`);
    assert.equal(tasks.body.items[0].mapping_applied, true, JSON.stringify(tasks.body));
  }
  const simulation = (await client.get(target)).body;
  const outputs = (await client.get(`${target}/outputs`)).body.items;
  const files = readdirSync(path.join(dataDir, 'outputs'), { recursive: true, withFileTypes: true });
  const count = files.filter((entry) => entry.isFile()).length;
  if (output === small) {
    assert.equal(simulation.output, small.toString());
    assert.deepEqual([outputs.length, count], [0, 0]);
    return;
  }
  assert.match(
    simulation.output,
    /^x{1048576}\n\[3145728 bytes, kept whole as a file of this simulation\]\n$/,
  );
  assert.deepEqual([outputs.length, count], [1, 1]);
  assert.equal((await client.get(`${target}/outputs/${outputs[0].id}`)).body, output.toString());
}
