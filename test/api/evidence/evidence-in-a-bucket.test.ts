import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import type { EvidenceRecord } from '../../../server/missions/evidence/contract.ts';
import { SettingsError } from '../../../server/settings/settings-error.ts';
import { readSettings } from '../../../server/settings.ts';
import { endedJob } from '../../support/backups/backup-jobs.ts';
import { damson, environment } from '../../support/commands/command.ts';
import { assertProblem } from '../../support/http/raw-http.ts';
import { picture, pngOf } from '../../support/missions/evidence-samples.ts';
import {
  attach,
  bodyOf,
  evidenceForm,
  newMission,
  type Place,
  placeOf,
  readTest,
} from '../../support/missions/factories.ts';
import { makeRendering } from '../../support/reports/renderings.ts';
import { filesBelow } from '../../support/servers/evidence-host.ts';
import { onlyWithFile } from '../../support/servers/postgres.ts';
import { type Fault, type S3Request, S3Store } from '../../support/servers/s3-store.ts';
import { type Client, startTestServer, type TestServer } from '../../support/servers/server.ts';
import { until } from '../../support/servers/until.ts';

const prefix = 'of/damson';
let s3: S3Store;
let server: TestServer;
let client: Client;
before(async () => {
  s3 = await new S3Store().start();
  s3.pageSize = 3;
  server = await startTestServer({ env: s3.environment(prefix) });
  await server.restart(undefined, impatient());
  client = server.admin.client;
});
after(async () => {
  await server.close();
  await s3.close();
});
afterEach(() => {
  s3.fault = () => null;
});

/** Short timeout, so that waiting for a silent store takes little time here. */
function impatient(more: Record<string, string> = {}) {
  const { bucket } = readSettings({}, { ...s3.environment(prefix), ...more });
  return { bucket: bucket && { ...bucket, patienceMilliseconds: 250 } };
}

const root = () => path.join(s3.folder, prefix, 'evidence');
const stored = () => filesBelow(root());
const staged = () => filesBelow(path.join(server.dataDir, 'evidence'));
const fileOf = ({ mission_id, test_id, sha256 }: EvidenceRecord) =>
  path.join(root(), mission_id, test_id, sha256);
