import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Backup, BackupJob } from '../../../server/backup/contract.ts';
import { readBackup } from '../../../server/backup/read.ts';
import { restoreBackup } from '../../../server/backup/restore.ts';
import { startServer } from '../../../server/index.ts';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { readSettings } from '../../../server/settings.ts';
import { endedJob, endedVerification } from '../../support/backups/backup-jobs.ts';
import { damson, prepareData, serving } from '../../support/commands/command.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  nobody,
  type Place,
  placeOf,
} from '../../support/missions/factories.ts';
import { noSignals } from '../../support/servers/platform.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { Client, startTestServer, type TestServer } from '../../support/servers/server.ts';

const base = '/api/v1/backups';
const nameForm = /^damson-\d{8}-\d{6}-[0-9a-f-]{36}\.damson$/;

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

describe('backups', () => {
  it('are empty at first, without a job', async () => {
    assert.deepEqual(bodyOf(await client.get(base), 200), { items: [], total: 0, limit: 50, offset: 0 });
    assert.deepEqual(bodyOf(await client.get(`${base}/job`), 200), { job: null, restores_here: false });
    assert.deepEqual(bodyOf(await client.get('/api/v1/verification'), 200), { verification: null });
    assert.equal(existsSync(folder), false, 'looking makes no folder');
  });

  it('contain everything, are private, and can be restored', onlyWithFile, async () => {
    const started: BackupJob = bodyOf(await client.post(base), 202);
    assert.equal(started.kind, 'make');
    assert.equal(started.state, 'running');
    const job = await endedJob(client);
    assert.deepEqual(
      [job.state, job.problem, job.damaged, job.backup_id],
      ['done', null, [], started.backup_id],
    );
    const [backup] = await list();
    assert.ok(backup);
    assert.match(backup.file_name, nameForm);
    assert.equal(backup.id, job.backup_id);
    assert.equal(backup.made_at, job.started_at);
    assert.equal(backup.left_out, 0);
    assert.deepEqual([backup.counts?.missions, backup.counts?.evidence, backup.counts?.users], [1, 1, 1]);
    assert.deepEqual([backup.check?.intact, backup.check?.problem], [true, null]);
    assert.deepEqual(bodyOf(await client.get(`${base}/${backup.id}`), 200), backup);

    const file = path.join(folder, backup.file_name);
    assert.equal(statSync(file).size, backup.size);
    assert.deepEqual(readdirSync(folder).sort(), [backup.file_name, `${backup.file_name}.json`]);
    if (process.platform !== 'win32') {
      assert.equal(statSync(folder).mode & 0o777, 0o700);
      for (const name of readdirSync(folder))
        assert.equal(statSync(path.join(folder, name)).mode & 0o777, 0o600);
    }
    const { jwt_secret: secret } = JSON.parse(
      readFileSync(path.join(server.dataDir, 'secrets.json'), 'utf8'),
    ) as Record<string, string>;
    assert.ok(secret !== undefined && secret.length > 30, 'the file of secrets holds the signing secret');
    assert.equal(readFileSync(file).includes(secret), false);

    const target = mkdtempSync(path.join(tmpdir(), 'damson-restored-'));
    try {
      const settings = readSettings(
        {},
        { APP_ENV: 'test', SVC_DATA_DIR: target, SVC_PORT: '0', LOG_LEVEL: 'silent' },
      );
      await restoreBackup(file, settings, { interruptible: (_tidy, work) => work() });
      const restored = await startServer(settings);
      try {
        const { email, password } = server.admin;
        const again = await new Client(restored.url, null).post('/api/v1/auth/login', { email, password });
        const reader = new Client(restored.url, bodyOf(again, 200).access_token);
        assert.equal(bodyOf(await reader.get(`/api/v1/evidence/${evidence.id}`), 200), 'the detections');
      } finally {
        await restored.close();
      }
    } finally {
      rmSync(target, { recursive: true, force: true });
    }
  });

  it('have the time at which their job started, whatever the clock says later', onlyWithFile, async () => {
    let now = Date.parse('2026-03-01T09:00:00.000Z');
    const another = await startTestServer({ seams: { now: () => (now += 1000) } });
    try {
      const { client: admin } = another.admin;
      const begun: BackupJob = bodyOf(await admin.post(base), 202);
      const job = await endedJob(admin);
      assert.equal(job.started_at, begun.started_at);
      const backup = bodyOf(await admin.get(`${base}/${job.backup_id}`), 200);
      assert.equal(backup.made_at, job.started_at);
    } finally {
      await another.close();
    }
  });

  it('are listed newest first, in pages', onlyWithFile, async () => {
    const newest = await made();
    const all = await list();
    assert.equal(all[0]?.id, newest.id);
    const page = bodyOf(await client.get(`${base}?limit=1&offset=1`), 200);
    assert.deepEqual([page.total, page.items.length, page.items[0].id], [all.length, 1, all[1]?.id]);
    assertProblem(await client.get(`${base}?limit=0`), 422, 'invalid');
  });

  it('are named by the server only; foreign files in the folder are not backups', onlyWithFile, async () => {
    assertProblem(await client.post(base, { name: '../../x' }), 422, 'invalid');
    assertProblem(await client.post(base, { file_name: 'x.damson' }), 422, 'invalid');
    assertProblem(await client.post(base, { allow_damaged: 'yes' }), 422, 'invalid');
    const before = (await list()).length;
    const mine = path.join(folder, 'mine.damson');
    const outcome = await damson(['backup', mine, '--data-dir', server.dataDir], {
      env: server.storeEnvironment,
    });
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal((await list()).length, before);
    rmSync(mine);
    for (const id of [nobody, encodeURIComponent('../damson.db'), 'mine.damson']) {
      for (const part of ['', '/file'])
        assertProblem(await client.get(`${base}/${id}${part}`), 404, 'not_found');
      assertProblem(await client.post(`${base}/${id}/verify`), 404, 'not_found');
      assertProblem(await client.delete(`${base}/${id}`), 404, 'not_found');
    }
  });

  it('are created one at a time, also during a verification', async () => {
    bodyOf(await client.post(base), 202);
    assertProblem(await client.post(base), 409, 'job_running');
    assertProblem(await client.post('/api/v1/verification'), 409, 'job_running');
    const [known] = await list();
    if (known) assertProblem(await client.post(`${base}/${known.id}/verify`), 409, 'job_running');
    assert.equal((await endedJob(client)).state, 'done');
    bodyOf(await client.post('/api/v1/verification'), 202);
    assertProblem(await client.post(base), 409, 'job_running');
    assert.equal((await endedVerification(client)).state, 'done');
    const answers = await Promise.all([1, 2, 3, 4].map(() => client.post(base)));
    assert.equal(answers.filter(({ status }) => status === 202).length, 1);
    await endedJob(client);
  });

  it('are completed even if the client hangs up', async () => {
    const before = (await list()).length;
    await new Promise<void>((resolve, reject) => {
      const out = request(`${server.url}${base}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${client.token}` },
      });
      out.on('response', () => {
        out.destroy();
        resolve();
      });
      out.on('error', reject);
      out.end();
    });
    assert.equal((await endedJob(client)).state, 'done');
    assert.equal((await list()).length, before + 1);
  });

  it('are created while the command makes one too', onlyWithFile, async () => {
    const mine = path.join(folder, 'beside.damson');
    const [outcome, job] = await Promise.all([
      damson(['backup', mine, '--data-dir', server.dataDir], { env: server.storeEnvironment }),
      make(),
      verifiedByCommand(),
    ]);
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.equal(job.state, 'done', JSON.stringify(job));
    rmSync(mine);
  });

  async function verifiedByCommand(): Promise<void> {
    const { code, stdout } = await damson(['verify', '--data-dir', server.dataDir], {
      env: server.storeEnvironment,
    });
    assert.equal(code, 0, stdout);
  }

  it('are sent unchanged, as an attachment that no cache stores', onlyWithFile, async () => {
    const backup = await made();
    const answer = await fetch(`${server.url}${base}/${backup.id}/file`, {
      headers: { authorization: `Bearer ${client.token}` },
    });
    assert.equal(answer.status, 200);
    const sent = Buffer.from(await answer.arrayBuffer());
    assert.ok(sent.equals(readFileSync(path.join(folder, backup.file_name))));
    assert.equal(answer.headers.get('content-length'), String(backup.size));
    assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${backup.file_name}"`);
    assert.equal(answer.headers.get('content-type'), 'application/vnd.damson.backup');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    assert.match(answer.headers.get('content-security-policy') ?? '', /^sandbox; default-src 'none'/);
    const head = await client.request('HEAD', `${base}/${backup.id}/file`);
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(backup.size)]);
  });

  it('are deleted permanently', onlyWithFile, async () => {
    const backup = await made();
    bodyOf(await client.delete(`${base}/${backup.id}`), 204);
    assertProblem(await client.get(`${base}/${backup.id}`), 404, 'not_found');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.includes(backup.id)),
      [],
    );
    assertProblem(await client.delete(`${base}/${backup.id}`), 404, 'not_found');
  });
});

