import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import {
  fileOf,
  outputText,
  settingsFor,
  startBackupWorld,
} from '../../test/support/backups/backup-world.ts';
import { bodyOf } from '../../test/support/missions/factories.ts';
import { assertMode } from '../../test/support/servers/platform.ts';
import { Client } from '../../test/support/servers/server.ts';
import { lockDataFolder } from '../database/data-lock.ts';
import { startServer } from '../index.ts';

const world = await startBackupWorld();
after(() => world.close());

describe('a restore', () => {
  test('brings everything back, and nobody is signed in', async () => {
    const dataDir = world.newTarget();
    const manifest = await world.restore(world.original, dataDir);
    assert.equal(manifest.counts.evidence, 4);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['damson.db', 'damson.lock', 'evidence', 'outputs']);
    assertMode(dataDir, 0o700);
    assertMode(path.join(dataDir, 'damson.db'), 0o600);
    assertMode(fileOf(dataDir, world.records[0]!), 0o600);
    assert.equal(readFileSync(world.outputOf(dataDir), 'utf8'), outputText);
    assert.equal(readFileSync(world.simulationFileOf(dataDir), 'utf8'), 'seen in the SOC');

    // The signing secret is unchanged, so only ended sessions can invalidate the tokens.
    const { jwt_secret } = JSON.parse(readFileSync(path.join(world.server.dataDir, 'secrets.json'), 'utf8'));
    const restored = await startServer({ ...settingsFor(dataDir), jwtSecret: jwt_secret });
    try {
      const before = new Client(restored.url, world.server.admin.client.token);
      assert.equal((await before.get('/api/v1/auth/me')).status, 401);
      const session = bodyOf(
        await before.post('/api/v1/auth/login', {
          email: world.server.admin.email,
          password: world.server.admin.password,
        }),
        200,
      );
      const client = new Client(restored.url, session.access_token);
      for (const record of world.records) {
        const answer = await client.get(`/api/v1/evidence/${record.id}`);
        assert.equal(answer.status, 200);
        assert.equal(createHash('sha256').update(answer.body).digest('hex'), record.sha256);
      }
      const mission = `/api/v1/missions/${world.records[0]!.mission_id}`;
      assert.deepEqual((await client.get(mission)).body, (await world.server.admin.client.get(mission)).body);
    } finally {
      await restored.close();
    }
  });

  test('ends open invitations and nothing else', async () => {
    const { client } = world.server.admin;
    const invite = async (email: string) =>
      bodyOf(await client.post('/api/v1/invitations', { email, role: 'admin' }), 201).token as string;
    const accept = (at: Client, token: string) =>
      at.post('/api/v1/invitations/accept', {
        token,
        display_name: 'Lin',
        password: 'correct horse battery',
      });
    const anonymous = new Client(world.server.url, null);
    bodyOf(await accept(anonymous, await invite('before@damson.test')), 201);
    const open = await invite('open@damson.test');
    const file = path.join(world.folder, 'with-invitations.backup');
    await world.backUp(file);
    const dataDir = world.newTarget();
    await world.restore(file, dataDir);
    const restored = await startServer(settingsFor(dataDir));
    try {
      const nobody = new Client(restored.url, null);
      assert.equal((await accept(nobody, open)).status, 403);
      const account = { email: 'before@damson.test', password: 'correct horse battery' };
      const session = bodyOf(await nobody.post('/api/v1/auth/login', account), 200);
      const list = await new Client(restored.url, session.access_token).get('/api/v1/invitations');
      assert.equal(bodyOf(list, 200).total, 0);
    } finally {
      await restored.close();
    }
    bodyOf(await accept(anonymous, open), 201);
  });

  test('is written where the settings say, beside existing files', async () => {
    const dataDir = world.newTarget();
    const elsewhere = {
      SVC_DB_PATH: path.join(world.newTarget(), 'db', 'x.db'),
      EVIDENCE_DIR: world.newTarget(),
    };
    mkdirSync(elsewhere.EVIDENCE_DIR);
    await world.restore(world.original, dataDir, elsewhere);
    assert.ok(existsSync(elsewhere.SVC_DB_PATH));
    assert.equal(readdirSync(elsewhere.EVIDENCE_DIR).filter((name) => name !== 'damson.lock').length, 4);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['damson.lock', 'outputs']);
  });

  test('removes leftovers of a missing database and of an interrupted restore', async () => {
    const dataDir = world.newTarget();
    mkdirSync(path.join(dataDir, 'evidence', '.restoring', 'half'), { recursive: true });
    for (const leaving of [
      'damson.db-wal',
      'damson.db-shm',
      'damson.db.restoring',
      'damson.db.restoring-wal',
    ]) {
      writeFileSync(path.join(dataDir, leaving), 'stale');
    }
    await world.restore(world.original, dataDir);
    assert.deepEqual(readdirSync(dataDir).toSorted(), ['damson.db', 'damson.lock', 'evidence', 'outputs']);
  });

  const used: [string, (dataDir: string) => void][] = [
    ['holds a database', (dataDir) => writeFileSync(path.join(dataDir, 'damson.db'), '')],
    ['holds secrets', (dataDir) => writeFileSync(path.join(dataDir, 'secrets.json'), '{}')],
    [
      'holds evidence',
      (dataDir) =>
        mkdirSync(path.join(dataDir, 'evidence', world.records[0]!.mission_id), { recursive: true }),
    ],
    ['holds anything', (dataDir) => writeFileSync(path.join(dataDir, 'notes.txt'), 'mine')],
  ];
  for (const [name, fill] of used) {
    test(`is refused into a folder that ${name}`, async () => {
      const dataDir = world.newTarget();
      mkdirSync(dataDir);
      fill(dataDir);
      const before = readdirSync(dataDir, { recursive: true });
      await assert.rejects(world.restore(world.original, dataDir), /is not empty/);
      assert.deepEqual(readdirSync(dataDir, { recursive: true }), before);
    });
  }

  test('is refused if the database or the evidence already exists elsewhere', async () => {
    const other = world.newTarget();
    await world.restore(world.original, other);
    const before = readFileSync(path.join(other, 'damson.db'));
    for (const more of [
      { SVC_DB_PATH: path.join(other, 'damson.db') },
      { EVIDENCE_DIR: path.join(other, 'evidence') },
    ]) {
      const dataDir = world.newTarget();
      await assert.rejects(
        world.restore(world.original, dataDir, more as Record<string, string>),
        /is not empty/,
      );
      assert.equal(existsSync(dataDir), false);
    }
    assert.ok(before.equals(readFileSync(path.join(other, 'damson.db'))));
  });

  test('is refused while the folder is in use', async () => {
    const dataDir = world.newTarget();
    mkdirSync(dataDir);
    const lock = lockDataFolder(dataDir);
    await assert.rejects(world.restore(world.original, dataDir), /in use/);
    lock.release();
    await world.restore(world.original, dataDir);
  });
});
