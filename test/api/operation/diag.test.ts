import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import Sqlite from 'better-sqlite3';
import { permissions } from '../../../domain/permissions.ts';
import { openDatabase } from '../../../server/database/database.ts';
import { applyImport, type ImportedFile, importFile } from '../../support/interchange/imports.ts';
import { newSimulation, readSimulation } from '../../support/missions/engagements.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  newScenarioTemplate,
  placeOf,
  walk,
} from '../../support/missions/factories.ts';
import { filesBelow } from '../../support/servers/evidence-host.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const reset = '/api/v1/diag/reset';
/** The installation's mark in a bucket is not a stored file. */
const isNoMark = (name: string) => name !== 'damson-installation';

describe('detection levels', () => {
  let server: TestServer;
  before(async () => {
    server = await startTestServer();
  });
  after(() => server.close());

  it('are four, by rank, for every signed-in person', async () => {
    const soc = await server.newPerson('soc');
    const levels = bodyOf(await soc.client.get('/api/v1/detection-levels'), 200);
    assert.deepEqual(
      levels.map(({ key, rank }: { key: string; rank: number }) => [key, rank]),
      [
        ['not_detected', 0],
        ['logged', 1],
        ['alerted', 2],
        ['prevented', 3],
      ],
    );
    for (const level of levels) {
      assert.deepEqual(Object.keys(level).sort(), ['color', 'description', 'id', 'key', 'name', 'rank']);
      assert.match(level.color, /^#[0-9a-f]{6}$/);
      assert.ok(level.name !== '' && level.description !== '');
    }
    assert.equal((await server.anonymous.get('/api/v1/detection-levels')).status, 401);
  });

  it('are read-only', async () => {
    const { client } = server.admin;
    const [level] = bodyOf(await client.get('/api/v1/detection-levels'), 200);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const answer = await client.request(method, '/api/v1/detection-levels', { body: level });
      assert.equal(answer.status, 405, method);
      assert.equal(answer.headers.get('allow'), 'GET, HEAD');
      const one = await client.request(method, `/api/v1/detection-levels/${level.id}`, { body: level });
      assert.equal(one.status, 404, method);
    }
  });

  it('keep their identifiers over a restart', async () => {
    const { client } = server.admin;
    const levels = bodyOf(await client.get('/api/v1/detection-levels'), 200);
    await server.restart();
    assert.deepEqual(bodyOf(await client.get('/api/v1/detection-levels'), 200), levels);
  });
});

/** Row counts of these tables. */
function tablesOf(dataDir: string, ...tables: readonly string[]): number[] {
  const database = new Sqlite(path.join(dataDir, 'damson.db'), { readonly: true });
  try {
    return tables.map((table) => Number(database.prepare(`select count(*) from ${table}`).pluck().get()));
  } finally {
    database.close();
  }
}

