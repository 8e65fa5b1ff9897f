import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { endedJob, endedVerification } from '../support/backups/backup-jobs.ts';
import { type Serving, serving } from '../support/commands/command.ts';
import { assertProblem } from '../support/http/raw-http.ts';
import {
  applyImport,
  importFile,
  newImport,
  rowsOf,
  sendFile,
  settled,
} from '../support/interchange/imports.ts';
import { bodyOf, evidenceForm, newMission, placeOf } from '../support/missions/factories.ts';
import { makeRendering } from '../support/reports/renderings.ts';
import { findPrograms } from '../support/servers/postgres.ts';
import { Client } from '../support/servers/server.ts';
import { TwoServers } from '../support/servers/two-servers.ts';
import { until } from '../support/servers/until.ts';

const skip = findPrograms() === null && 'PostgreSQL is not installed: apt-get install postgresql';
let two: TwoServers;
let one: Client;
let other: Client;

const storedBelow = (prefix: string): string[] =>
  readdirSync(two.store.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((name) => decodeURIComponent(name).includes(`/${prefix}/`));

/** Runs `work` against a separate process, which is killed once `work` returns. */
async function atVictim<T>(name: string, work: (victim: Client) => Promise<T>): Promise<T> {
  const victim: Serving = await serving(path.join(two.root, name), { env: two.settingsOf(name) });
  try {
    return await work(new Client(victim.url, one.token));
  } finally {
    await victim.stop('SIGKILL');
  }
}

/** An Atomic Red Team file with this many tests. */
function atomics(technique: string, count: number): { name: string; content: string } {
  const guid = (index: number) =>
    `${index.toString(16).padStart(8, '0')}-${technique.slice(1)}-4000-8000-000000000000`;
  const tests = Array.from(
    { length: count },
    (_, index) =>
      `- name: Test ${index}\n  auto_generated_guid: ${guid(index)}\n  description: d\n  supported_platforms: [linux]\n  executor: { name: sh, command: id }\n`,
  );
  return {
    name: `${technique}.yaml`,
    content: `attack_technique: ${technique}\ndisplay_name: D\natomic_tests:\n${tests.join('')}`,
  };
}

describe('jobs of several processes', { skip }, () => {
  before(async () => {
    two = await TwoServers.start({}, true);
    ({ one, other } = two);
  });
  after(() => two?.close());

  describe('an import', () => {
    it('read by one process is listed, changed, applied and undone at the other', async () => {
      const { id } = await newImport(one);
      const at = `/api/v1/imports/${id}`;
      assert.deepEqual(bodyOf(await other.get(at), 200), bodyOf(await one.get(at), 200));
      assert.deepEqual(await rowsOf(other, id), await rowsOf(one, id));
      assert.equal(bodyOf(await other.get('/api/v1/imports'), 200).items[0].id, id);
      const choices = { columns: { 'Seen by nobody': 'description' } };
      bodyOf(await other.patch(at, { choices }), 202);
      assert.deepEqual((await settled(one, id)).choices, choices);
      const applied = await applyImport(other, id);
      assert.deepEqual([applied.status, applied.totals.new], ['applied', 2]);
      assert.equal((await settled(one, id)).status, 'applied');
      await until(() => storedBelow('imports').length === 0);
      assert.equal(bodyOf(await one.post(`${at}/undo`), 200).status, 'undone');
      assertProblem(await other.post(`${at}/undo`), 409, 'import_not_ready');
    });

    it('is applied once if requested at both', async () => {
      const { id } = await importFile(one, atomics('T1082', 20));
      const answers = await Promise.all(
        [one, other].map((client) => client.post(`/api/v1/imports/${id}/apply`, {})),
      );
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409]);
      const { status, totals } = await settled(other, id);
      assert.deepEqual([status, totals.new], ['applied', 20]);
    });

    it('is discarded by both, with its files, while one reads it', async () => {
      const { id } = bodyOf(await sendFile(one, atomics('T1033', 3000)), 202);
      assert.equal((await other.delete(`/api/v1/imports/${id}`)).status, 204);
      assertProblem(await one.get(`/api/v1/imports/${id}`), 404, 'not_found');
      await until(() => storedBelow('imports').length === 0);
    });

    it('is read and applied by another process if its own is killed', async () => {
      const begun = await atVictim('victim', async (victim) =>
        bodyOf(await sendFile(victim, atomics('T1016', 800)), 202),
      );
      const read = await settled(one, begun.id);
      assert.deepEqual([read.status, read.totals.new], ['ready', 800]);
      await atVictim('victim', async (victim) => {
        bodyOf(await victim.post(`/api/v1/imports/${begun.id}/apply`, {}), 202);
      });
      const { status, totals } = await settled(other, begun.id);
      assert.deepEqual([status, totals.new], ['applied', 800]);
      const found = bodyOf(await one.get('/api/v1/test-templates?technique=T1016&limit=1'), 200);
      assert.equal(found.total, 800);
    });
  });

  describe('a rendering', () => {
    it('requested at one is sent and cancelled by the other', async () => {
      const { missionPath } = placeOf(await newMission(one, { tests: 2 }));
      const { id } = bodyOf(
        await one.post(`${missionPath}/reports`, { kind: 'technical', title: 'To all' }),
        201,
      );
      const at = `${missionPath}/reports/${id}`;
      const made = await makeRendering(one, at, 'html');
      const sent = await other.get(`${at}/renderings/html`);
      assert.deepEqual([sent.status, sent.body], [200, made.body]);
      assert.equal((await other.delete(`${at}/renderings/html`)).status, 204);
      assertProblem(await one.get(`${at}/renderings/html`), 404, 'not_found');
      await until(() => storedBelow('renderings').length === 0);
    });

    it('of an issued report is stored once, whichever process creates it', async () => {
      const { missionPath } = placeOf(await newMission(one, { tests: 2 }));
      const { id } = bodyOf(
        await one.post(`${missionPath}/reports`, { kind: 'technical', title: 'To all' }),
        201,
      );
      const at = `${missionPath}/reports/${id}`;
      bodyOf(await other.post(`${at}/issue`), 200);
      const made = await Promise.all([makeRendering(one, at, 'xlsx'), makeRendering(other, at, 'xlsx')]);
      assert.deepEqual(
        made.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(made[0]?.headers.get('etag'), made[1]?.headers.get('etag'));
    });

    it('is created by another process if its own is killed', async () => {
      const { missionPath } = placeOf(await newMission(one, { tests: 40 }));
      const { id } = bodyOf(
        await one.post(`${missionPath}/reports`, { kind: 'technical', title: 'To all' }),
        201,
      );
      const at = `${missionPath}/reports/${id}/renderings`;
      await atVictim('victim', async (victim) => bodyOf(await victim.post(at, { format: 'docx' }), 202));
      await until(async () => (await one.get(`${at}/docx`)).status === 200);
    });
  });

  describe('a backup', () => {
    it('is one shared job, and is listed, sent and verified by either process', async () => {
      const { path: test } = placeOf(await newMission(one, { tests: 1 }));
      bodyOf(await one.request('POST', `${test}/evidence`, { raw: evidenceForm() }), 201);
      const answers = await Promise.all([one, other].map((client) => client.post('/api/v1/backups', {})));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [202, 409]);
      const made = await endedJob(other);
      assert.deepEqual([made.state, made.problem], ['done', null]);
      assert.deepEqual(await endedJob(one), made);
      bodyOf(await other.post(`/api/v1/backups/${made.backup_id}/verify`), 202);
      assert.equal((await endedJob(one)).state, 'done');
      for (const client of [one, other]) {
        const { items } = bodyOf(await client.get('/api/v1/backups'), 200);
        assert.deepEqual(
          items.map(({ id, check }: { id: string; check: { intact: boolean } }) => [id, check.intact]),
          [[made.backup_id, true]],
        );
      }
      assert.equal((await other.delete(`/api/v1/backups/${made.backup_id}`)).status, 204);
      assertProblem(await one.get(`/api/v1/backups/${made.backup_id}`), 404, 'not_found');
    });

    it('is created by another process if its own is killed', async () => {
      const { backup_id } = await atVictim('victim', async (victim) =>
        bodyOf(await victim.post('/api/v1/backups', {}), 202),
      );
      const made = await endedJob(one);
      assert.deepEqual([made.backup_id, made.state, made.problem], [backup_id, 'done', null]);
      const { items } = bodyOf(await other.get('/api/v1/backups'), 200);
      assert.deepEqual(
        items.map(({ id }: { id: string }) => id),
        [backup_id],
      );
      assert.deepEqual(
        readdirSync(path.join(two.root, 'backups')).filter((name) => name.includes('partial')),
        [],
      );
    });

    it('has the same progress at both, as does a verification', async () => {
      bodyOf(await other.post('/api/v1/verification'), 202);
      const found = await endedVerification(one);
      assert.equal(found.state, 'done');
      assert.deepEqual(await endedVerification(other), found);
    });
  });
});
