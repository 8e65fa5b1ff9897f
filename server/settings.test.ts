import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { assertRefused, settings } from '../test/support/commands/settings.ts';
import { SettingsError } from './settings/settings-error.ts';
import { settingFlags } from './settings.ts';

const data = '/var/lib/damson';
describe('settings', () => {
  it('have defaults', () => {
    const home = process.platform === 'linux' ? '/home/ada/.local/share/damson' : settings().dataDir;
    assert.deepEqual(settings(), {
      appEnv: 'production',
      dataDir: home,
      dbPath: path.join(home, 'damson.db'),
      databaseUrl: null,
      evidenceDir: path.join(home, 'evidence'),
      outputsDir: path.join(home, 'outputs'),
      simulationEvidenceDir: path.join(home, 'evidence', 'simulations'),
      oldSimulationEvidenceDir: path.join(home, 'simulation-evidence'),
      reportsDir: path.join(home, 'reports'),
      backupDir: path.join(home, 'backups'),
      bucket: null,
      host: '127.0.0.1',
      port: 4780,
      publicHosts: [],
      trustProxy: 0,
      tls: 'off',
      jwtSecret: null,
      encryptionKey: null,
      c2Adapter: null,
      signIn: null,
      quotas: { mission: null, person: null },
      logLevel: 'info',
      metricsPort: null,
      drainMilliseconds: 10_000,
      drainNoticeMilliseconds: 0,
      browsers: process.platform === 'linux' ? [] : settings().browsers,
      launchSecret: null,
    });
  });

  const key = Buffer.from('f3a9c1d27b5e80461f2c93d8a7b6e50412fd3c9b8a7e6d5c4b3a291807f6e5d4', 'hex');
  const secret = 'Kq7-vS1x_0pWm9Tz2LrB8yHc4NdJ6fGa';
  const taken: [string, string, string, unknown][] = [
    ['SVC_QUOTA_MISSION_MIB', '3', 'quotas', { mission: 3 * 1024 * 1024, person: null }],
    ['SVC_QUOTA_PERSON_MIB', '2', 'quotas', { mission: null, person: 2 * 1024 * 1024 }],
    ['APP_ENV', 'development', 'appEnv', 'development'],
    ['APP_ENV', 'Test', 'appEnv', 'test'],
    ['APP_ENV', '', 'appEnv', 'production'],
    ['SVC_DATA_DIR', data, 'dataDir', data],
    ['SVC_DATA_DIR', data, 'dbPath', `${data}/damson.db`],
    ['SVC_DATA_DIR', data, 'evidenceDir', `${data}/evidence`],
    ['SVC_DATA_DIR', 'here', 'dataDir', path.resolve('here')],
    ['SVC_DATA_DIR', '  ', 'dataDir', settings().dataDir],
    ['XDG_DATA_HOME', '/xdg', 'dataDir', process.platform === 'linux' ? '/xdg/damson' : settings().dataDir],
    ['SVC_DB_PATH', '/db/x.db', 'dbPath', '/db/x.db'],
    ['EVIDENCE_DIR', '/mnt/evidence', 'evidenceDir', '/mnt/evidence'],
    ['SVC_DATA_DIR', data, 'backupDir', `${data}/backups`],
    ['SVC_BACKUP_DIR', '/mnt/backups', 'backupDir', '/mnt/backups'],
    ['SVC_DATABASE_URL', '', 'databaseUrl', null],
    ['SVC_HOST', '0.0.0.0', 'host', '0.0.0.0'],
    ['SVC_HOST', '::1', 'host', '::1'],
    ['SVC_HOST', '[::1]', 'host', '::1'],
    ['SVC_HOST', 'team.example', 'host', 'team.example'],
    ['SVC_PORT', '0', 'port', 0],
    ['SVC_PORT', ' 8080 ', 'port', 8080],
    ['SVC_PORT', '65535', 'port', 65535],
    [
      'SVC_PUBLIC_HOSTS',
      'A.example, b.example:8443  [::2]:1',
      'publicHosts',
      ['a.example', 'b.example:8443', '[::2]:1'],
    ],
    ['SVC_TRUST_PROXY', '2', 'trustProxy', 2],
    ['SVC_JWT_SECRET', secret, 'jwtSecret', secret],
    ['SVC_JWT_SECRET', key.toString('hex'), 'jwtSecret', key.toString('hex')],
    ['SVC_JWT_SECRET', '40283746501928374650192837465019', 'jwtSecret', '40283746501928374650192837465019'],
    [
      'SVC_JWT_SECRET',
      'plums ripen in september, not in may',
      'jwtSecret',
      'plums ripen in september, not in may',
    ],
    ['SVC_ENCRYPTION_KEY', key.toString('hex'), 'encryptionKey', key],
    ['SVC_ENCRYPTION_KEY', key.toString('hex').toUpperCase(), 'encryptionKey', key],
    ['SVC_ENCRYPTION_KEY', key.toString('base64'), 'encryptionKey', key],
    ['SVC_ENCRYPTION_KEY', key.toString('base64url'), 'encryptionKey', key],
    ['SVC_C2_ADAPTER', 'fake', 'c2Adapter', 'fake'],
    ['SVC_C2_ADAPTER', '', 'c2Adapter', null],
    ['SVC_BROWSER', '/opt/edge/msedge', 'browsers', ['/opt/edge/msedge']],
    ['SVC_BROWSER', 'off', 'browsers', []],
    ['SVC_METRICS_PORT', '0', 'metricsPort', 0],
    ['SVC_METRICS_PORT', '9478', 'metricsPort', 9478],
    ['SVC_DRAIN_SECONDS', '90', 'drainMilliseconds', 90_000],
    ['SVC_DRAIN_NOTICE_SECONDS', '5', 'drainNoticeMilliseconds', 5000],
    ['LOG_LEVEL', 'DEBUG', 'logLevel', 'debug'],
    ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ];
  for (const [name, value, field, expected] of taken) {
    it(`accept ${name}="${value}"`, () => {
      assert.deepEqual(settings({ [name]: value })[field as keyof ReturnType<typeof settings>], expected);
    });
  }

  const refused: [string, string][] = [
    ['APP_ENV', 'staging'],
    ['SVC_HOST', 'http://localhost'],
    ['SVC_HOST', 'localhost:4780'],
    ['SVC_HOST', '::1::'],
    ['SVC_HOST', 'a b'],
    ['SVC_PORT', '65536'],
    ['SVC_PORT', '-1'],
    ['SVC_PORT', '80.5'],
    ['SVC_PORT', '1e3'],
    ['SVC_PORT', '0x50'],
    ['SVC_PORT', 'http'],
    ['SVC_PUBLIC_HOSTS', 'https://damson.example'],
    ['SVC_PUBLIC_HOSTS', 'damson.example/path'],
    ['SVC_PUBLIC_HOSTS', '*.example'],
    ['SVC_PUBLIC_HOSTS', 'damson.example:port'],
    ['SVC_PUBLIC_HOSTS', 'damson.example:65536'],
    ['SVC_PUBLIC_HOSTS', 'good.example bad@example'],
    ['SVC_TRUST_PROXY', 'true'],
    ['SVC_TRUST_PROXY', '11'],
    ['SVC_TRUST_PROXY', '-1'],
    ['SVC_TLS', 'on'],
    ['SVC_BROWSER', 'chromium'],
    ['SVC_C2_ADAPTER', 'mythic'],
    ['SVC_METRICS_PORT', 'on'],
    ['SVC_METRICS_PORT', '4780'],
    ['SVC_DRAIN_SECONDS', '3601'],
    ['SVC_DRAIN_SECONDS', 'soon'],
    ['SVC_DRAIN_NOTICE_SECONDS', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['SVC_JWT_SECRET', 'k2J8-d0s_PqZ'],
    ['SVC_JWT_SECRET', 'k2J8-d0s_PqZ0192837465aksldjfhg'],
    ['SVC_ENCRYPTION_KEY', 'too short'],
    ['SVC_ENCRYPTION_KEY', key.toString('hex').slice(2)],
    ['SVC_ENCRYPTION_KEY', `${key.toString('hex')}00`],
    ['SVC_ENCRYPTION_KEY', key.subarray(1).toString('base64')],
    ['SVC_ENCRYPTION_KEY', `${key.toString('base64')}AAAA`],
  ];
  for (const [name, value] of refused) {
    it(`refuse ${name}="${value}"`, () => assertRefused({ [name]: value }, name));
  }

  it('refuse nested folders, which a sweep would empty', () => {
    for (const [name, value] of [
      ['EVIDENCE_DIR', data],
      ['EVIDENCE_DIR', '/var/lib'],
      ['EVIDENCE_DIR', '/'],
      ['EVIDENCE_DIR', `${data}/outputs`],
      ['EVIDENCE_DIR', `${data}/outputs/evidence`],
      ['SVC_DB_PATH', `${data}/evidence/damson.db`],
      ['EVIDENCE_DIR', `${data}/simulation-evidence`],
      ['EVIDENCE_DIR', `${data}/reports`],
      ['SVC_DB_PATH', `${data}/outputs/damson.db`],
      ['SVC_DB_PATH', `${data}/simulation-evidence/damson.db`],
      ['SVC_DB_PATH', data],
      ['SVC_BACKUP_DIR', `${data}/evidence`],
      ['SVC_BACKUP_DIR', `${data}/reports/backups`],
    ] as const) {
      assertRefused({ SVC_DATA_DIR: data, [name]: value }, name);
    }
    assert.equal(
      settings({ SVC_DATA_DIR: data, EVIDENCE_DIR: `${data}-evidence` }).evidenceDir,
      `${data}-evidence`,
    );
    assert.equal(
      settings({ SVC_DATA_DIR: data, EVIDENCE_DIR: `${data}/files` }).evidenceDir,
      `${data}/files`,
    );
  });

  describe('of a database in PostgreSQL', () => {
    const url = 'postgres://damson:secret@db.lan:5433/damson?sslmode=verify-full';
    const both = { SVC_JWT_SECRET: secret, SVC_ENCRYPTION_KEY: key.toString('hex') };

    it('accept its address as it is, with the secrets that are not in a database', () => {
      assert.equal(settings({ ...both, SVC_DATABASE_URL: url }).databaseUrl, url);
      assert.equal(settings({ APP_ENV: 'test', SVC_DATABASE_URL: url }).databaseUrl, url);
    });

    const refused: [string, Record<string, string>, string][] = [
      ['what is no address', { SVC_DATABASE_URL: 'db.lan/damson' }, 'SVC_DATABASE_URL'],
      ['another engine', { SVC_DATABASE_URL: 'mysql://db.lan/damson' }, 'SVC_DATABASE_URL'],
      ['no database', { SVC_DATABASE_URL: 'postgres://db.lan/' }, 'SVC_DATABASE_URL'],
      ['a file beside it', { SVC_DATABASE_URL: url, SVC_DB_PATH: '/x.db' }, 'SVC_DATABASE_URL'],
      ['no signing secret', { SVC_DATABASE_URL: url, SVC_JWT_SECRET: '' }, 'SVC_DATABASE_URL'],
      ['no encryption key', { SVC_DATABASE_URL: url, SVC_ENCRYPTION_KEY: '' }, 'SVC_DATABASE_URL'],
    ];
    for (const [what, changed, name] of refused) {
      it(`refuse ${what}`, () => assertRefused({ ...both, ...changed }, name));
    }
  });

  describe('of a bucket', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'se/cr+et=' };
    const region = { ...keys, AWS_REGION: 'eu-central-1' };
    const endpoint = { ...keys, AWS_ENDPOINT_URL: 'http://127.0.0.1:9000/' };

    it('set its location', () => {
      const expected: [environment: Record<string, string>, url: string, prefix: string, region: string][] = [
        [region, 'https://bucket.s3.eu-central-1.amazonaws.com', 'a/b.c/', 'eu-central-1'],
        [endpoint, 'http://127.0.0.1:9000/bucket', 'a/b.c/', 'us-east-1'],
        [
          { ...endpoint, AWS_ENDPOINT_URL_S3: 'https://s3.example.org/at', AWS_DEFAULT_REGION: 'here' },
          'https://s3.example.org/at/bucket',
          'a/b.c/',
          'here',
        ],
      ];
      for (const [environment, url, prefix, name] of expected) {
        for (const given of ['s3://bucket/a/b.c', 's3://bucket/a/b.c/']) {
          const { bucket } = settings({ ...environment, EVIDENCE_URL: given });
          assert.deepEqual([bucket?.url, bucket?.prefix, bucket?.region], [url, prefix, name]);
        }
      }
      const dotted = settings({ ...region, EVIDENCE_URL: 's3://my.bucket' }).bucket;
      assert.equal(dotted?.url, 'https://s3.eu-central-1.amazonaws.com/my.bucket');
      assert.equal(dotted?.prefix, '');
      assert.equal(dotted?.secretAccessKey, 'se/cr+et=');
      assert.equal(settings(region).bucket, null);
    });

    it('are refused in one line that names the setting', () => {
      const EVIDENCE_URL = 's3://bucket/a';
      const refused: [environment: Record<string, string>, name: string][] = [
        ...[
          's3://',
          's3:/bucket',
          'http://bucket/a',
          's3://Bucket',
          's3://bu',
          's3://1.2.3.4',
          's3://bu..cket',
        ].map((given): [Record<string, string>, string] => [
          { ...region, EVIDENCE_URL: given },
          'EVIDENCE_URL',
        ]),
        ...['a//b', '../a', 'a/./b', 'a b', 'a?b', 'a#b', 'é', 'x'.repeat(600)].map(
          (prefix): [Record<string, string>, string] => [
            { ...region, EVIDENCE_URL: `s3://bucket/${prefix}` },
            'EVIDENCE_URL',
          ],
        ),
        [{ ...region, EVIDENCE_URL, EVIDENCE_DIR: '/mnt/evidence' }, 'EVIDENCE_DIR'],
        [{ ...keys, EVIDENCE_URL }, 'AWS_REGION'],
        [{ ...keys, EVIDENCE_URL, AWS_REGION: 'eu/central' }, 'AWS_REGION'],
        [{ ...region, EVIDENCE_URL, AWS_ACCESS_KEY_ID: '' }, 'AWS_ACCESS_KEY_ID'],
        [{ ...region, EVIDENCE_URL, AWS_SECRET_ACCESS_KEY: '' }, 'AWS_SECRET_ACCESS_KEY'],
        [{ ...region, EVIDENCE_URL, AWS_SECRET_ACCESS_KEY: 'two\nlines' }, 'AWS_SECRET_ACCESS_KEY'],
        [{ ...region, EVIDENCE_URL, AWS_SESSION_TOKEN: 'two words' }, 'AWS_SESSION_TOKEN'],
        ...['store', 'ftp://store', 'http://me:secret@store', 'http://store?x', 'http://store/#x'].map(
          (given): [Record<string, string>, string] => [
            { ...keys, EVIDENCE_URL, AWS_ENDPOINT_URL_S3: given },
            'AWS_ENDPOINT_URL_S3',
          ],
        ),
      ];
      for (const [environment, name] of refused) {
        assert.throws(
          () => settings(environment),
          (error) =>
            error instanceof SettingsError &&
            error.message.includes(name) &&
            !/[\n]|secret@/.test(error.message),
          JSON.stringify(environment),
        );
      }
    });
  });

  it('count from flags before the environment', () => {
    const given: Record<keyof typeof settingFlags, [string, string, string, unknown]> = {
      'app-env': ['test', 'development', 'appEnv', 'test'],
      'data-dir': ['/flag', '/environment', 'dataDir', '/flag'],
      'db-path': ['/flag.db', '/environment.db', 'dbPath', '/flag.db'],
      'evidence-dir': ['/flag', '/environment', 'evidenceDir', '/flag'],
      host: ['10.0.0.1', '10.0.0.2', 'host', '10.0.0.1'],
      port: ['1', '2', 'port', 1],
      'public-hosts': ['flag', 'environment', 'publicHosts', ['flag']],
      'trust-proxy': ['1', '2', 'trustProxy', 1],
      tls: ['own', 'off', 'tls', 'own'],
      'log-level': ['warn', 'debug', 'logLevel', 'warn'],
    };
    for (const [flag, [value, other, field, expected]] of Object.entries(given)) {
      const name = settingFlags[flag as keyof typeof settingFlags];
      const read = settings({ [name]: other }, { [flag]: value });
      assert.deepEqual(read[field as keyof typeof read], expected, flag);
    }
  });

  it('create nothing', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'damson-settings-'));
    const dataDir = path.join(folder, 'data');
    settings({ SVC_DATA_DIR: dataDir, EVIDENCE_DIR: path.join(folder, 'evidence') });
    assert.equal(existsSync(dataDir), false);
    assert.equal(existsSync(path.join(folder, 'evidence')), false);
    rmSync(folder, { recursive: true });
  });
});

describe('an old Node', () => {
  it('gets one line and exit code 78', (t) => {
    const old = ['/usr/bin/node', '/usr/local/bin/node'].find((program) => {
      const { status, stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' });
      return status === 0 && Number(/^v(\d+)/.exec(stdout)?.[1]) < 24;
    });
    if (old === undefined) {
      t.skip('there is no older Node on this machine');
      return;
    }
    const program = fileURLToPath(new URL('../bin/damson.js', import.meta.url));
    const { status, stdout, stderr } = spawnSync(old, [program, 'serve'], { encoding: 'utf8', env: {} });
    assert.equal(status, 78);
    assert.equal(stdout, '');
    assert.match(stderr, /^damson needs Node 24 or later, and this is v\d+\.\d+\.\d+[^\n]*\n$/);
  });
});