describe('the reset of a test installation', () => {
  it('does not exist outside the test environment', onlyWithFile, async () => {
    for (const APP_ENV of ['production', 'development']) {
      const server = await startTestServer({ env: { APP_ENV } });
      try {
        const mission = await newMission(server.admin.client);
        for (const client of [server.admin.client, server.anonymous]) {
          const answer = await client.post(reset);
          assert.equal(answer.status, 404);
          assert.equal(answer.body.code, 'not_found');
        }
        assert.equal((await server.admin.client.get(`/api/v1/missions/${mission.id}`)).status, 200);
      } finally {
        await server.close();
      }
    }
  });

  describe('with APP_ENV=test', () => {
    let server: TestServer;
    let admin: Client;
    before(async () => {
      server = await startTestServer({ loadCatalog: true });
      admin = server.admin.client;
    });
    after(() => server.close());

    const fill = async () => {
      const scenario = await newScenarioTemplate(admin, {
        catalog_tags: [{ kind: 'technique', external_id: 'T1059' }],
      });
      const mission = await newMission(admin, { tests: 0, scenario_template_ids: [scenario.id] });
      const place = placeOf(mission);
      await walk(admin, place.path, 'executed');
      const record = bodyOf(await attach(admin, place), 201);
      const remediation = { title: 'Watch LSASS', test_ids: [place.test] };
      bodyOf(await admin.post(`${place.missionPath}/remediations`, remediation), 201);
      return { mission, place, scenario, record };
    };

    it('is for administrators alone', async () => {
      const { mission } = await fill();
      assert.equal((await server.anonymous.post(reset)).status, 401);
      const held = permissions.filter((permission) => permission !== 'mission.read');
      for (const role of ['redteam', 'soc'] as const) {
        const person = await server.newPerson(role, { permissions: held });
        assert.equal((await person.client.post(reset)).status, 403);
      }
      assert.equal((await admin.get(reset)).status, 405);
      assert.equal((await admin.get(`/api/v1/missions/${mission.id}`)).status, 200);
    });

    it('empties missions, templates, catalogue and evidence, and leaves the accounts', async () => {
      const { place, scenario, record } = await fill();
      const gone = await fill();
      assert.equal((await admin.delete(gone.place.missionPath)).status, 204);
      assert.equal((await admin.delete(`/api/v1/scenario-templates/${gone.scenario.id}`)).status, 204);
      const simulation = await newSimulation(admin);
      const raw = evidenceForm('seen there');
      const sent = await admin.request('POST', `/api/simulations/${simulation.id}/evidence`, { raw });
      const seen = bodyOf(sent, 201);
      for (const name of ['evidence', 'simulation_evidence'] as const) {
        writeFileSync(path.join(server.filesOf(name), 'notes.txt'), 'put here by somebody');
        mkdirSync(path.join(server.filesOf(name), 'old', 'files'), { recursive: true });
        writeFileSync(path.join(server.filesOf(name), 'old', 'files', 'a.txt'), 'foreign');
      }
      const person = await server.newPerson('redteam', { permissions: ['catalog.sync'] });
      bodyOf(
        await admin.post('/api/v1/invitations', { email: 'new@damson.test', role: 'soc', group_ids: [] }),
        201,
      );
      // Health turns red for a damaged file; the reset deletes the file and so the damage.
      const file = path.join(server.filesOf('evidence'), place.mission, place.test, record.sha256);
      writeFileSync(file, 'damaged');
      assert.equal((await admin.get(`/api/v1/evidence/${record.id}`)).status, 500);
      assert.equal((await admin.get('/api/v1/health')).status, 503);
      const accounts = async () => [
        bodyOf(await admin.get('/api/v1/users'), 200),
        bodyOf(await admin.get('/api/v1/groups'), 200),
        bodyOf(await admin.get('/api/v1/invitations'), 200),
      ];
      const before = await accounts();
      const levels = bodyOf(await admin.get('/api/v1/detection-levels'), 200);

      assert.deepEqual(bodyOf(await admin.post(reset), 200), { reset: true });

      for (const list of [
        'missions',
        'remediations',
        'test-templates',
        'scenario-templates',
        'catalog/tactics',
        'catalog/techniques',
        'catalog/subtechniques',
      ]) {
        const { items, total } = bodyOf(await admin.get(`/api/v1/${list}`), 200);
        assert.deepEqual([items, total], [[], 0], list);
      }
      const status = bodyOf(await admin.get('/api/v1/catalog/status'), 200);
      assert.deepEqual(
        [status.last_sync, status.version, status.source_url, status.counts],
        [null, null, null, { tactics: 0, techniques: 0, subtechniques: 0 }],
      );
      for (const target of [
        place.missionPath,
        place.path,
        `/api/v1/scenario-templates/${scenario.id}`,
        `/api/v1/evidence/${record.id}`,
      ]) {
        assert.equal((await admin.get(target)).status, 404, target);
      }
      assert.deepEqual(filesBelow(server.filesOf('evidence')).filter(isNoMark), []);
      assert.deepEqual(filesBelow(server.filesOf('simulation_evidence')).filter(isNoMark), []);
      assert.deepEqual(readdirSync(path.join(server.dataDir, 'evidence')).sort(), ['.tmp', 'simulations']);
      assert.deepEqual(readdirSync(path.join(server.dataDir, 'evidence', 'simulations')), ['.tmp']);
      assert.deepEqual((await readSimulation(admin, simulation.id)).evidence, []);
      assert.equal((await admin.get(`/api/simulations/evidence/${seen.id}`)).status, 404);
      assert.deepEqual(await accounts(), before);
      assert.deepEqual(bodyOf(await admin.get('/api/v1/detection-levels'), 200), levels);
      assert.equal((await admin.get('/api/v1/health')).status, 200);
      assert.equal((await person.client.get('/api/v1/auth/me')).status, 200);

      // Everything works again, however often the data is reset.
      bodyOf(await person.client.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
      const again = await fill();
      assert.equal(bodyOf(await admin.get('/api/v1/missions'), 200).total, 1);
      assert.equal((await admin.get(`/api/v1/evidence/${again.record.id}`)).body, 'seen');
      bodyOf(await admin.post(reset), 200);
      bodyOf(await admin.post(reset), 200);
      await server.restart();
      assert.equal(bodyOf(await admin.get('/api/v1/missions'), 200).total, 0);
    });

    it('deletes imported objects and pending imports', onlyWithFile, async () => {
      const files = [
        { name: 'layer.json', content: '{"name":"L","techniques":[{"techniqueID":"T1059","score":1}]}' },
        { name: 'rule.yml', content: 'title: R\nid: r\ndetection: { condition: all }\n' },
        { name: 'tests.csv', content: 'name,executed\nA test,2026-07-01\n' },
      ];
      bodyOf(await admin.post(reset), 200);
      bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
      for (const file of files) {
        const { id } = await importFile(admin, file);
        assert.equal((await applyImport(admin, id)).status, 'applied');
      }
      const waiting = await importFile(admin, files[1] as ImportedFile);
      assert.deepEqual(waiting.totals, { new: 0, same: 1, changed: 0, refused: 0, left_out: 0 });
      const held = async () => [
        bodyOf(await admin.get('/api/v1/imports'), 200).total,
        bodyOf(await admin.get('/api/v1/detection-rules'), 200).total,
        ...tablesOf(server.dataDir, 'imports', 'import_rows', 'import_sources', 'technique_selections'),
      ];
      assert.deepEqual(await held(), [4, 1, 3, 4, 4, 1]);

      bodyOf(await admin.post(reset), 200);
      assert.deepEqual(await held(), [0, 0, 0, 0, 0, 0]);
      assert.equal((await admin.get(`/api/v1/imports/${waiting.id}`)).status, 404);
      bodyOf(await admin.post('/api/v1/catalog/sync', { source: 'bundled' }), 200);
      for (const file of files) {
        const { totals } = await importFile(admin, file);
        assert.deepEqual([totals.same, totals.changed, totals.refused], [0, 0, 0], file.name);
      }
    });

    it('seeds the detection levels again', onlyWithFile, async () => {
      const levels = bodyOf(await admin.get('/api/v1/detection-levels'), 200);
      const opened = openDatabase(path.join(server.dataDir, 'damson.db'));
      await opened.db.deleteFrom('detection_levels').where('rank', '>', 0).execute();
      await opened.close();
      assert.equal(bodyOf(await admin.get('/api/v1/detection-levels'), 200).length, 1);
      bodyOf(await admin.post(reset), 200);
      assert.deepEqual(bodyOf(await admin.get('/api/v1/detection-levels'), 200), levels);
    });
  });
});
