import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

/** Two real editions of ATT&CK, which are not part of the project. */
const folder = path.resolve(import.meta.dirname, '../../../../shared/attack');
const before181 = path.join(folder, 'enterprise-attack-18.1-full.json');
const core191 = path.join(folder, 'enterprise-attack-19.1-core.json');
const absent = [before181, core191].find((file) => !existsSync(file));
const skip = absent === undefined ? false : `needs ../shared/attack/${path.basename(absent)}`;

describe('catalogue, from ATT&CK 18.1 to 19.1', { skip }, () => {
  let server: TestServer;
  let admin: Client;
  const list = async (query: string) => (await admin.get(`/api/v1/catalog/${query}`)).body;
  const sync = async (body: unknown) => {
    const answer = await admin.post('/api/v1/catalog/sync', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };

  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
    await copyFile(before181, path.join(server.dataDir, 'catalog', 'enterprise-attack-18.1.json'));
    await copyFile(core191, path.join(server.dataDir, 'catalog', 'core.json'));
  });
  after(() => server.close());

  it('keeps what is in use when Defense Evasion splits in two', async () => {
    const first = await sync({
      source: 'enterprise-attack-18.1.json',
      expected_sha256: 'a8cbfcaf1f00581c8cd173bad88c294ecee61efb97b5f4c0be9ab030b0d19a3c',
    });
    assert.equal(first.version, '18.1');
    assert.deepEqual(first.counts, { tactics: 14, techniques: 216, subtechniques: 475 });
    assert.deepEqual(first.changes, { added: 705, updated: 0, deprecated: 0 });
    const evasion = (await list('tactics')).items.find(
      (item: { external_id: string }) => item.external_id === 'TA0005',
    );
    assert.equal(evasion.name, 'Defense Evasion');
    assert.match((await list('techniques?q=T1562')).items[0].description, /defens/);

    const template = await admin.post('/api/v1/test-templates', {
      name: 'Switch the log off',
      catalog_tags: [
        { kind: 'subtechnique', external_id: 'T1562.002' },
        { kind: 'technique', external_id: 'T1656' },
        { kind: 'tactic', external_id: 'TA0005' },
      ],
    });
    assert.equal(template.status, 201, JSON.stringify(template.body));

    const second = await sync({ source: 'core.json', allow_unverified: true });
    assert.equal(second.version, '19.1');
    assert.deepEqual(second.counts, { tactics: 15, techniques: 222, subtechniques: 475 });
    assert.equal(second.changes.added, 24);
    // T1562.002, its parent T1562, and T1656.
    assert.equal(second.changes.deprecated, 3);

    assert.deepEqual(
      (await list('tactics')).items
        .slice(6, 8)
        .map((item: { external_id: string; name: string }) => [item.external_id, item.name]),
      [
        ['TA0005', 'Stealth'],
        ['TA0112', 'Defense Impairment'],
      ],
    );
    const kept = await list('subtechniques?technique=T1562');
    assert.deepEqual(
      kept.items.map((item: { external_id: string; deprecated: boolean }) => [
        item.external_id,
        item.deprecated,
      ]),
      [['T1562.002', true]],
    );
    assert.deepEqual(kept.items[0].technique, { external_id: 'T1562', name: 'Impair Defenses' });
    assert.deepEqual(kept.items[0].tactics, [{ external_id: 'TA0005', name: 'Stealth' }]);
    assert.equal((await list('subtechniques?q=T1070.001')).total, 0);
    assert.deepEqual(
      (await admin.get(`/api/v1/test-templates/${template.body.id}`)).body.catalog_tags.map(
        (tag: { external_id: string; name: string }) => [tag.external_id, tag.name],
      ),
      [
        ['T1562.002', 'Disable Windows Event Logging'],
        ['T1656', 'Impersonation'],
        ['TA0005', 'Stealth'],
      ],
    );
  });

  it('holds the same facts as the bundled catalogue', async () => {
    const result = await sync({ source: 'bundled' });
    assert.deepEqual([result.changes.added, result.changes.deprecated], [0, 0]);
    assert.deepEqual(result.counts, { tactics: 15, techniques: 222, subtechniques: 475 });
  });
});
