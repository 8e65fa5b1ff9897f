import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Permission } from '../../../domain/permissions.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { applyImport, importFile, rowsOf, settled } from '../../support/interchange/imports.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

const rule = 'title: Encoded PowerShell\nid: r-1\nstatus: stable\nlevel: high\ntags: [attack.t1059.001]\n';
const sigma = { name: 'rule.yml', content: `${rule}detection:\n  condition: all\n` };
const table = (head: string, row: string) => ({ name: 'a.csv', content: `${head}\n${row}\n` });
const template = table('Name,Command', 'Ask,whoami');
const layer = {
  name: 'layer.json',
  content: JSON.stringify({
    name: 'A layer',
    versions: { layer: '4.5' },
    domain: 'enterprise-attack',
    techniques: [{ techniqueID: 'T1059', score: 1 }],
  }),
};
const log = {
  name: 'log.json',
  content: JSON.stringify({
    'attire-version': '1.1',
    'execution-data': { 'execution-source': 'x', 'execution-id': 'x', target: { host: 'h' } },
    procedures: [
      {
        'mitre-technique-id': 'T1059',
        'procedure-name': 'P',
        'procedure-id': { type: 'guid', id: '0' },
        steps: [
          {
            order: 1,
            'time-start': '2026-01-01T00:00:00.000Z',
            'time-stop': '2026-01-01T00:00:01.000Z',
            executor: 'sh',
            command: 'id',
            output: [],
          },
        ],
      },
    ],
  }),
};
const caldera = {
  name: 'a.yml',
  content: `- id: ab-1\n  name: Look\n  tactic: discovery\n  platforms: {linux: {sh: {command: id}}}\n- id: ad-1\n  name: Thief\n  description: d\n  atomic_ordering: [ab-1]\n`,
};
const mission = table('Mission,Scenario,Name,Status', 'Autumn,First,Ask,executed');

type File = { name: string; content: string };

/** Rows that a SOC user may import with a group's permissions: action by kind of row. */
const rights: [string, readonly Permission[], File, Record<string, 'new' | 'refused'>][] = [
  ['a rule', [], sigma, { rule: 'new' }],
  ['a template', [], template, { test_template: 'refused' }],
  ['a layer', [], layer, { selection: 'refused' }],
  ['a layer', ['test_template.create'], layer, { selection: 'new' }],
  ['a log', [], log, { execution: 'refused' }],
  ['a log', ['mission.write_red_fields'], log, { execution: 'new' }],
  ['a mission', [], mission, { mission: 'refused', test: 'refused' }],
  ['a mission', ['test_template.create'], mission, { mission: 'refused', test: 'refused' }],
  ['a mission', ['mission.create'], mission, { mission: 'new', test: 'new' }],
  ['abilities', [], caldera, { test_template: 'refused', scenario_template: 'refused' }],
  ['abilities', ['test_template.create'], caldera, { test_template: 'new', scenario_template: 'refused' }],
  [
    'abilities',
    ['scenario_template.create'],
    caldera,
    { test_template: 'refused', scenario_template: 'refused' },
  ],
];

describe('imports of a SOC user', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer({ loadCatalog: true });
  });
  after(() => server.close());

  const toActions = (rows: { what: string; action: string }[]) =>
    Object.fromEntries(rows.map(({ what, action }) => [what, action]));

  for (const [what, extra, file, expected] of rights) {
    it(`are allowed row by row: ${what} with ${extra.join(', ') || 'only the role'}`, async () => {
      const { client } = await server.newPerson('soc', { permissions: extra });
      const { id, totals } = await importFile(client, file);
      const rows = await rowsOf(client, id);
      assert.deepEqual(toActions(rows), expected);
      for (const { action, why } of rows) {
        if (action === 'refused') assert.match(why, /needs the permission|None of its tests/);
      }
      if (totals.new === 0) {
        assertProblem(await client.post(`/api/v1/imports/${id}/apply`, {}), 403, 'forbidden');
        return;
      }
      const applied = await applyImport(client, id);
      assert.deepEqual([applied.status, applied.totals], ['applied', totals]);
      assert.deepEqual(toActions(await rowsOf(client, id)), expected);
      // Executions can't be undone by anyone.
      if ('execution' in expected) return;
      assert.equal((await client.post(`/api/v1/imports/${id}/undo`, {})).status, 200);
    });
  }

  it('do not gain rights when someone else applies them', async () => {
    const soc = await server.newPerson('soc', { permissions: ['test_template.create'] });
    const { id, totals } = await importFile(soc.client, caldera);
    bodyOf(await server.admin.client.post(`/api/v1/imports/${id}/apply`, {}), 202);
    const applied = await settled(server.admin.client, id);
    assert.deepEqual([applied.status, applied.totals], ['applied', totals]);
    assert.equal(totals.refused, 1);
  });

  it('are refused once the permission is gone', async () => {
    const soc = await server.newPerson('soc', { permissions: ['test_template.create'] });
    const { id } = await importFile(soc.client, { ...template, content: 'Name,Command\nLater,id\n' });
    bodyOf(await server.admin.client.patch(`/api/v1/users/${soc.id}`, { group_ids: [] }), 200);
    const answer = await soc.client.post(`/api/v1/imports/${id}/apply`, {});
    assertProblem(answer, 403, 'forbidden');
  });
});