describe('a server that ends', () => {
  const email = 'ada@example.org';
  const password = 'correct horse battery';
  const dataDir = mkdtempSync(path.join(tmpdir(), 'damson-backups-'));
  const backups = path.join(dataDir, 'backups');
  const partial = () => readdirSync(backups).filter((name) => name.includes('.partial'));
  after(() => rmSync(dataDir, { recursive: true, force: true }));

  async function start() {
    const running = await serving(dataDir);
    const session = await new Client(running.url, null).post('/api/v1/auth/login', { email, password });
    return { running, client: new Client(running.url, bodyOf(session, 200).access_token) };
  }

  /** Waits until the job is reading files, so that it is half done. */
  async function untilFiles(who: Client): Promise<void> {
    for (;;) {
      const { job } = bodyOf(await who.get(`${base}/job`), 200);
      if (job.phase !== 'database') return;
      assert.equal(job.state, 'running');
    }
  }

  before(async () => {
    await prepareData(dataDir);
    const args = ['create-admin', '--data-dir', dataDir, '--email', email, '--display-name', 'Ada'];
    const outcome = await damson([...args, '--password-stdin'], { input: password });
    assert.equal(outcome.code, 0, outcome.stderr);
    const { running, client: who } = await start();
    const where = placeOf(await newMission(who));
    for (let count = 0; count < 6; count += 1) {
      const bytes = new Uint8Array(20 * 1024 * 1024).fill(97 + count);
      bodyOf(await attach(who, where, evidenceForm(bytes)), 201);
    }
    await running.stop();
  });

  it('when killed leaves no partial backup that looks complete', async () => {
    let cutOff = 0;
    for (let round = 0; round < 3; round += 1) {
      const { running, client: who } = await start();
      bodyOf(await who.post(base), 202);
      await untilFiles(who);
      await running.stop('SIGKILL');
      cutOff += partial().length > 0 ? 1 : 0;
      const next = await start();
      assert.deepEqual(partial(), [], 'the next start sweeps');
      assert.equal(bodyOf(await next.client.get(`${base}/job`), 200).job, null);
      for (const { file_name } of bodyOf(await next.client.get(base), 200).items) {
        const handle = await open(path.join(backups, file_name));
        await readBackup(handle).finally(() => handle.close());
      }
      await next.running.stop();
    }
    assert.ok(cutOff > 0, 'at least one was cut off while it was being made');
  });

  it('by a signal stops the job and leaves nothing behind', { skip: noSignals }, async () => {
    const { running, client: who } = await start();
    const job: BackupJob = bodyOf(await who.post(base), 202);
    await untilFiles(who);
    const outcome = await running.stop();
    assert.equal(outcome.code, 0, outcome.stderr);
    assert.deepEqual(partial(), []);
    assert.deepEqual(
      readdirSync(backups).filter((name) => name.includes(job.backup_id)),
      [],
    );
    const again = await start();
    bodyOf(await again.client.post(base), 202);
    assert.equal((await endedJob(again.client)).state, 'done');
    await again.running.stop();
  });
});

