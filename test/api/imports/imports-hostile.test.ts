import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { type Serving, serving } from '../../support/commands/command.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { listHostileArchives, pickHostileFiles } from '../../support/interchange/hostile-files.ts';
import { importFile, rowsOf, sendFile, settled } from '../../support/interchange/imports.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { moment, until } from '../../support/servers/until.ts';

/** Format chosen for a file: some are recognised only by their structure, and a broken one not at all. */
const formatOf: Readonly<Record<string, string>> = {
  operation: 'caldera',
  'a workbook': 'csv',
  'a table': 'csv',
};

/** Files with these faults are never imported, whatever else they contain. */
const isHopeless = /^(?:in UTF|in Latin|that ends|with nothing)|lists in lists|too many|aliases|tag of/;

describe('hostile files', onlyWithFile, () => {
  let made: TestServer;
  let process: Serving;
  let admin: Client;
  let reader: Client;
  before(async () => {
    made = await startTestServer({ loadCatalog: true });
    const person = await made.newPerson('redteam');
    const template = { name: 'It was here before', catalog_tags: [] };
    assert.equal((await made.admin.client.post('/api/v1/test-templates', template)).status, 201);
    await made.stop();
    process = await serving(made.dataDir);
    admin = new Client(process.url, made.admin.client.token);
    reader = new Client(process.url, person.client.token);
  });
  after(async () => {
    await process?.stop();
    await made.close();
  });

  /** Row count of each table, without daily counts; only waiting jobs are counted. */
  const countRows = (): Record<string, number> => {
    const database = new Sqlite(path.join(made.dataDir, 'damson.db'), { readonly: true });
    try {
      const tables = database.prepare("select name from sqlite_master where type = 'table'").pluck().all();
      return Object.fromEntries(
        (tables as string[]).map((table) => [
          table,
          database
            .prepare(
              table === 'import_jobs'
                ? "select count(*) from import_jobs where name like 'import %'"
                : `select count(*) from "${table}"`,
            )
            .pluck()
            .get() as number,
        ]),
      );
    } finally {
      database.close();
    }
  };

  it('are refused, or their rows are, one after another, while others read', async () => {
    const archives = Object.entries(listHostileArchives()).map(([what, content]) => ({
      name: `an archive with ${what}`,
      file: 'T1082.yaml',
      content,
      format: 'atomic',
      isHopeless: true,
    }));
    const files = pickHostileFiles().map(({ kind, of, file, content }) => ({
      name: `${of} ${kind}`,
      file,
      content,
      format: formatOf[of] ?? of,
      isHopeless: isHopeless.test(kind),
    }));
    const before = countRows();
    let isOver = false;
    let answers = 0;
    const reading = (async () => {
      while (!isOver) {
        const { status, body } = await reader.get('/api/v1/test-templates');
        assert.deepEqual([status, body.total], [200, 1]);
        answers += 1;
        await moment(5);
      }
    })();
    try {
      for (const { name, file, content, format, isHopeless } of [...archives, ...files]) {
        const given = {
          name: `../../${file}`,
          content: typeof content === 'string' ? content : new Uint8Array(content),
        };
        if (content.length === 0) {
          assertProblem(await sendFile(admin, given, `?format=${format}`), 422, 'invalid');
          continue;
        }
        const found = await importFile(admin, given, `?format=${format}`);
        assert.equal(found.file_name, file);
        assert.ok(
          found.status === 'refused' || found.status === 'ready',
          `${name}: ${JSON.stringify(found)}`,
        );
        const { new: made, changed } = found.totals;
        if (isHopeless) assert.equal(made + changed, 0, `${name}: ${JSON.stringify(found)}`);
        for (const row of await rowsOf(admin, found.id, '&action=refused')) assert.ok(row.why, name);
      }
    } finally {
      isOver = true;
      await reading;
    }
    assert.ok(archives.length + files.length >= 40);
    assert.ok(answers > 0);
    const after = countRows();
    const { total } = (await admin.get('/api/v1/imports')).body;
    assert.deepEqual(after, { ...before, import_jobs: total }, 'only what waits is kept');
  });

  it('leave nothing behind except pending imports, until those are discarded', async () => {
    const folder = path.join(made.dataDir, 'imports');
    const { items } = (await admin.get('/api/v1/imports')).body;
    const waiting = items.map(({ id }: { id: string }) => id).sort();
    const list = () => readdirSync(folder).filter((name) => name !== '.tmp');
    const staged = () => readdirSync(path.join(folder, '.tmp'));
    await until(() => list().length <= waiting.length && staged().length === 0);
    assert.deepEqual(list().sort(), waiting);
    for (const id of waiting) {
      // The upload, and the rows and plan made from it.
      const files = readdirSync(path.join(folder, id), { recursive: true, withFileTypes: true });
      const count = files.filter((file) => file.isFile()).length;
      assert.ok(count === 1 || count === 3, String(count));
      assert.equal((await admin.delete(`/api/v1/imports/${id}`)).status, 204);
    }
    await until(() => list().length === 0);
    assert.equal(countRows().import_jobs, 0);
    assert.equal((await admin.get('/api/v1/health')).status, 200);
  });
});

describe('a server that is killed while it applies', onlyWithFile, () => {
  it('continues until the import is complete', async () => {
    const one = (index: number) =>
      `- name: Test ${index}\n  auto_generated_guid: ${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000\n  description: d\n  supported_platforms: [linux]\n  executor: { name: sh, command: id }\n`;
    const tests = Array.from({ length: 900 }, (_, index) => one(index)).join('');
    const content = `attack_technique: T1082\ndisplay_name: D\natomic_tests:\n${tests}`;
    const killed = await startTestServer({ loadCatalog: true });
    await killed.stop();
    let process: Serving | null = null;
    try {
      process = await serving(killed.dataDir);
      let admin = new Client(process.url, killed.admin.client.token);
      const begun = await sendFile(admin, { name: 'T1082.yaml', content });
      const { id } = begun.body;
      const killAndStart = async (): Promise<void> => {
        await process?.stop('SIGKILL');
        process = await serving(killed.dataDir);
        admin = new Client(process.url, killed.admin.client.token);
      };
      await killAndStart();
      assert.equal((await settled(admin, id)).totals.new, 900);
      assert.equal((await admin.post(`/api/v1/imports/${id}/apply`, {})).status, 202);
      await until(async () => (await admin.get(`/api/v1/imports/${id}`)).body.progress > 0.1);
      await killAndStart();
      const applied = await settled(admin, id);
      assert.deepEqual([applied.status, applied.totals.new], ['applied', 900]);
      assert.equal((await admin.get('/api/v1/test-templates?limit=1')).body.total, 900);
      await until(() => readdirSync(path.join(killed.dataDir, 'imports'), { recursive: true }).length === 1);
      const undone = admin.post(`/api/v1/imports/${id}/undo`, {}).catch(() => null);
      await until(async () => (await admin.get('/api/v1/test-templates?limit=1')).body.total < 900);
      await killAndStart();
      await undone;
      await until(async () => (await admin.get(`/api/v1/imports/${id}`)).body.status === 'undone');
      assert.equal((await admin.get('/api/v1/test-templates?limit=1')).body.total, 0);
    } finally {
      await process?.stop();
      await killed.close();
    }
  });
});
