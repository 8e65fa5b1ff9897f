import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { openDatabase } from '../../../server/database/database.ts';
import {
  calderaLink,
  calderaOperation,
  calderaResult,
  mythicTask,
  startCaldera,
  startMythic,
} from '../../support/c2/c2-frameworks.ts';
import { type C2Server, during, gate, refusal, startC2Server } from '../../support/c2/c2-server.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { saying } from './scene.ts';

const missing = '01900000-0000-7000-8000-00000000dead';
const mebibyte = 1024 * 1024;
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

describe('large outputs', () => {
  let server: C2Server;
  before(async () => {
    server = await startC2Server();
  });
  after(() => server.close());

  const root = () => server.filesOf('outputs');
  const filesBelow = (folder: string): string[] =>
    existsSync(folder)
      ? readdirSync(folder, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && entry.name !== 'damson-installation')
          .map((entry) => path.join(entry.parentPath, entry.name))
      : [];
  const read = async (simulation: string) =>
    (await server.red.client.get(`/api/simulations/${simulation}`)).body;
  const outputsOf = async (simulation: string, client = server.soc.client) => {
    const answer = await client.get(`/api/simulations/${simulation}/outputs`);
    assert.equal(answer.status, 200);
    return answer.body.items;
  };
  const bytesOf = async (simulation: string, id: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${server.url}/api/simulations/${simulation}/outputs/${id}`, {
      headers: { authorization: `Bearer ${server.soc.client.token}`, ...headers },
    });
    return { response, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  /** A simulation with these outputs taken over. */
  const taken = async (t: TestContext, ...outputs: Buffer[]) => {
    const mythic = await during(t, startMythic({ data: saying(...outputs) }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    const ids = await server.linked(config, ...outputs.map((_, index) => String(index + 1)));
    const { items } = (await server.tasks(ids.simulation)).body;
    assert.ok(
      items.every((item: { mapping_applied: boolean }) => item.mapping_applied),
      JSON.stringify(items),
    );
    return { ...ids, mythic };
  };

  it('are kept whole as a file, with their head in the output', async (t) => {
    // Three bytes per character after a single byte, so that the head would end inside a character.
    const text = `a${'給'.repeat(mebibyte)}`;
    const { engagement, simulation } = await taken(t, Buffer.from(text));
    const [item, ...others] = await outputsOf(simulation);
    assert.deepEqual(others, []);
    const { id, created_at, ...facts } = item;
    assert.match(created_at, /^\d{4}-/);
    assert.deepEqual(facts, { task_external_id: '1', size: 3 * mebibyte + 1, sha256: sha256(text) });

    const { output, command, executed_at } = await read(simulation);
    const head = `a${'給'.repeat((mebibyte - 1) / 3)}`;
    assert.equal(Buffer.byteLength(head), mebibyte);
    assert.equal(output, `${head}\n[${3 * mebibyte + 1} bytes, kept whole as a file of this simulation]\n`);
    assert.equal(command, 'shell whoami /all');
    assert.equal(executed_at, '2026-03-02T09:30:04.999Z');

    const file = path.join(root(), engagement, simulation, facts.sha256);
    assert.deepEqual(filesBelow(path.join(root(), engagement)), [file]);
    assert.equal(readFileSync(file, 'utf8'), text);

    const { response, bytes } = await bytesOf(simulation, id);
    assert.equal(response.status, 200);
    assert.equal(bytes.toString('utf8'), text);
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
    assert.match(response.headers.get('content-disposition') ?? '', /^attachment; filename="output-1\.txt"/);
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    assert.match(response.headers.get('content-security-policy') ?? '', /sandbox/);
    assert.equal(response.headers.get('etag'), `"${facts.sha256}"`);
  });

  it('have their head cut before a character of two or four bytes too', async (t) => {
    const [two, four] = [
      `${'é'.repeat(mebibyte / 2 - 1)}xé${'y'.repeat(9)}`,
      `xy${'🍑'.repeat(mebibyte / 4)}`,
    ];
    const { simulation } = await taken(t, Buffer.from(two), Buffer.from(four));
    const { output } = await read(simulation);
    assert.ok(output.isWellFormed() && !output.includes('\ufffd'));
    const [first, second] = output.split(/\n\[\d+ bytes, kept whole as a file of this simulation\]\n/);
    assert.equal(first, `${'é'.repeat(mebibyte / 2 - 1)}x`);
    assert.equal(second, `xy${'🍑'.repeat(mebibyte / 4 - 1)}`);
    assert.deepEqual(
      (await outputsOf(simulation)).map((item: { sha256: string }) => item.sha256),
      [sha256(two), sha256(four)],
    );
  });

  it('begin above one mebibyte', async (t) => {
    const exact = 'x'.repeat(mebibyte);
    const { simulation } = await taken(t, Buffer.from(exact));
    assert.equal((await read(simulation)).output, exact);
    assert.deepEqual(await outputsOf(simulation), []);
    const more = await taken(t, Buffer.from(`${exact}y`));
    assert.equal((await outputsOf(more.simulation)).length, 1);
  });

  it('of 20 MB come over, from Caldera too', async (t) => {
    const line = 'C:\\Windows\\System32\\drivers\\etc – ligne après ligne\r\n';
    const text = line.repeat(Math.ceil((20 * 1000 * 1000) / Buffer.byteLength(line)));
    const link = calderaLink();
    const caldera = await during(
      t,
      startCaldera({ data: { results: { [link.id as string]: calderaResult({ stdout: text }) } } }),
    );
    const config = { framework: 'caldera', base_url: caldera.url, token: caldera.data.key };
    const { simulation } = await server.linked(config, `${calderaOperation}/${link.id}`);
    assert.equal((await server.tasks(simulation)).body.items[0].mapping_applied, true);
    const [item] = await outputsOf(simulation);
    assert.equal(item.sha256, sha256(text));
    assert.equal(item.task_external_id, `${calderaOperation}/${link.id}`);
    const { response, bytes } = await bytesOf(simulation, item.id);
    assert.equal(sha256(bytes), item.sha256);
    assert.match(
      response.headers.get('content-disposition') ?? '',
      new RegExp(`^attachment; filename="output-${calderaOperation}-${link.id}\\.txt"`),
    );
  });

  it('beyond every bound leave a note, and are not fetched again', async (t) => {
    const narrow = await during(t, startC2Server({ seams: { c2: { limits: { outputBytes: 256 * 1024 } } } }));
    const mythic = await during(
      t,
      startMythic({
        data: {
          tasks: [mythicTask()],
          responses: [{ id: 1, task_id: 900, bytes: Buffer.alloc(400 * 1024, 'x') }],
        },
      }),
    );
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    const { simulation } = await narrow.linked(config, '900');
    const [item] = (await narrow.tasks(simulation)).body.items;
    assert.deepEqual([item.status, item.mapping_applied, item.error], ['completed', true, undefined]);
    const { output } = (await narrow.red.client.get(`/api/simulations/${simulation}`)).body;
    assert.match(output, /larger than Damson takes over/);
    const seen = mythic.requests.length;
    await narrow.tasks(simulation);
    assert.equal(mythic.requests.length, seen);
  });

  it('are sent in ranges, and not again to clients that have them', async (t) => {
    const text = `${'x'.repeat(mebibyte)}0123456789`;
    const { simulation } = await taken(t, Buffer.from(text));
    const [{ id, sha256: digest }] = await outputsOf(simulation);
    const part = await bytesOf(simulation, id, { range: 'bytes=-10' });
    assert.equal(part.response.status, 206);
    assert.equal(part.bytes.toString(), '0123456789');
    assert.equal(
      part.response.headers.get('content-range'),
      `bytes ${mebibyte}-${mebibyte + 9}/${mebibyte + 10}`,
    );
    const beyond = await bytesOf(simulation, id, { range: `bytes=${mebibyte + 10}-` });
    assert.equal(beyond.response.status, 416);
    const known = await bytesOf(simulation, id, { 'if-none-match': `"${digest}"` });
    assert.equal(known.response.status, 304);
    const head = await server.soc.client.request('HEAD', `/api/simulations/${simulation}/outputs/${id}`);
    assert.equal(head.status, 200);
    assert.equal(head.headers.get('content-length'), String(mebibyte + 10));
  });

  it('belong to one simulation', async (t) => {
    const { simulation } = await taken(t, Buffer.alloc(mebibyte + 1, 'x'));
    const other = await server.simulation();
    const [{ id }] = await outputsOf(simulation);
    const get = (owner: string, output: string) =>
      server.red.client.get(`/api/simulations/${owner}/outputs/${output}`);
    assert.equal(refusal(await get(other.simulation, id), 404), 'not_found');
    assert.equal(refusal(await get(missing, id), 404), 'not_found');
    assert.equal(refusal(await get(simulation, missing), 404), 'not_found');
    assert.equal(refusal(await get(simulation, '..%2f..%2fdamson.db'), 404), 'not_found');
    assert.equal(
      refusal(await server.anonymous.get(`/api/simulations/${simulation}/outputs/${id}`), 401),
      'unauthenticated',
    );
  });

  it('share a file if they are the same, which is deleted with the last of them', async (t) => {
    const same = Buffer.alloc(mebibyte + 1, 'x');
    const { engagement, simulation } = await taken(t, same, same);
    assert.equal((await outputsOf(simulation)).length, 2);
    assert.equal(filesBelow(path.join(root(), engagement)).length, 1);
    assert.equal((await server.red.client.delete(`/api/simulations/${simulation}`)).status, 204);
    assert.equal(existsSync(path.join(root(), engagement)), false);
  });

  it('are stored once if ten readers fetch them at the same time', async (t) => {
    const mythic = await during(t, startMythic({ data: saying(Buffer.alloc(2 * mebibyte, 'x')) }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    const { simulation } = await server.linked(config, '1');
    await Promise.all(Array.from({ length: 10 }, () => server.tasks(simulation)));
    assert.equal((await outputsOf(simulation)).length, 1);
    assert.equal((await read(simulation)).output.match(/kept whole/g).length, 1);
  });

  it('of a task that was unlinked meanwhile leave nothing behind', async (t) => {
    const mythic = await during(t, startMythic({ data: saying(Buffer.alloc(2 * mebibyte, 'x')) }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    const { engagement, simulation } = await server.linked(config, '1');
    const [asked, slow] = [gate(), gate()];
    mythic.beforeAnswer = () => {
      asked.open();
      return slow.opened;
    };
    const reading = server.tasks(simulation);
    await asked.opened;
    assert.equal((await server.red.client.delete(`/api/simulations/${simulation}`)).status, 204);
    slow.open();
    assert.equal((await reading).status, 404);
    assert.equal(existsSync(path.join(root(), engagement)), false);
    assert.deepEqual(readdirSync(path.join(server.dataDir, 'outputs', '.tmp')), []);
  });

  it('are deleted with their simulation and with their engagement', onlyWithFile, async (t) => {
    const { engagement, simulation } = await taken(t, Buffer.alloc(mebibyte + 1, 'x'));
    const second = await server.red.client.post(`/api/engagements/${engagement}/simulations`, {
      name: 'Two',
    });
    assert.equal((await server.link(second.body.id, '1')).status, 201);
    await server.tasks(second.body.id);
    const stay = await taken(t, Buffer.alloc(mebibyte + 2, 'y'));
    assert.equal(filesBelow(path.join(root(), engagement)).length, 2);

    assert.equal((await server.red.client.delete(`/api/simulations/${simulation}`)).status, 204);
    assert.equal(filesBelow(path.join(root(), engagement)).length, 1);
    assert.equal((await server.red.client.get(`/api/simulations/${simulation}/c2/tasks`)).status, 404);
    assert.equal((await server.red.client.get(`/api/simulations/${simulation}/outputs`)).status, 404);

    assert.equal((await server.red.client.delete(`/api/engagements/${engagement}`)).status, 204);
    assert.equal(existsSync(path.join(root(), engagement)), false);
    for (const target of [
      `/api/engagements/${engagement}/c2-config`,
      `/api/engagements/${engagement}/c2/tasks`,
      `/api/simulations/${second.body.id}`,
      `/api/simulations/${second.body.id}/c2/tasks`,
      `/api/simulations/${second.body.id}/outputs`,
    ]) {
      assert.equal((await server.red.client.get(target)).status, 404);
    }
    const opened = openDatabase(path.join(server.dataDir, 'damson.db'));
    for (const [table, column] of [
      ['engagements', 'id'],
      ['simulations', 'engagement_id'],
      ['c2_configs', 'engagement_id'],
      ['simulation_outputs', 'engagement_id'],
    ]) {
      const count = opened.sqlite.prepare(`select count(*) from ${table} where ${column} = ?`).pluck();
      assert.equal(count.get(engagement), 0, table);
    }
    const tasks = opened.sqlite.prepare('select distinct simulation_id from c2_tasks').pluck().all();
    await opened.close();
    assert.ok(!tasks.includes(simulation) && !tasks.includes(second.body.id));
    assert.equal((await outputsOf(stay.simulation)).length, 1);
    assert.equal(filesBelow(path.join(root(), stay.engagement)).length, 1);
  });

  it('survive a reset of the missions service', async (t) => {
    const { simulation } = await taken(t, Buffer.alloc(mebibyte + 1, 'x'));
    assert.equal((await server.admin.client.post('/api/v1/diag/reset')).status, 200);
    const [{ id }] = await outputsOf(simulation);
    assert.equal((await bytesOf(simulation, id)).response.status, 200);
  });

  it('that are damaged are not served, and turn health red', async (t) => {
    const own = await during(t, startC2Server());
    const mythic = await during(t, startMythic({ data: saying(Buffer.alloc(mebibyte + 1, 'x')) }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    const { engagement, simulation } = await own.linked(config, '1');
    await own.tasks(simulation);
    const list = `/api/simulations/${simulation}/outputs`;
    const [{ id, sha256: digest }] = (await own.red.client.get(list)).body.items;
    const file = path.join(own.filesOf('outputs'), engagement, simulation, digest);
    const healthy = async () => (await own.anonymous.get('/api/health')).status;
    assert.equal(await healthy(), 200);

    const good = readFileSync(file);
    writeFileSync(file, Buffer.from(good).fill('y', 5, 6));
    assert.equal(refusal(await own.red.client.get(`${list}/${id}`), 500), 'evidence_corrupt');
    assert.equal(await healthy(), 503);
    writeFileSync(file, good);
    assert.equal((await own.red.client.get(`${list}/${id}`)).status, 200);
    assert.equal(await healthy(), 200);
    rmSync(file);
    await own.restart();
    const told = (await own.anonymous.get('/api/health')).body;
    assert.deepEqual([told.status, told.evidence], ['degraded', 'corrupt'], 'the start has found it missing');
    assert.equal(refusal(await own.red.client.get(`${list}/${id}`), 404), 'not_found');
  });

  it('that a crash left without a record are swept at the next start', async (t) => {
    const own = await during(t, startC2Server());
    const { engagement, simulation } = await own.simulation();
    const folder = path.join(own.filesOf('outputs'), engagement, simulation);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, sha256('orphan')), 'orphan');
    writeFileSync(path.join(own.dataDir, 'outputs', '.tmp', 'half'), 'half');
    await own.restart();
    assert.deepEqual(filesBelow(path.join(own.dataDir, 'outputs')), []);
    assert.deepEqual(filesBelow(own.filesOf('outputs')), []);
    assert.equal(existsSync(path.join(own.filesOf('outputs'), engagement)), false);
  });

  it("that can't be stored are an error of their task alone, until they can", async (t) => {
    const own = await during(t, startC2Server());
    const data = saying(Buffer.alloc(mebibyte + 1, 'x'), Buffer.from('small\n'));
    const mythic = await during(t, startMythic({ data }));
    const config = { framework: 'mythic', base_url: mythic.url, token: mythic.data.token };
    const { simulation } = await own.linked(config, '1', '2');
    const temporary = path.join(own.dataDir, 'outputs', '.tmp');
    rmSync(temporary, { recursive: true });
    writeFileSync(temporary, '');
    const answer = await own.tasks(simulation);
    assert.equal(answer.status, 200);
    const [large, small] = answer.body.items;
    assert.deepEqual([large.mapping_applied, small.mapping_applied], [false, true]);
    assert.match(large.error, /went wrong/);
    assert.ok(!large.error.includes('outputs'));
    rmSync(temporary);
    mkdirSync(temporary);
    assert.equal((await own.tasks(simulation)).body.items[0].mapping_applied, true);
    const { output } = (await own.red.client.get(`/api/simulations/${simulation}`)).body;
    assert.match(output, /^small\nx{1048576}\n\[1048577 bytes/);
  });
});

describe('hostile output', () => {
  const hostile = [
    '<script>alert(document.cookie)</script><img src=x onerror=alert(1)>',
    '\u001b]0;title\u0007\u001b[2J\u001b[31mred\u001b[0m\b\b\r\n\f\v\u007f',
    '\u202egnp.exe\u2066\u2028\u2029\ufeff',
    "'; drop table simulations; --",
    '%s%n%x #{7*7} {{7*7}} $(id) `id`',
    '../../../etc/passwd',
    '\\u0000 "quoted" \\',
  ].join('\n');

  for (const framework of ['mythic', 'caldera'] as const) {
    it(`comes over as it is, from ${framework}`, async (t) => {
      const server = await during(t, startC2Server());
      const invalid = Buffer.concat([
        Buffer.from(`${hostile}\0`),
        Buffer.from([0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80]),
      ]);
      const stand =
        framework === 'mythic'
          ? await during(t, startMythic({ data: saying(invalid) }))
          : await during(
              t,
              startCaldera({
                data: { results: { [calderaLink().id as string]: invalid.toString('base64') } },
              }),
            );
      const token = 'key' in stand.data ? stand.data.key : stand.data.token;
      const { simulation } = await server.linked(
        { framework, base_url: stand.url, token },
        framework === 'mythic' ? '1' : `${calderaOperation}/${calderaLink().id}`,
      );
      const tasks = await server.tasks(simulation);
      assert.equal(tasks.body.items[0].mapping_applied, true, JSON.stringify(tasks.body));
      const answer = await server.red.client.get(`/api/simulations/${simulation}`);
      assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8');
      // The database can store neither NUL nor invalid UTF-8; everything else is unchanged.
      assert.equal(answer.body.output, `${hostile}\ufffd${'\ufffd'.repeat(2)}(${'\ufffd'.repeat(3)}`);
    });
  }
});
