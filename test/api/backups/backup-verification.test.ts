import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Backup, BackupJob, Verification } from '../../../server/backup/contract.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { endedJob, endedVerification } from '../../support/backups/backup-jobs.ts';
import { flipped } from '../../support/backups/backups.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  type Place,
  placeOf,
} from '../../support/missions/factories.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const base = '/api/v1/backups';

let server: TestServer;
let client: Client;
let place: Place;
let folder: string;
let evidence: EvidenceRecord;
before(async () => {
  server = await startTestServer();
  client = server.admin.client;
  folder = path.join(server.dataDir, 'backups');
  place = placeOf(await newMission(client, { name: 'Winter exercise' }));
  evidence = bodyOf(await attach(client, place, evidenceForm('the detections', { name: 'seen.txt' })), 201);
});
after(() => server.close());

const fileOf = ({ mission_id, test_id, sha256 }: EvidenceRecord) =>
  path.join(server.filesOf('evidence'), mission_id, test_id, sha256);

async function list(): Promise<Backup[]> {
  return bodyOf(await client.get(base), 200).items;
}

async function make(body?: object): Promise<BackupJob> {
  bodyOf(await client.post(base, body), 202);
  return endedJob(client);
}

async function made(body?: object): Promise<Backup> {
  const job = await make(body);
  assert.equal(job.state, 'done', JSON.stringify(job));
  return bodyOf(await client.get(`${base}/${job.backup_id}`), 200);
}

async function verifyData(): Promise<Verification> {
  bodyOf(await client.post('/api/v1/verification'), 202);
  return endedVerification(client);
}

describe('verifying a backup', () => {
  async function verified({ id }: Backup): Promise<{ job: BackupJob; backup: Backup }> {
    const job: BackupJob = bodyOf(await client.post(`${base}/${id}/verify`), 202);
    assert.deepEqual([job.kind, job.backup_id], ['verify', id]);
    return { job: await endedJob(client), backup: bodyOf(await client.get(`${base}/${id}`), 200) };
  }

  it('reports an intact one with the time', onlyWithFile, async () => {
    const backup = await made();
    const found = await verified(backup);
    assert.deepEqual([found.job.state, found.job.problem], ['done', null]);
    assert.equal(found.backup.check?.intact, true);
    assert.ok((found.backup.check?.checked_at ?? '') > (backup.check?.checked_at ?? ''));
  });

  it('reports a flipped bit, and nothing about a file before that', onlyWithFile, async () => {
    const backup = await made();
    const file = path.join(folder, backup.file_name);
    flipped(file, file, 512 + 3);
    const changed: Backup = bodyOf(await client.get(`${base}/${backup.id}`), 200);
    assert.equal(changed.check, null, 'what was found before is about another file');
    const found = await verified(backup);
    assert.equal(found.job.state, 'done');
    assert.equal(found.backup.check?.intact, false);
    assert.match(found.backup.check?.problem ?? '', /damaged/);
    await server.restart();
    assert.equal((await list()).find(({ id }) => id === backup.id)?.check?.intact, false, 'kept');
    bodyOf(await client.delete(`${base}/${backup.id}`), 204);
  });

  it('reports a file that is no longer a backup, in the list too', onlyWithFile, async () => {
    const backup = await made();
    writeFileSync(path.join(folder, backup.file_name), 'nothing of the kind');
    const shown = (await list()).find(({ id }) => id === backup.id);
    assert.deepEqual([shown?.counts, shown?.check?.intact], [null, false]);
    assert.ok(shown?.made_at.startsWith(backup.made_at.slice(0, 19)));
    const found = await verified(backup);
    assert.equal(found.backup.check?.intact, false);
    bodyOf(await client.delete(`${base}/${backup.id}`), 204);
  });

  it('reads the file itself if nothing is recorded about it', onlyWithFile, async () => {
    const backup = await made();
    rmSync(path.join(folder, `${backup.file_name}.json`));
    assert.deepEqual(bodyOf(await client.get(`${base}/${backup.id}`), 200), { ...backup, check: null });
  });
});

describe('stored data', () => {
  it('is verified, with damage named by its owner and reported by health', onlyWithFile, async () => {
    const whole = await verifyData();
    assert.equal(whole.state, 'done');
    assert.deepEqual(whole.result, {
      database_problems: [],
      records: 1,
      damaged: [],
      damaged_total: 0,
      unrecorded: 0,
    });
    const stray = fileOf({ ...evidence, sha256: '0'.repeat(64) });
    writeFileSync(stray, 'nobody knows');
    const bytes = readFileSync(fileOf(evidence));
    writeFileSync(fileOf(evidence), 'what was sEEn');
    const damaged = {
      kind: 'evidence',
      id: evidence.id,
      file_name: 'seen.txt',
      mission: { id: place.mission, name: 'Winter exercise' },
      test: { id: place.test, name: (await client.get(place.path)).body.name },
      engagement: null,
      simulation: null,
    };
    const found = await verifyData();
    assert.equal(found.state, 'done');
    assert.deepEqual(found.result, {
      database_problems: [],
      records: 1,
      damaged: [damaged],
      damaged_total: 1,
      unrecorded: 1,
    });
    rmSync(stray);
    assert.equal((await client.get('/api/v1/health')).status, 503);

    const before = (await list()).length;
    const refused = await make();
    assert.deepEqual([refused.state, refused.problem?.code], ['failed', 'evidence_corrupt']);
    assert.deepEqual([refused.damaged, refused.damaged_total], [[damaged], 1]);
    assert.equal((await list()).length, before, 'a refusal leaves nothing');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes('partial') || name.includes(refused.backup_id)),
      [],
    );
    const without = await made({ allow_damaged: true });
    assert.equal(without.left_out, 1);

    writeFileSync(fileOf(evidence), bytes);
    assert.equal((await client.get('/api/v1/health')).status, 503, 'nobody has looked yet');
    assert.equal((await verifyData()).result?.damaged_total, 0);
    assert.equal((await client.get('/api/v1/health')).status, 200);
  });
});
