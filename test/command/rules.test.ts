import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { damson } from '../support/commands/command.ts';
import { bodyOf, newMission, placeOf, walk } from '../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../support/servers/server.ts';

let server: TestServer;
let folder: string;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
  folder = mkdtempSync(path.join(tmpdir(), 'damson-rules-'));
  const { client } = server.admin;
  const place = placeOf(await newMission(client, {}));
  await walk(client, place.path, 'executed');
  const fact = { kind: 'alerted', result: 'no', rule_name: 'Rule <one> & "two"' };
  bodyOf(await client.post(`${place.path}/facts`, fact), 201);
});
after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const run = (...args: string[]) => damson(['rules', 'export', ...args, '--data-dir', server.dataDir]);

describe('damson rules export', () => {
  it('prints JUnit XML beside a running server', async () => {
    const { code, stdout, stderr } = await run();
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(stdout, /^<\?xml version="1.0"/);
    assert.match(
      stdout,
      /<testcase name="Rule &lt;one&gt; &amp; &quot;two&quot;" classname="rule"><failure type="missed"/,
    );
  });

  it('writes a file, and replaces one only if told to', async () => {
    const out = path.join(folder, 'rules.md');
    const args = ['--format', 'markdown', '--out', out];
    assert.equal((await run(...args)).code, 0);
    assert.match(readFileSync(out, 'utf8'), /^# Detection rules\n\n- Broken: 0\n- Missed: 1\n/);
    const again = await run(...args);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /already exists; --force replaces it/);
    assert.equal((await run(...args, '--force')).code, 0);
    assert.deepEqual(readdirSync(folder), ['rules.md']);
  });

  it('refuses another format', async () => {
    const { code, stderr } = await run('--format', 'csv');
    assert.equal(code, 2);
    assert.match(stderr, /--format must be one of junit, markdown/);
  });
});
