import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { slowFiles } from '../../support/full-disk/slow-files.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile, sendFile, settled } from '../../support/interchange/imports.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const table = (rows: number, name = 'a') =>
  `name,command\n${Array.from({ length: rows }, (_, index) => `${name} ${index},id ${index}`).join('\n')}\n`;

const isUnderWay = async (client: Client): Promise<boolean> => {
  const { items } = (await client.get('/api/v1/imports')).body;
  return items.some(({ status }: { status: string }) => status === 'reading');
};

describe('imports of several people', () => {
  let server: TestServer;
  let one: Client;
  let other: Client;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    one = (await server.newPerson('redteam')).client;
    other = (await server.newPerson('redteam')).client;
  });
  after(() => server?.close());

  it('are read in turn: a small one is ready while ten of someone else wait', async () => {
    const large = table(10_000);
    for (let sent = 0; sent < 10; sent += 1) {
      assert.equal((await sendFile(one, { name: 'large.csv', content: large })).status, 202);
    }
    assertProblem(
      await sendFile(one, { name: 'one-too-many.csv', content: large }),
      429,
      'too_many_requests',
    );
    const small = await importFile(other, { name: 'small.csv', content: table(2, 'b') });
    assert.deepEqual([small.status, small.totals.new], ['ready', 2]);
    assert.ok(await isUnderWay(one), 'those of the other are still being read');
    for (const { id } of (await one.get('/api/v1/imports')).body.items) {
      assert.equal((await one.delete(`/api/v1/imports/${id}`)).status, 204);
    }
  });

  it('are read while a hostile one is being read', async () => {
    const hostile = slowFiles.find(({ name }) => name === 'a workbook: elements within one another');
    const content = hostile?.content() as Buffer;
    const sent = await sendFile(one, { name: 'a.xlsx', content: new Uint8Array(content) });
    const small = await importFile(other, { name: 'small.csv', content: table(2, 'c') });
    assert.equal(small.status, 'ready');
    assert.equal((await settled(one, sent.body.id)).status, 'refused');
  });

  it('are written in slices, so that others can write in between, and leave a short history', async () => {
    const { id } = await importFile(one, { name: 'many.csv', content: table(1000, 'd') });
    const entries = async (): Promise<number> =>
      (await server.admin.client.get('/api/v1/audit?limit=1')).body.total;
    const before = await entries();
    let isOver = false;
    let writes = 0;
    let besides = 0;
    const writing = async (whileIn: string): Promise<void> => {
      while (!isOver) {
        const made = await other.post('/api/v1/test-templates', {
          name: `beside ${writes}`,
          catalog_tags: [],
        });
        assert.equal(made.status, 201);
        besides += 1;
        const { status } = (await one.get(`/api/v1/imports/${id}`)).body;
        if (status === whileIn) writes += 1;
      }
    };
    const during = async (whileIn: string, work: Promise<{ status: unknown }>): Promise<unknown> => {
      [isOver, writes] = [false, 0];
      const beside = writing(whileIn);
      const { status } = await work.finally(() => {
        isOver = true;
      });
      await beside;
      assert.ok(writes > 1, `${writes} writes of others while it was ${whileIn}`);
      return status;
    };
    assert.equal(await during('applying', applyImport(one, id)), 'applied');
    const own = (await entries()) - before - besides;
    assert.ok(own <= 110, `${own} entries for slices of 1,000 rows`);
    assert.equal(await during('undoing', one.post(`/api/v1/imports/${id}/undo`)), 200);
    assert.equal((await one.get(`/api/v1/imports/${id}`)).body.status, 'undone');
  });

  it('show a mission once it is complete', async () => {
    const rows = Array.from({ length: 600 }, (_, index) => `t${index},m,2026-07-01`).join('\n');
    const { id } = await importFile(one, {
      name: 'mission.csv',
      content: `name,mission,executed\n${rows}\n`,
    });
    assert.equal((await one.post(`/api/v1/imports/${id}/apply`, {})).status, 202);
    // The import itself may still report for a moment that it is being applied.
    const missions = async () => (await one.get('/api/v1/missions')).body.items;
    await until(async () => (await missions()).length > 0);
    const [seen] = await missions();
    const { counts } = (await one.get(`/api/v1/missions/${seen.id}`)).body;
    assert.equal(counts.tests, 600);
    const { status, made } = await settled(one, id);
    assert.equal(status, 'applied');
    assert.deepEqual(
      made.map((mission: { id: string }) => mission.id),
      [seen.id],
    );
    assert.equal((await missions()).length, 1);
  });
});