const health = () => server.anonymous.get('/api/v1/health');
const newPlace = async () => placeOf(await newMission(client));
const download = (id: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/api/v1/evidence/${id}`, {
    headers: { authorization: `Bearer ${client.token}`, ...headers },
  });

/** Makes requests for stored files with one of these methods fail a number of times. */
function fail(methods: string, fault: Fault, times = Number.POSITIVE_INFINITY): void {
  let left = times;
  s3.fault = ({ method, key }: S3Request) => {
    if (!methods.split(' ').includes(method) || key.endsWith('damson-installation') || left === 0)
      return null;
    left -= 1;
    return fault;
  };
}

describe('evidence in a bucket', () => {
  it('is stored there and nowhere else, and is read in full or in part', async () => {
    const place = await newPlace();
    const bytes = new Uint8Array(pngOf(3 * 1024 * 1024));
    const record: EvidenceRecord = bodyOf(
      await attach(client, place, evidenceForm(bytes, { name: 'a.png', type: 'image/png' })),
      201,
    );
    assert.deepEqual(stored(), [path.join(place.mission, place.test, record.sha256)]);
    assert.deepEqual(staged(), []);
    const whole = await download(record.id);
    assert.equal(whole.status, 200);
    assert.deepEqual(new Uint8Array(await whole.arrayBuffer()), bytes);
    const part = await download(record.id, { range: 'bytes=100-109' });
    assert.equal(part.status, 206);
    assert.deepEqual(new Uint8Array(await part.arrayBuffer()), bytes.slice(100, 110));
    assert.deepEqual(staged(), []);
    assert.equal((await client.delete(`/api/v1/evidence/${record.id}`)).status, 204);
    assert.deepEqual(stored(), []);
  });

  it('is not served once damaged or missing, until it is uploaded again', async () => {
    const place = await newPlace();
    const form = () => evidenceForm('the truth');
    const record: EvidenceRecord = bodyOf(await attach(client, place, form()), 201);
    for (const [spoil, status, code, healthStatus] of [
      [() => writeFileSync(fileOf(record), 'the fraud'), 500, 'evidence_corrupt', 503],
      [() => rmSync(fileOf(record)), 404, 'not_found', 200],
    ] as const) {
      spoil();
      assertProblem(await client.get(`/api/v1/evidence/${record.id}`), status, code);
      const told = await health();
      assert.deepEqual([told.status, told.body.evidence], [healthStatus, 'corrupt']);
      bodyOf(await attach(client, place, form()), 201);
      assert.equal((await client.get(`/api/v1/evidence/${record.id}`)).body, 'the truth');
      assert.equal((await health()).status, 200);
    }
    for (const { id } of (await readTest(client, place)).evidence)
      await client.delete(`/api/v1/evidence/${id}`);
    assert.deepEqual(stored(), []);
  });

  it('is swept at start: unrecorded files are removed, missing ones reported, foreign ones kept', async () => {
    const place = await newPlace();
    const [kept, lost]: EvidenceRecord[] = [
      bodyOf(await attach(client, place, evidenceForm('kept')), 201),
      bodyOf(await attach(client, place, evidenceForm('lost')), 201),
    ] as [EvidenceRecord, EvidenceRecord];
    rmSync(fileOf(lost as EvidenceRecord));
    const others = ['readme.txt', path.join(place.mission, 'readme.txt')];
    for (const name of others) writeFileSync(path.join(root(), name), 'not ours');
    for (const letter of 'abcdef')
      writeFileSync(path.join(root(), place.mission, place.test, letter.repeat(64)), 'x');
    await server.restart(undefined, impatient());
    const name = path.relative(root(), fileOf(kept as EvidenceRecord));
    assert.deepEqual(stored(), [...others, name].sort());
    assertProblem(await client.get(`/api/v1/evidence/${lost?.id}`), 404, 'not_found');
    assert.equal((await health()).body.evidence, 'corrupt');
    for (const { id } of (await readTest(client, place)).evidence)
      await client.delete(`/api/v1/evidence/${id}`);
    for (const other of others) rmSync(path.join(root(), other));
    assert.equal((await health()).status, 200);
  });
});

describe('a store that fails', () => {
  const refusals: [what: string, methods: string, fault: Fault, status: number, code: string][] = [
    ['refuses', 'PUT', { answers: 403, code: 'AccessDenied' }, 503, 'unavailable'],
    ['knows no such bucket', 'PUT', { answers: 404, code: 'NoSuchBucket' }, 503, 'unavailable'],
    ['is broken', 'PUT', { answers: 500, code: 'InternalError' }, 503, 'unavailable'],
    ['is full', 'PUT', { answers: 507, code: 'XMinioStorageFull' }, 507, 'disk_full'],
    ['has a quota', 'PUT', { answers: 403, code: 'QuotaExceeded' }, 507, 'disk_full'],
    ['says nothing', 'PUT', 'silent', 503, 'unavailable'],
    ['hangs up', 'PUT', 'cut', 503, 'unavailable'],
    ['hangs up half-way', 'PUT', 'cut in the middle', 503, 'unavailable'],
    ['forgets what it took', 'PUT', 'forgets', 503, 'unavailable'],
    ['keeps half of it', 'PUT', 'stores half', 503, 'unavailable'],
    ['has another digest', 'PUT HEAD', 'lies about the checksum', 503, 'unavailable'],
    ['does not say what it has', 'HEAD', { answers: 503, code: 'SlowDown' }, 503, 'unavailable'],
    ['is not there at all', 'PUT HEAD GET DELETE', 'cut', 503, 'unavailable'],
    ['says nothing at all', 'PUT HEAD GET DELETE', 'silent', 503, 'unavailable'],
  ];
  for (const [what, methods, fault, status, code] of refusals) {
    it(`is answered ${status} where it ${what}, and nothing is kept`, async () => {
      const place = await newPlace();
      const hasBallast = existsSync(path.join(server.dataDir, 'ballast'));
      fail(methods, fault);
      const form = () => evidenceForm(`seen where it ${what}: ${'long '.repeat(200_000)}`);
      assertProblem(await attach(client, place, form()), status, code);
      s3.fault = () => null;
      assert.deepEqual((await readTest(client, place)).evidence, []);
      assert.deepEqual(staged(), []);
      // The ballast is for the disk; with PostgreSQL there is none.
      assert.equal(existsSync(path.join(server.dataDir, 'ballast')), hasBallast);
      // Everything works again once the store does.
      const { id } = bodyOf(await attach(client, place, form()), 201);
      assert.equal((await client.get(`/api/v1/evidence/${id}`)).status, 200);
      assert.equal((await client.delete(`/api/v1/evidence/${id}`)).status, 204);
      assert.deepEqual(stored(), []);
    });
  }

  it('is retried where that may help', async () => {
    const place = await newPlace();
    for (const fault of [{ answers: 503, code: 'SlowDown' }, { answers: 500 }, 'cut'] as Fault[]) {
      fail('PUT HEAD GET', fault, 2);
      const { id } = bodyOf(await attach(client, place, evidenceForm(JSON.stringify(fault))), 201);
      for (const at of ['cut in the middle', fault] as Fault[]) {
        fail('GET', at, 2);
        assert.equal((await client.get(`/api/v1/evidence/${id}`)).body, JSON.stringify(fault));
      }
      fail('DELETE', fault, 2);
      assert.equal((await client.delete(`/api/v1/evidence/${id}`)).status, 204);
    }
    assert.deepEqual(stored(), []);
  });

  it('never makes evidence count as damaged or missing', async () => {
    const place = await newPlace();
    const record: EvidenceRecord = bodyOf(await attach(client, place, evidenceForm('there')), 201);
    for (const fault of [
      { answers: 404, code: 'NoSuchBucket' },
      { answers: 404, body: '<html>nginx</html>' },
      { answers: 403, code: 'AccessDenied' },
      { answers: 500 },
      { answers: 301, code: 'PermanentRedirect' },
      'cut',
      'cut in the middle',
      'silent',
    ] as Fault[]) {
      fail('GET', fault);
      assertProblem(await client.get(`/api/v1/evidence/${record.id}`), 503, 'unavailable');
      s3.fault = () => null;
      assert.equal((await health()).status, 200, JSON.stringify(fault));
    }
    assert.equal((await client.get(`/api/v1/evidence/${record.id}`)).body, 'there');
    assert.deepEqual(staged(), []);
    await client.delete(`/api/v1/evidence/${record.id}`);
  });

  it('has deleted files removed once it is back', async () => {
    const place = await newPlace();
    const { id } = bodyOf(await attach(client, place, evidenceForm('to go')), 201);
    fail('DELETE', { answers: 500 });
    assert.equal((await client.delete(`/api/v1/evidence/${id}`)).status, 204);
    assert.deepEqual((await readTest(client, place)).evidence, []);
    assert.equal(stored().length, 1);
    s3.fault = () => null;
    await until(() => stored().length === 0);
  });

  it('is reported by health; a server starts without it and sweeps when it is back', async () => {
    const place = await newPlace();
    const record: EvidenceRecord = bodyOf(await attach(client, place, evidenceForm('there')), 201);
    const leftover = path.join(path.dirname(fileOf(record)), 'a'.repeat(64));
    writeFileSync(leftover, 'never recorded');
    for (const [fault, list] of [
      ['cut', null],
      [null, { answers: 200, body: '' }],
      [null, { answers: 200, body: '<html>a proxy’s</html>' }],
    ] as [Fault | null, Fault | null][]) {
      s3.fault = ({ query }) => (query.has('list-type') ? (list ?? fault) : fault);
      await server.restart(undefined, impatient());
      if (fault !== null) assert.equal((await health()).body.evidence, 'unavailable');
      assert.ok(existsSync(leftover) && existsSync(fileOf(record)));
    }
    s3.fault = () => null;
    await until(() => !existsSync(leftover));
    await until(async () => (await health()).status === 200);
    assert.equal((await client.get(`/api/v1/evidence/${record.id}`)).body, 'there');
    await client.delete(`/api/v1/evidence/${record.id}`);
  });

  it('refuses a start if it denies access or belongs to another installation', async () => {
    await assert.rejects(
      server.restart(undefined, impatient({ AWS_SECRET_ACCESS_KEY: 'wrong' })),
      (error) => {
        assert.ok(error instanceof SettingsError);
        assert.match(error.message, /^EVIDENCE_URL can't be used: .*403 SignatureDoesNotMatch/);
        return true;
      },
    );
    await assert.rejects(startTestServer({ env: s3.environment(prefix) }), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /^EVIDENCE_URL is another installation's/);
      return true;
    });
    await server.restart(undefined, impatient());
  });
});

describe('other readers of stored files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'damson-bucket-'));
  let place: Place;
  let record: EvidenceRecord;
  before(async () => {
    place = await newPlace();
    const png = evidenceForm(new Uint8Array(picture), { name: 'a.png', type: 'image/png' });
    record = bodyOf(await attach(client, place, png), 201);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** A command as run by an operator, for a data folder and a prefix. */
  const run = async (args: string[], dataDir = server.dataDir, at = prefix) => {
    const outcome = await damson([...args, '--data-dir', dataDir], {
      env: environment({ ...s3.environment(at), APP_ENV: 'test' }),
    });
    const { secretAccessKey } = s3.credentials;
    assert.ok(!`${outcome.stdout}${outcome.stderr}`.includes(secretAccessKey));
    return outcome;
  };

  it('has pictures in reports and stores issued reports in the bucket', async () => {
    const body = { kind: 'technical', title: 'Report' };
    const report = bodyOf(await client.post(`${place.missionPath}/reports`, body), 201);
    const at = `${place.missionPath}/reports/${report.id}`;
    const html = (await makeRendering(client, at, 'html')).body as string;
    assert.match(html, /data:image\/png;base64/);
    bodyOf(await client.post(`${at}/issue`, { updated_at: report.updated_at }), 200);
    const issued = path.join(s3.folder, prefix, 'reports', place.mission, report.id);
    assert.ok(readdirSync(issued).length > 0);
    assert.deepEqual(filesBelow(path.join(server.dataDir, 'reports')), []);
    assert.match((await makeRendering(client, at, 'html')).body as string, /data:image\/png;base64/);
  });

  it('is verified, backed up and restored by the command', onlyWithFile, async () => {
    const verified = await run(['verify']);
    assert.equal(verified.code, 0, verified.stderr);
    assert.match(verified.stdout, /(\d+) of \1 stored files? intact, 0 files without a record/);
    const file = path.join(folder, 'good.backup');
    assert.equal((await run(['backup', file])).code, 0);

    const used = await run(['restore', file], path.join(folder, 'used'), prefix.slice(0, 2));
    assert.equal(used.code, 0, used.stderr);
    const restored = path.join(folder, 'restored');
    // Files left by an interrupted restore of the same backup do no harm; any others do.
    const left = path.join(s3.folder, 'new/evidence', record.mission_id, record.test_id);
    mkdirSync(left, { recursive: true });
    writeFileSync(path.join(left, record.sha256), 'half');
    writeFileSync(path.join(left, 'a'.repeat(64)), 'of another');
    const refused = await run(['restore', file], restored, 'new');
    assert.equal(refused.code, 1);
    assert.match(refused.stderr, /^damson: EVIDENCE_URL is not empty[^\n]*\n$/);
    assert.ok(!existsSync(restored));
    rmSync(path.join(left, 'a'.repeat(64)));
    const done = await run(['restore', file], restored, 'new');
    assert.equal(done.code, 0, done.stderr);
    assert.deepEqual(filesBelow(path.join(restored, 'evidence')), []);
    const again = await run(['verify'], restored, 'new');
    assert.equal(again.code, 0, again.stdout + again.stderr);
    assert.equal(again.stdout, verified.stdout);

    writeFileSync(path.join(left, record.sha256), 'damaged');
    const damaged = await run(['verify'], restored, 'new');
    assert.equal(damaged.code, 1);
    assert.match(damaged.stdout, new RegExp(`damaged evidence ${record.id}`));
  });

  it(
    'reports that the store is unavailable with its address, and leaves nothing behind',
    onlyWithFile,
    async () => {
      const file = path.join(folder, 'away.backup');
      fail('GET', { answers: 500, code: 'InternalError' });
      for (const args of [['verify'], ['backup', file]]) {
        const outcome = await run(args);
        assert.equal(outcome.code, 1);
        assert.match(
          outcome.stderr,
          /^damson: The store of files does not answer[^\n]*500 InternalError[^\n]*\n$/,
        );
      }
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('away')),
        [],
      );
      fail('PUT', { answers: 507 });
      const restored = path.join(folder, 'not-restored');
      const outcome = await run(['restore', path.join(folder, 'good.backup')], restored, 'not');
      assert.equal(outcome.code, 1);
      assert.match(outcome.stderr, /^damson: The store of files has no space left[^\n]*\n$/);
      assert.ok(!existsSync(restored));
    },
  );

  it('is backed up by the server, which reports an unavailable store', async () => {
    const backUp = async () => {
      bodyOf(await client.post('/api/v1/backups', {}), 202);
      return endedJob(client);
    };
    assert.equal((await backUp()).state, 'done');
    fail('GET', { answers: 500 });
    const job = await backUp();
    assert.equal(job.state, 'failed');
    assert.equal(job.problem?.code, 'unavailable');
  });
});
