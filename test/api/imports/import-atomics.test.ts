import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { applyImport, importFile, rowsOf } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** Real data, which is not part of the project. */
const atomics = path.resolve(import.meta.dirname, '../../../../shared/atomics');
const skip = existsSync(atomics) ? false : 'needs ../shared/atomics';

const all = { tests: 1819, files: 341 };
const templates = '/api/v1/test-templates';

describe('the atomics of a whole repository', { skip }, () => {
  let server: TestServer;
  let red: Client;
  let files: Record<string, Buffer>;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    red = (await server.newPerson('redteam')).client;
    const names = readdirSync(atomics).filter((name) => name.endsWith('.yaml'));
    assert.equal(names.length, all.files);
    files = Object.fromEntries(
      names.map((name) => [
        `atomic-red-team-master/atomics/${path.basename(name, '.yaml')}/${name}`,
        readFileSync(path.join(atomics, name)),
      ]),
    );
    files['atomic-red-team-master/README.md'] = Buffer.from('# Atomics');
  });
  after(() => server.close());

  const importAll = () => {
    const content = zipSync(files, { level: 1 }) as Uint8Array<ArrayBuffer>;
    return importFile(red, { name: 'atomic-red-team-master.zip', content });
  };

  it('are imported without loss, change nothing the second time, and update tests that nobody edited', async () => {
    const ready = await importAll();
    assert.equal(ready.format, 'atomic', JSON.stringify(ready.problem));
    assert.deepEqual(ready.totals, { new: all.tests, same: 0, changed: 0, refused: 0, left_out: 0 });
    assert.equal((await applyImport(red, ready.id)).status, 'applied');
    assert.equal(bodyOf(await red.get(`${templates}?limit=1`), 200).total, all.tests);

    const again = await importAll();
    assert.deepEqual(again.totals, { new: 0, same: all.tests, changed: 0, refused: 0, left_out: 0 });
    const rows = await rowsOf(red, again.id, '&q=T1003.002.yaml');
    const [untouched, edited] = rows.map(({ object }) => `${templates}/${object.id}`) as [string, string];
    bodyOf(await red.patch(edited, { procedure: 'Ours now.' }), 200);

    const name = Object.keys(files).find((file) => file.endsWith('/T1003.002.yaml'))!;
    const before = String(files[name]);
    const after = before.replace('reg save HKLM\\sam', 'rem first\n$&').replace('live lsa', 'live lsa -k');
    files[name] = Buffer.from(after.replace('rem first\n', 'rem first\n      '));
    const changed = await importAll();
    assert.deepEqual(changed.totals, { new: 0, same: all.tests - 2, changed: 2, refused: 0, left_out: 0 });
    const marked = await rowsOf(red, changed.id, '&action=changed');
    assert.deepEqual(
      marked.map((row) => row.edited),
      [false, true],
    );
    await applyImport(red, changed.id);
    assert.match(bodyOf(await red.get(untouched), 200).command, /^rem first\nreg save/);
    const kept = bodyOf(await red.get(edited), 200);
    assert.equal(kept.procedure, 'Ours now.');
    assert.doesNotMatch(kept.command, /-k/);
  });
});
