import assert from 'node:assert/strict';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { schema } from '../../../server/index.ts';
import { newSimulation } from '../../support/missions/engagements.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../support/missions/factories.ts';
import { startTestServer, type TestServer } from '../../support/servers/server.ts';

/** A folder on another file system than the servers', if there is one. */
const other = ['/dev/shm', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

/** A stopped server with two files of simulations, and their places. */
async function newWorld(t: TestContext, env: Record<string, string> = {}) {
  const server = await startTestServer({ env, inFolders: true });
  t.after(() => server.close());
  const { client } = server.admin;
  const { id, engagement_id } = await newSimulation(client);
  const records: { id: string; sha256: string }[] = [];
  for (const text of ['one', 'two']) {
    const raw = evidenceForm(text);
    records.push(bodyOf(await client.request('POST', `/api/simulations/${id}/evidence`, { raw }), 201));
  }
  await server.stop();
  const place = (record = records[0]) => path.join(engagement_id, id, record?.sha256 as string);
  const now = path.join(env.EVIDENCE_DIR ?? path.join(server.dataDir, 'evidence'), 'simulations');
  const before = path.join(server.dataDir, 'simulation-evidence');
  return { server, records, place, now, before };
}

async function readBoth(server: TestServer, records: { id: string }[]): Promise<string[]> {
  const answers = records.map(({ id }) => server.admin.client.get(`/api/simulations/evidence/${id}`));
  return (await Promise.all(answers)).map(({ body }) => body);
}

describe('the folder of evidence', () => {
  it('holds evidence of simulations too', async (t) => {
    const evidence = mkdtempSync(path.join(tmpdir(), 'damson-evidence-'));
    t.after(() => rmSync(evidence, { recursive: true, force: true }));
    const { server, records, place, now, before } = await newWorld(t, { EVIDENCE_DIR: evidence });
    assert.ok(existsSync(path.join(now, place())));
    assert.ok(!existsSync(before));
    await server.restart();
    const test = placeOf(await newMission(server.admin.client));
    bodyOf(await attach(server.admin.client, test), 201);
    await server.restart();
    assert.deepEqual(await readBoth(server, records), ['one', 'two']);
  });

  it('takes over files that earlier versions kept elsewhere', async (t) => {
    const { server, records, now, before } = await newWorld(t);
    rmSync(before, { recursive: true, force: true });
    renameSync(now, before);
    await server.restart();
    assert.deepEqual(await readBoth(server, records), ['one', 'two']);
    assert.equal((await server.anonymous.get('/api/health')).body.status, 'ok');
    // A downgrade: the earlier version finds the files in the old location, and writes there.
    assert.equal(realpathSync(before), realpathSync(now));
    await server.restart();
    assert.deepEqual(await readBoth(server, records), ['one', 'two']);
    assert.equal(realpathSync(before), realpathSync(now));
  });

  it('continues after an interrupted start, and takes over files that an earlier version wrote since', async (t) => {
    const { server, records, place, now, before } = await newWorld(t);
    const file = place(records[1]);
    mkdirSync(path.dirname(path.join(before, file)), { recursive: true });
    renameSync(path.join(now, file), path.join(before, file));
    writeFileSync(`${path.join(now, file)}.partial`, 'tw');
    await server.restart();
    assert.deepEqual(await readBoth(server, records), ['one', 'two']);
    assert.equal(realpathSync(before), realpathSync(now));
    assert.equal(readdirSync(path.dirname(path.join(now, file))).length, 2);
  });

  it('takes files over from another file system', {
    skip: other === undefined && 'there is no other',
  }, async (t) => {
    const evidence = mkdtempSync(path.join(other as string, 'damson-evidence-'));
    t.after(() => rmSync(evidence, { recursive: true, force: true }));
    const { server, records, place, now, before } = await newWorld(t, { EVIDENCE_DIR: evidence });
    for (const record of records) {
      const file = place(record);
      mkdirSync(path.dirname(path.join(before, file)), { recursive: true });
      writeFileSync(path.join(before, file), record === records[0] ? 'one' : 'two');
    }
    rmSync(now, { recursive: true });
    // An interrupted copy.
    mkdirSync(`${now}.partial`);
    writeFileSync(path.join(`${now}.partial`, 'half'), 'x');
    await server.restart();
    assert.deepEqual(await readBoth(server, records), ['one', 'two']);
    assert.deepEqual([realpathSync(before), existsSync(`${now}.partial`)], [realpathSync(now), false]);
  });
});

describe('files that were added with a newer version', () => {
  it('stay on the way back, until the copy of the database is removed', async (t) => {
    const server = await startTestServer({ inFolders: true });
    t.after(() => server.close());
    const { client } = server.admin;
    const test = placeOf(await newMission(client));
    bodyOf(await attach(client, test, evidenceForm('before')), 201);
    await server.stop();
    const database = path.join(server.dataDir, 'damson.db');
    const copy = `${database}.before-migration-from-${schema}`;
    copyFileSync(database, copy);
    await server.restart();
    const added = bodyOf(await attach(client, test, evidenceForm('since')), 201);
    const file = path.join(server.dataDir, 'evidence', test.mission, test.test, added.sha256);
    await server.stop();
    copyFileSync(copy, database);
    rmSync(`${database}-sums`);
    await server.restart();
    assert.ok(existsSync(file));
    await server.stop();
    rmSync(copy);
    await server.restart();
    assert.ok(!existsSync(file));
  });
});
