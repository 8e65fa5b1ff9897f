import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { damson } from '../support/commands/command.ts';
import { bodyOf, newTestTemplate } from '../support/missions/factories.ts';
import { noLinks } from '../support/servers/platform.ts';
import { startTestServer, type TestServer } from '../support/servers/server.ts';

const atomic = (guid: string, name: string) => `attack_technique: T1082
display_name: System Information Discovery
atomic_tests:
- name: ${name}
  auto_generated_guid: ${guid}
  description: Looks around
  supported_platforms: [linux]
  executor:
    name: sh
    command: uname -a
`;

let server: TestServer;
let folder: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  folder = mkdtempSync(path.join(tmpdir(), 'damson-import-'));
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => damson([...args, '--data-dir', server.dataDir]);

describe('damson import and export', () => {
  it('previews its effect, and applies it beside a running server', async () => {
    const atomics = path.join(folder, 'atomics');
    mkdirSync(atomics);
    writeFileSync(path.join(atomics, 'T1082.yaml'), atomic('66666666-6666-4666-8666-666666666666', 'Kernel'));
    const trial = await run('import', atomics, '--dry-run');
    assert.deepEqual([trial.code, trial.stderr], [0, '']);
    assert.match(trial.stdout, /atomic: 1 would be new, 0 changed, 0 the same, 0 refused/);
    const admin = server.admin.client;
    assert.equal((await admin.get('/api/v1/test-templates')).body.total, 0);

    assert.match((await run('import', atomics)).stdout, /atomic: 1 new, /);
    assert.match((await run('import', atomics)).stdout, /atomic: 0 new, 0 changed, 1 the same/);
    const { body } = await admin.get('/api/v1/test-templates');
    assert.deepEqual(
      body.items.map((item: { name: string }) => item.name),
      ['Kernel'],
    );
    const { items } = (await admin.get('/api/v1/imports')).body;
    assert.deepEqual([items.length, items[0].by, items[0].status], [2, null, 'applied']);

    const out = path.join(folder, 'T1082.yaml');
    assert.equal((await run('export', 'library', '--format', 'atomic', '--out', out)).code, 0);
    assert.match(readFileSync(out, 'utf8'), /66666666-6666-4666-8666-666666666666|uname -a/);
  });

  it('finds an own export unchanged, but for what was edited since', async () => {
    const admin = server.admin.client;
    const kept = await newTestTemplate(admin, { name: 'Look around' });
    await newTestTemplate(admin, { name: 'Take it' });
    const out = path.join(folder, 'own.damson');
    assert.equal((await run('export', 'library', '--out', out)).code, 0);
    assert.match(
      (await run('import', out, '--dry-run')).stdout,
      /0 would be new, 0 changed, \d+ the same, 0 refused/,
    );
    bodyOf(await admin.patch(`/api/v1/test-templates/${kept.id}`, { command: 'id' }), 200);
    assert.match(
      (await run('import', out, '--dry-run')).stdout,
      /0 would be new, 1 changed, \d+ the same, 0 refused/,
    );
    assert.match((await run('import', out)).stdout, /0 new, 1 changed, \d+ the same, 0 refused/);
  });

  it('follows no link out of the folder', { skip: noLinks }, async () => {
    const linking = path.join(folder, 'linking');
    mkdirSync(linking);
    const outside = path.join(folder, 'outside.yaml');
    writeFileSync(outside, atomic('77777777-7777-4777-8777-777777777777', 'Outside'));
    writeFileSync(path.join(linking, 'T1082.yaml'), atomic('99999999-9999-4999-8999-999999999999', 'Inside'));
    symlinkSync(outside, path.join(linking, 'T1083.yaml'));
    const trial = await run('import', linking, '--dry-run');
    assert.deepEqual([trial.code, trial.stderr], [0, '']);
    assert.match(trial.stdout, /atomic: 1 would be new, 0 changed, 0 the same, 0 refused/);
  });

  it('names refused rows, and exits with 1', async () => {
    const file = path.join(folder, 'T9.yaml');
    writeFileSync(file, atomic('88888888-8888-4888-8888-888888888888', ''));
    const outcome = await run('import', file);
    assert.equal(outcome.code, 1);
    assert.match(outcome.stdout, /name/);
    const unknown = path.join(folder, 'nothing.bin');
    writeFileSync(unknown, Buffer.from([0, 1, 2, 3]));
    const refused = await run('import', unknown);
    assert.deepEqual([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /^damson: /);
  });
});
