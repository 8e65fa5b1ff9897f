import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBackup } from '../../../server/backup/make.ts';
import type { Manifest } from '../../../server/backup/manifest.ts';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { inTransaction, openDatabase } from '../../../server/database/database.ts';
import { BackupRefused } from '../../../server/errors.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { openRegisters, placeRegisters, type Registers } from '../../../server/registers.ts';
import { readSettings, type Settings } from '../../../server/settings.ts';
import type { SimulationEvidence } from '../../../server/simulations/evidence/contract.ts';
import { openOutputRegister } from '../../../server/simulations/outputs/register.ts';
import { keepOutput, recordOutput, stageOutput } from '../../../server/simulations/outputs/service.ts';
import { attach, bodyOf, evidenceForm, newMission, placeOf } from '../missions/factories.ts';
import { type Client, startTestServer, type TestServer } from '../servers/server.ts';
import { sha256Of } from './backups.ts';

export const outputText = 'what the implant said\n'.repeat(50_000);

/** A server with four records of three evidence files of tests, one of a simulation and one output; and its backup. */
export type BackupWorld = {
  server: TestServer;
  records: readonly EvidenceRecord[];
  simulationEvidence: SimulationEvidence;
  /** Folder for a test's files; removed at the end. */
  folder: string;
  /** The backup. */
  original: string;
  backUp(target: string, more?: BackUpOptions): Promise<Manifest>;
  /** An unused path. */
  newTarget(): string;
  restore(file: string, dataDir: string, more?: Record<string, string>): Promise<Manifest>;
  /** Asserts that a backup is refused for a missing and for an empty folder, which both stay unchanged. */
  refuses(file: string, expected?: RegExp): Promise<void>;
  /** Path of the output's file in a data folder. */
  outputOf(dataDir: string): string;
  /** Path of the file of the simulation's evidence in a data folder. */
  simulationFileOf(dataDir: string): string;
  close(): Promise<void>;
};

type BackUpOptions = {
  force?: boolean;
  allowDamaged?: boolean;
  dataDir?: string;
  /** Reads the stored files; by default the registers of the folder. */
  registers?: (settings: Settings, db: Parameters<typeof openRegisters>[0]) => Registers;
};

export async function startBackupWorld(): Promise<BackupWorld> {
  const server = await startTestServer({ inFolders: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-backup-'));
  const original = path.join(folder, 'original.backup');
  const { client } = server.admin;
  const records: EvidenceRecord[] = [];
  for (const bytes of ['first', 'second', `${'long '.repeat(70_000)}`]) {
    const place = placeOf(await newMission(client, { tests: 2 }));
    records.push(bodyOf(await attach(client, place, evidenceForm(bytes)), 201));
    if (bytes === 'first') {
      // Uploads the same bytes twice: two records, one file.
      records.push(bodyOf(await attach(client, place, evidenceForm(bytes, { name: 'again.txt' })), 201));
    }
  }
  const simulation = await simulationWithOutput(server.dataDir, client);
  const toSimulation = `/api/simulations/${simulation.id}/evidence`;
  const simulationEvidence = bodyOf(
    await client.request('POST', toSimulation, { raw: evidenceForm('seen in the SOC') }),
    201,
  );
  let targets = 0;
  const world: BackupWorld = {
    server,
    records,
    simulationEvidence,
    folder,
    original,
    async backUp(target, { force = false, allowDamaged = false, dataDir = server.dataDir, registers } = {}) {
      const settings = settingsFor(dataDir);
      const database = openDatabase(settings.dbPath, { mustExist: true });
      const open = registers ?? (() => openRegisters(database.db, placeRegisters(settings)));
      try {
        return await makeBackup({ database, registers: open(settings, database.db) }, target, {
          force,
          allowDamaged,
          programVersion: '1.2.3',
          now: Date.now,
          ...uninterrupted,
        });
      } finally {
        await database.close();
      }
    },
    newTarget() {
      targets += 1;
      return path.join(folder, `target-${targets}`);
    },
    restore: (file, dataDir, more = {}) => restoreBackup(file, settingsFor(dataDir, more), uninterrupted),
    async refuses(file, expected = /back-?up/) {
      const absent = world.newTarget();
      const empty = world.newTarget();
      mkdirSync(empty);
      for (const dataDir of [absent, empty]) {
        await assert.rejects(world.restore(file, dataDir), (error: unknown) => {
          assert.ok(error instanceof BackupRefused, String((error as Error)?.stack));
          assert.match(error.message, expected);
          return true;
        });
      }
      assert.equal(existsSync(absent), false);
      assert.deepEqual(
        readdirSync(empty).filter((name) => name !== 'damson.lock'),
        [],
      );
    },
    outputOf: (dataDir) =>
      path.join(
        dataDir,
        'outputs',
        simulation.engagement_id,
        simulation.id,
        sha256Of(Buffer.from(outputText)),
      ),
    simulationFileOf: (dataDir) =>
      path.join(
        dataDir,
        'evidence',
        'simulations',
        simulation.engagement_id,
        simulation.id,
        simulationEvidence.sha256,
      ),
    async close() {
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await world.backUp(original);
  return world;
}

const uninterrupted = { interruptible: <T>(_tidy: () => void, work: () => Promise<T>) => work() };

export function settingsFor(dataDir: string, more: Record<string, string> = {}): Settings {
  return readSettings({}, { SVC_DATA_DIR: dataDir, SVC_PORT: '0', LOG_LEVEL: 'silent', ...more });
}

/** Path of an evidence record's file in a data folder. */
export function fileOf(dataDir: string, { mission_id, test_id, sha256 }: EvidenceRecord): string {
  return path.join(dataDir, 'evidence', mission_id, test_id, sha256);
}

/** A simulation as a C2 task leaves it. */
async function simulationWithOutput(
  dataDir: string,
  client: Client,
): Promise<{ id: string; engagement_id: string }> {
  const engagement = bodyOf(await client.post('/api/engagements', { name: 'Engagement' }), 201);
  const made = bodyOf(
    await client.post(`/api/engagements/${engagement.id}/simulations`, { name: 'Simulation' }),
    201,
  );
  const owner = { id: made.id as string, engagement_id: engagement.id as string };
  const settings = settingsFor(dataDir);
  const { db, close } = openDatabase(settings.dbPath, { mustExist: true });
  const outputs = openOutputRegister(db, placeRegisters(settings).outputs);
  const staged = await stageOutput(outputs, outputText);
  await keepOutput(outputs, owner, staged, async () => {
    const { size, sha256 } = staged;
    const output = { task_external_id: '7', size, sha256, created_at: '2026-11-20T09:30:00.000Z' };
    await inTransaction(db, (trx) => recordOutput(trx, owner, output));
    return true;
  });
  await close();
  return owner;
}
