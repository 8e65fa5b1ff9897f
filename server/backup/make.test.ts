import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import {
  fileOf,
  outputText,
  settingsFor,
  startBackupWorld,
} from '../../test/support/backups/backup-world.ts';
import { membersOf, sha256Of } from '../../test/support/backups/backups.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../../test/support/missions/factories.ts';
import { openDatabase } from '../database/database.ts';
import { BackupRefused } from '../errors.ts';
import type { EvidenceRecord } from '../missions/evidence/contract.ts';
import { openRegisters, placeRegisters } from '../registers.ts';
import { FilesDamaged } from './make.ts';
import { verifyInstallation } from './verify.ts';

const world = await startBackupWorld();
after(() => world.close());

describe('a backup', () => {
  test('holds the evidence, each file once, the database, and a manifest with the digest of each', async () => {
    const members = await membersOf(world.original);
    const evidence = members.filter(({ name }) => name.startsWith('evidence/'));
    assert.deepEqual(
      evidence.map(({ name }) => name),
      [world.records[0]!, world.records[2]!, world.records[3]!].map(
        ({ mission_id, test_id, sha256 }) => `evidence/${mission_id}/${test_id}/${sha256}`,
      ),
    );
    assert.deepEqual(
      members.slice(evidence.length).map(({ name }) => name),
      [
        path.relative(world.server.dataDir, world.outputOf(world.server.dataDir)),
        `simulation_evidence/${world.simulationEvidence.engagement_id}/${world.simulationEvidence.simulation_id}/${world.simulationEvidence.sha256}`,
        'damson.db',
        'manifest.json',
        'manifest.sha256',
      ],
    );
    const manifest = JSON.parse(members.at(-2)!.bytes.toString());
    assert.deepEqual(manifest.counts, {
      users: 1,
      missions: 3,
      mission_tests: 6,
      evidence: 4,
      engagements: 1,
      simulations: 1,
      simulation_outputs: 1,
      simulation_evidence: 1,
      report_files: 0,
    });
    assert.equal(manifest.program_version, '1.2.3');
    assert.deepEqual(
      manifest.members,
      members.slice(0, -2).map(({ name, bytes }) => ({ name, size: bytes.length, sha256: sha256Of(bytes) })),
    );
    assert.equal(statSync(world.original).mode & 0o777, 0o600);
    assert.ok(
      !readFileSync(world.original).includes(
        JSON.parse(readFileSync(path.join(world.server.dataDir, 'secrets.json'), 'utf8')).jwt_secret,
      ),
    );
  });

  test('leaves no other file behind, and does not replace an existing file unless forced', async () => {
    const file = path.join(world.folder, 'kept.backup');
    writeFileSync(file, 'precious');
    await assert.rejects(world.backUp(file), BackupRefused);
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    await world.backUp(file, { force: true });
    await world.restore(file, world.newTarget());
    assert.deepEqual(
      readdirSync(world.folder).filter((name) => name.includes('partial')),
      [],
    );
  });

  test('ignores leftovers of an interrupted one', async () => {
    const file = path.join(world.folder, 'interrupted.backup');
    for (const leaving of ['.partial', '.partial.db', '.partial.db-wal', '.partial.db-shm']) {
      writeFileSync(file + leaving, 'half a backup');
    }
    await world.backUp(file);
    await world.restore(file, world.newTarget());
  });

  test('is refused while evidence is damaged or missing, naming all of it, unless that is allowed', async () => {
    const [, , damaged, missing] = world.records as [
      EvidenceRecord,
      EvidenceRecord,
      EvidenceRecord,
      EvidenceRecord,
    ];
    const kept = new Map(
      [damaged, missing].map((record) => [record, readFileSync(fileOf(world.server.dataDir, record))]),
    );
    writeFileSync(fileOf(world.server.dataDir, damaged), 'sec0nd');
    writeFileSync(world.outputOf(world.server.dataDir), 'cut');
    writeFileSync(world.simulationFileOf(world.server.dataDir), 'gone');
    rmSync(fileOf(world.server.dataDir, missing));
    const file = path.join(world.folder, 'damaged.backup');
    const sqlite = new Sqlite(path.join(world.server.dataDir, 'damson.db'));
    const outputId = sqlite.prepare('select id from simulation_outputs').pluck().get();
    sqlite.close();
    const expected = [
      { shelf: 'evidence', id: damaged.id },
      { shelf: 'evidence', id: missing.id },
      { shelf: 'outputs', id: outputId },
      { shelf: 'simulation_evidence', id: world.simulationEvidence.id },
    ];
    try {
      await assert.rejects(world.backUp(file), (error: unknown) => {
        assert.ok(error instanceof FilesDamaged);
        assert.deepEqual(error.damaged, expected);
        return true;
      });
      assert.equal(existsSync(file), false);
      const manifest = await world.backUp(file, { allowDamaged: true });
      assert.deepEqual(manifest.damaged, expected);
    } finally {
      writeFileSync(world.outputOf(world.server.dataDir), outputText);
      writeFileSync(world.simulationFileOf(world.server.dataDir), 'seen in the SOC');
      for (const [record, bytes] of kept) {
        mkdirSync(path.dirname(fileOf(world.server.dataDir, record)), { recursive: true });
        writeFileSync(fileOf(world.server.dataDir, record), bytes);
      }
    }
    const target = world.newTarget();
    await world.restore(file, target);
    assert.equal(readFileSync(fileOf(target, world.records[0]!), 'utf8'), 'first');
    assert.equal(existsSync(fileOf(target, damaged)), false);
    const database = openDatabase(path.join(target, 'damson.db'), { mustExist: true });
    const registers = openRegisters(database.db, placeRegisters(settingsFor(target)));
    const findings = await verifyInstallation({ database, registers }, {});
    await database.close();
    assert.deepEqual(findings.damaged, expected);
  });

  test('of a damaged database is refused', async () => {
    const dataDir = world.newTarget();
    await world.restore(world.original, dataDir);
    const sqlite = new Sqlite(path.join(dataDir, 'damson.db'));
    sqlite.pragma('foreign_keys = OFF');
    sqlite.exec(
      "insert into sessions (id, user_id, created_at, expires_at) values ('s', 'nobody', 'now', 'then')",
    );
    sqlite.close();
    const file = path.join(world.folder, 'broken.backup');
    await assert.rejects(world.backUp(file, { allowDamaged: true, dataDir }), /database is damaged/);
    assert.equal(existsSync(file), false);
  });
});