describe('a backup without room', () => {
  const script = path.join(import.meta.dirname, '../../support/full-disk/backup-without-room.ts');
  const mount = 'mount -t tmpfs -o size=24m tmpfs "$1" && exec "$2" "$3" "$1"';
  for (const [what, command, argumentsFor, expected] of [
    [
      'is refused before anything is written, on a disk of 24 MiB',
      'unshare',
      (root: string) => ['-Urm', 'sh', '-c', mount, 'sh', root, process.execPath, script],
      { started: [507, 'disk_full'], job: null, left: [], health: 200 },
    ],
    [
      'fails and leaves nothing, with a limit of 4 MiB a file',
      'prlimit',
      (root: string) => ['--fsize=4194304', process.execPath, script, root],
      { started: [202, null], job: ['failed', 'disk_full'], left: [], health: 200 },
    ],
  ] as const) {
    it(what, async (context) => {
      const root = mkdtempSync(path.join(tmpdir(), 'damson-no-room-'));
      try {
        const { stdout, stderr } = await promisify(execFile)(command, argumentsFor(root)).catch(
          (error: { stdout: string; stderr: string }) => error,
        );
        if (stdout === '') {
          context.skip(`${command} does not run here: ${stderr.slice(0, 200)}`);
          return;
        }
        assert.deepEqual(JSON.parse(stdout), expected);
      } finally {
        rmSync(root, { recursive: true, force: true });
      }
    });
  }
});
