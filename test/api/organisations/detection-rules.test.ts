import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { applyImport, importFile } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Person, startTestServer, type TestServer } from '../../support/servers/server.ts';

const rule = (id: string, title: string, level: string, ...tags: string[]) =>
  `title: ${title}\nid: ${id}\nstatus: stable\nlevel: ${level}\ntags: [${tags.join(', ')}]\ndetection:\n  condition: all\n`;

describe('imported detection rules', () => {
  let server: TestServer;
  let red: Person;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
    red = await server.newPerson('redteam');
    const file = await importFile(red.client, {
      name: 'rules.yml',
      content: [
        rule('r-shell', 'Encoded PowerShell', 'high', 'attack.t1059.001', 'attack.execution'),
        rule('r-script', 'A script from a mail', 'low', 'attack.t1059'),
        rule('r-lsass', 'Access to LSASS', 'critical', 'attack.t1003.001'),
        rule('r-100%', 'An odd_one', 'medium', 'cve.2021-44228'),
      ].join('---\n'),
    });
    assert.equal((await applyImport(red.client, file.id)).status, 'applied');
  });
  after(() => server.close());

  const find = async (query = '') => {
    const { items, total } = bodyOf(await red.client.get(`/api/v1/detection-rules${query}`), 200);
    return { total, ids: items.map(({ rule_id }: { rule_id: string }) => rule_id) };
  };

  it('are listed by title with their Sigma fields', async () => {
    const { items } = bodyOf(await red.client.get('/api/v1/detection-rules'), 200);
    assert.deepEqual(
      items.map(({ title }: { title: string }) => title),
      ['A script from a mail', 'Access to LSASS', 'An odd_one', 'Encoded PowerShell'],
    );
    const { id: _id, ...shell } = items[3];
    assert.deepEqual(shell, {
      rule_id: 'r-shell',
      title: 'Encoded PowerShell',
      description: null,
      level: 'high',
      status: 'stable',
      catalog_tags: ['T1059.001', 'TA0002'],
    });
  });

  for (const [query, ids] of [
    ['?technique=T1059.001', ['r-shell', 'r-script']],
    ['?technique=T1059', ['r-script', 'r-shell']],
    ['?technique=T1059.003', ['r-script']],
    ['?technique=T1003', ['r-lsass']],
    ['?technique=T1105', []],
    ['?q=lsass', ['r-lsass']],
    ['?q=R-SHELL', ['r-shell']],
    ['?q=100%25', ['r-100%']],
    ['?q=odd_', ['r-100%']],
    ['?q=a&technique=T1059', ['r-script']],
  ] as const) {
    it(`are found by ${query}`, async () => {
      assert.deepEqual(await find(query), { total: ids.length, ids: [...ids] });
    });
  }

  it('come in pages', async () => {
    assert.deepEqual(await find('?limit=1&offset=1'), { total: 4, ids: ['r-lsass'] });
  });

  it('are refused without a token and for invalid queries', async () => {
    assert.equal((await server.anonymous.get('/api/v1/detection-rules')).status, 401);
    assert.equal((await red.client.get('/api/v1/detection-rules?technique=powershell')).status, 422);
  });
});