describe('evidence deleted while a backup is made', () => {
  test('is left out if it was not read yet, and not restored if it was', async () => {
    const { client } = world.server.admin;
    const place = placeOf(await newMission(client));
    const add = async (bytes: string): Promise<EvidenceRecord> =>
      bodyOf(await attach(client, place, evidenceForm(bytes)), 201);
    const doomed = [await add('read already'), await add('not read yet')];
    const kept = await add('to stay');
    const file = path.join(world.folder, 'meanwhile.backup');
    const manifest = await world.backUp(file, {
      registers(settings, db) {
        const registers = openRegisters(db, placeRegisters(settings));
        const { evidence } = registers;
        const open = evidence.open.bind(evidence);
        // Evidence is read in the order of its records: once the second is requested, the first is in the archive.
        evidence.open = async (record) => {
          if (record.id === doomed[1]!.id) {
            for (const { id } of doomed) bodyOf(await client.delete(`/api/v1/evidence/${id}`), 204);
          }
          return open(record);
        };
        return registers;
      },
    });
    assert.equal(manifest.counts.evidence, world.records.length + 1);
    const names = manifest.members.map(({ name }) => name).join('\n');
    assert.ok(names.includes(doomed[0]!.sha256), 'it was stored before it was deleted');
    assert.ok(!names.includes(doomed[1]!.sha256));

    const target = world.newTarget();
    await world.restore(file, target);
    assert.equal(readFileSync(fileOf(target, kept), 'utf8'), 'to stay');
    assert.deepEqual(readdirSync(path.dirname(fileOf(target, kept))), [kept.sha256]);
    await client.delete(`/api/v1/evidence/${kept.id}`);
  });
});
