import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile, rowsOf, sendFile } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const table = (rows: number, name = 'a') => ({
  name: 'table.csv',
  content: `name,command\n${Array.from({ length: rows }, (_, index) => `${name} ${index},id`).join('\n')}\n`,
});

describe('imports of a person on a day', () => {
  let server: TestServer;
  let one: Client;
  let other: Client;
  let now = Date.parse('2026-03-01T23:59:00Z');
  before(async () => {
    const importsOfDay = { bytes: 1000, rows: 10 };
    server = await startTestServer({ loadCatalog: true, seams: { now: () => now, importsOfDay } });
    one = (await server.newPerson('redteam')).client;
    other = (await server.newPerson('redteam')).client;
  });
  after(() => server?.close());

  it('are limited in rows and bytes per person until the day ends', async () => {
    const eight = await importFile(one, table(8));
    assert.equal((await applyImport(one, eight.id)).status, 'applied');
    const three = await importFile(one, table(3, 'b'));
    const refused = await one.post(`/api/v1/imports/${three.id}/apply`, {});
    assertProblem(refused, 429, 'too_many_requests');
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.equal(bodyOf(await one.get(`/api/v1/imports/${three.id}`), 200).status, 'ready');
    const two = await importFile(one, table(2, 'c'));
    assert.equal((await applyImport(one, two.id)).status, 'applied');

    const large = await sendFile(one, table(150, 'd'));
    assertProblem(large, 429, 'too_many_requests');
    assert.equal(large.headers.get('retry-after'), '60');
    assert.equal((await importFile(other, table(3, 'e'))).status, 'ready');

    now += 60_000;
    assert.equal((await applyImport(one, three.id)).status, 'applied');
  });
});

describe('an import that waits', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ loadCatalog: true, inFolders: true });
  });
  after(() => server?.close());

  it('shows its rows in pages, filtered or not', async () => {
    const { client } = server.admin;
    const { id } = await importFile(client, table(450));
    const page = await rowsOf(client, id, '&offset=300');
    assert.deepEqual([page.length, page[0]?.number, page.at(-1)?.number], [150, 301, 450]);
    const { items, total } = bodyOf(
      await client.get(`/api/v1/imports/${id}/rows?q=A%2044&limit=3&offset=9`),
      200,
    );
    assert.deepEqual([total, items.map(({ name }: { name: string }) => name)], [11, ['a 448', 'a 449']]);
  });

  it('is discarded at start if its files are missing, as after a restore', async () => {
    const { client } = server.admin;
    const { id } = await importFile(client, table(2));
    await server.restart();
    assert.equal((await client.get(`/api/v1/imports/${id}`)).status, 200);
    await server.stop();
    const folder = path.join(server.dataDir, 'imports');
    for (const name of readdirSync(folder)) rmSync(path.join(folder, name), { recursive: true });
    await server.restart();
    assertProblem(await client.get(`/api/v1/imports/${id}`), 404, 'not_found');
  });
});
