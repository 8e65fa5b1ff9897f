import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, it } from 'node:test';
import { listVariables } from '../../../domain/variables.ts';
import { bundledFile } from '../../../server/catalogue/bundle/bundled.ts';
import type { TestTemplate } from '../../../server/templates/contract.ts';
import { olderEdition } from '../../support/fixtures/attack-editions.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { bodyOf } from '../../support/missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const path = '/api/v1/starter-library';
const tests = '/api/v1/test-templates';
const scenarios = '/api/v1/scenario-templates';
const all = { tests: 84, scenarios: 10 };

/** The platforms of the library in ATT&CK's words. */
const inAttack: Record<string, string> = {
  windows: 'Windows',
  linux: 'Linux',
  macos: 'macOS',
  aws: 'IaaS',
  azure: 'IaaS',
  gcp: 'IaaS',
  'entra id': 'Identity Provider',
  'microsoft 365': 'Office Suite',
  kubernetes: 'Containers',
};

const load = async (client: Client) => {
  const { test_templates, scenario_templates } = bodyOf(await client.post(path), 200);
  return [test_templates.added, test_templates.present, scenario_templates.added, scenario_templates.present];
};
const list = async (client: Client, kind: string) => bodyOf(await client.get(`${kind}?limit=200`), 200);

describe('the starter library', () => {
  let server: TestServer;
  let admin: Client;
  before(async () => {
    server = await startTestServer();
    admin = server.admin.client;
  });
  after(() => server.close());

  it('requires the catalogue, which its tags belong to', async () => {
    assertProblem(await admin.post(path), 503, 'catalogue_absent');
    assert.equal((await list(admin, tests)).total, 0);
  });

  it('is refused as a whole by a catalogue that lacks one of its techniques', async () => {
    const other = await startTestServer();
    try {
      const upload = '/api/v1/catalog/import?allow_unverified=true';
      bodyOf(await other.admin.client.post(upload, olderEdition()), 200);
      assertProblem(await other.admin.client.post(path), 422, 'invalid');
      assert.equal((await list(other.admin.client, tests)).total, 0);
      assert.equal((await list(other.admin.client, scenarios)).total, 0);
    } finally {
      await other.close();
    }
  });

  describe('over the bundled catalogue', () => {
    before(async () => {
      bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
    });
    beforeEach(async () => {
      for (const kind of [scenarios, tests]) {
        for (const { id } of (await list(admin, kind)).items)
          bodyOf(await admin.delete(`${kind}/${id}`), 204);
      }
    });

    it('contains complete tests, each used once in its scenarios', async () => {
      assert.deepEqual(await load(admin), [all.tests, 0, all.scenarios, 0]);
      const { items, total } = await list(admin, tests);
      assert.equal(total, all.tests);
      assert.equal(new Set(items.map(({ name }: { name: string }) => name)).size, all.tests);
      for (const test of items) {
        const { name, description, objective, procedure, command, expected_detection } = test;
        for (const text of [name, description, objective, procedure, command, expected_detection]) {
          assert.ok(text.length > 3, JSON.stringify(test));
        }
        assert.ok(test.cleanup_command === null || test.cleanup_command.length > 3, name);
        assert.equal(test.catalog_tags.length, 1);
        assert.equal(test.platforms.length, 1);
        const used = listVariables([command, test.cleanup_command]);
        assert.deepEqual(used.toSorted(), Object.keys(test.variables).toSorted(), name);
        const named = listVariables([procedure, description, expected_detection]);
        assert.deepEqual(
          named.filter((variable) => !used.includes(variable)),
          [],
          name,
        );
        assert.ok(['low', 'medium', 'high'].includes(test.opsec));
        assert.ok(test.tags.includes('starter library'));
      }
      const made = (await list(admin, scenarios)).items;
      assert.equal(made[0].name, 'Foothold and first look around', 'in the order of an exercise');
      const used = made.flatMap((scenario: { tests: { test_template: { id: string } }[] }) =>
        scenario.tests.map(({ test_template }) => test_template.id),
      );
      assert.equal(new Set(used).size, all.tests);
      assert.equal(used.length, all.tests);
    });

    it('has tests for every platform, of techniques that can be used there, and for nearly every tactic', async () => {
      await load(admin);
      const byPlatform = Object.groupBy(
        (await list(admin, tests)).items as TestTemplate[],
        ({ platforms }) => platforms[0]!,
      );
      const { techniques, platforms } = JSON.parse(readFileSync(bundledFile, 'utf8'));
      const names = new Map<string, string[]>(
        techniques.map(([id, , , on]: [string, string, number[], number[]]) => [
          id,
          on.map((place) => platforms[place]),
        ]),
      );
      assert.deepEqual(Object.keys(byPlatform).toSorted(), Object.keys(inAttack).toSorted());
      for (const [platform, templates = []] of Object.entries(byPlatform)) {
        for (const { name, catalog_tags } of templates) {
          const possible = names.get(catalog_tags[0]!.external_id) ?? [];
          assert.ok(possible.includes(inAttack[platform]!), `${name}: ${platform} is none of ${possible}`);
        }
      }

      const without: string[] = [];
      const { items } = bodyOf(await admin.get('/api/v1/catalog/tactics?limit=50'), 200);
      for (const { external_id, name } of items) {
        const found = bodyOf(await admin.get(`${tests}?tactic=${external_id}&limit=1`), 200);
        if (found.total === 0) without.push(name);
      }
      assert.deepEqual(
        without.toSorted(),
        ['Reconnaissance', 'Resource Development'],
        'what no defender can see',
      );
    });

    it('adds nothing twice and keeps changed tests', async () => {
      await load(admin);
      const { items } = await list(admin, tests);
      bodyOf(await admin.patch(`${tests}/${items[0].id}`, { name: 'Ours now', command: 'id' }), 200);
      assert.deepEqual(await load(admin), [0, all.tests, 0, all.scenarios]);
      const { name, command } = bodyOf(await admin.get(`${tests}/${items[0].id}`), 200);
      assert.deepEqual([name, command], ['Ours now', 'id']);
    });

    it('restores deleted tests', async () => {
      await load(admin);
      const { items } = await list(admin, scenarios);
      const scenario = items.at(-1);
      const test = scenario.tests[0].test_template.id;
      bodyOf(await admin.delete(`${tests}/${test}`), 204);
      bodyOf(await admin.delete(`${scenarios}/${scenario.id}`), 204);
      assert.deepEqual(await load(admin), [1, all.tests - 1, 1, all.scenarios - 1]);
      const again = (await list(admin, scenarios)).items.find(
        ({ name }: { name: string }) => name === scenario.name,
      );
      assert.equal(again.tests.length, scenario.tests.length);
    });

    it('is recorded in the history with its creator', async () => {
      await load(admin);
      const { items } = bodyOf(await admin.get('/api/v1/audit?object_type=test_template&limit=1'), 200);
      assert.equal(items[0].verb, 'created');
      assert.equal(items[0].actor.id, server.admin.id);
    });

    it('needs both permissions', async () => {
      for (const [permissions, status] of [
        [['test_template.create'], 403],
        [['scenario_template.create'], 403],
        [['test_template.create', 'scenario_template.create'], 200],
      ] as const) {
        const { client } = await server.newPerson('soc', { permissions: [...permissions] });
        assert.equal((await client.post(path)).status, status, permissions.join());
      }
      assert.equal((await (await server.newPerson('redteam')).client.post(path)).status, 200);
    });
  });
});
