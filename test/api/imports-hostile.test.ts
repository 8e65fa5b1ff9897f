import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { zipSync } from 'fflate';
import { type Serving, serving } from '../support/command.ts';
import { importFile } from '../support/imports.ts';
import { Client, startTestServer, type TestServer } from '../support/server.ts';
import { moment } from '../support/until.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ loadCatalog: true });
});
after(() => server.close());

const text = (content: string) => new Uint8Array(Buffer.from(content));
const yaml = text('attack_technique: T1082\natomic_tests: []\n');

/** A zip whose bytes say something else than they are. */
function tampered(change: (bytes: Buffer) => void): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.from(zipSync({ 'T1082.yaml': yaml }, { level: 0 }));
  change(bytes);
  return new Uint8Array(bytes);
}
const central = (bytes: Buffer) => bytes.indexOf(Buffer.from('504b0102', 'hex'));

const whole = zipSync({ 'T1082.yaml': yaml });
const refused: Record<string, () => Uint8Array<ArrayBuffer> | string> = {
  'a name that leads out': () => zipSync({ '../../T1082.yaml': yaml }),
  'an absolute name': () => zipSync({ '/etc/T1082.yaml': yaml }),
  'an archive that is cut off': () => new Uint8Array(whole.subarray(0, whole.length - 30)),
  'an archive without a file': () => zipSync({}),
  'an encrypted member': () => tampered((bytes) => bytes.writeUInt16LE(1, central(bytes) + 8)),
  'another compression': () => tampered((bytes) => bytes.writeUInt16LE(99, central(bytes) + 10)),
  'a member that says it is smaller': () => tampered((bytes) => bytes.writeUInt32LE(3, central(bytes) + 24)),
  'more than may be unpacked': () => {
    const bytes = Buffer.from(whole);
    bytes.writeUInt32LE(0xf0000000, central(bytes) + 24);
    return new Uint8Array(bytes);
  },
  'bytes of nothing': () => new Uint8Array([0, 1, 2, 3, 255]),
  'another encoding': () => new Uint8Array(Buffer.from('attack_technique: T1082\natomic_tests: é', 'latin1')),
  'aliases that grow': () =>
    `attack_technique: T1082\na: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\natomic_tests: [*d,*d,*d,*d,*d,*d,*d,*d]\n`,
};

describe('a hostile file', () => {
  for (const [what, make] of Object.entries(refused)) {
    it(`is refused: ${what}`, async () => {
      const { client } = server.admin;
      const found = await importFile(client, { name: 'T1082.yaml', content: make() }, '?format=atomic');
      const isHarmless = found.status === 'ready' && found.totals.new === 0 && found.totals.changed === 0;
      assert.ok(found.status === 'refused' || isHarmless, JSON.stringify(found));
      assert.notEqual(found.problem?.code, 'internal', JSON.stringify(found));
      assert.equal((await client.get('/api/v1/test-templates')).body.total, 0);
      await client.delete(`/api/v1/imports/${found.id}`);
    });
  }
});

describe('a server that is killed while it applies', () => {
  it('has all of an import, or nothing', async () => {
    const one = (index: number) =>
      `- name: Test ${index}\n  auto_generated_guid: ${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000\n  description: d\n  supported_platforms: [linux]\n  executor: { name: sh, command: id }\n`;
    const tests = Array.from({ length: 400 }, (_, index) => one(index)).join('');
    const content = `attack_technique: T1082\ndisplay_name: D\natomic_tests:\n${tests}`;
    const killed = await startTestServer({ loadCatalog: true });
    await killed.stop();
    let process: Serving | null = null;
    try {
      for (const milliseconds of [0, 40, 150]) {
        process = await serving(killed.dataDir);
        const admin = new Client(process.url, killed.admin.client.token);
        const { id } = await importFile(admin, { name: 'T1082.yaml', content });
        assert.equal((await admin.post(`/api/v1/imports/${id}/apply`, {})).status, 202);
        await moment(milliseconds);
        await process.stop('SIGKILL');
        process = await serving(killed.dataDir);
        const after = new Client(process.url, killed.admin.client.token);
        const { total } = (await after.get('/api/v1/test-templates?limit=1')).body;
        const imports = (await after.get('/api/v1/imports')).body.items;
        assert.ok(total === 0 || total === 400, String(total));
        assert.equal(imports.length, total === 0 ? 0 : 1);
        assert.deepEqual(readdirSync(path.join(killed.dataDir, 'imports')), []);
        await process.stop();
        process = null;
        if (total === 400) break;
      }
    } finally {
      await process?.stop();
      await killed.close();
    }
  });
});
