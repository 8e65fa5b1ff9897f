import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { damson } from '../../test/support/commands/command.ts';
import { assertRefused, settings } from '../../test/support/commands/settings.ts';

describe('placeholder secrets', () => {
  const placeholders = [
    'change-me',
    'CHANGE_ME',
    'changeme',
    'Change Me!',
    'changemechangemechangemechangeme',
    'secret',
    'supersecret',
    'secret-secret-secret-secret-secret',
    'my-super-secret-jwt-signing-key-please-change',
    'placeholder',
    '<placeholder>',
    'password',
    'your-secret-here',
    'your_jwt_secret_key_goes_here_1234',
    'replace-this-with-a-long-random-string',
    'change-me-at-least-32-random-bytes',
    'change-me-32-bytes-base64-or-hex',
    'at least 32 random bytes',
    'TODO',
    'fixme',
    'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    'default-insecure-development-secret',
    'this-is-not-a-secret-do-not-use-in-production',
    `${'changeme'.repeat(40)}`,
  ];
  const emptyKeys = [Buffer.alloc(32), Buffer.alloc(32, 0xff)].flatMap((bytes) => [
    bytes.toString('hex'),
    bytes.toString('base64'),
  ]);

  for (const appEnv of ['production', 'test', '']) {
    it(`are refused with APP_ENV="${appEnv}"`, () => {
      for (const value of placeholders) {
        assertRefused({ APP_ENV: appEnv, SVC_JWT_SECRET: value }, 'SVC_JWT_SECRET');
        assertRefused({ APP_ENV: appEnv, SVC_ENCRYPTION_KEY: value }, 'SVC_ENCRYPTION_KEY');
      }
    });
  }

  it('are refused in production when they are one byte over and over', () => {
    for (const value of emptyKeys) {
      assertRefused({ SVC_ENCRYPTION_KEY: value }, 'SVC_ENCRYPTION_KEY is set to a placeholder');
    }
    assertRefused({ SVC_JWT_SECRET: 'z'.repeat(40) }, 'SVC_JWT_SECRET is set to a placeholder');
  });

  it('are not suspected in plausible secrets of a test or a team', () => {
    for (const value of [
      'test-secret-test-secret-test-secret',
      '0123456789abcdef'.repeat(4),
      '5f1c'.repeat(16),
      'orchard tree crossword bicycle 1987',
    ]) {
      assert.equal(settings({ APP_ENV: 'test', SVC_JWT_SECRET: value }).jwtSecret, value);
    }
    const counted = Buffer.from(Array.from({ length: 32 }, (_, index) => index));
    assert.deepEqual(settings({ SVC_ENCRYPTION_KEY: counted.toString('hex') }).encryptionKey, counted);
  });

  it('are named as placeholders, however long', () => {
    for (const value of placeholders) {
      assert.throws(
        () => settings({ SVC_JWT_SECRET: value }),
        /SVC_JWT_SECRET is set to a placeholder value/,
        value,
      );
    }
  });

  it('are accepted in development', () => {
    const read = settings({
      APP_ENV: 'development',
      SVC_JWT_SECRET: 'change-me',
      SVC_ENCRYPTION_KEY: 'change-me',
    });
    assert.equal(read.jwtSecret, 'change-me');
    assert.equal(read.encryptionKey, null);
  });

  it('are never produced by a generator', () => {
    for (let round = 0; round < 2000; round += 1) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        const drawn = randomBytes(32).toString(encoding);
        const read = settings({ SVC_JWT_SECRET: drawn, SVC_ENCRYPTION_KEY: drawn });
        assert.equal(read.jwtSecret, drawn);
        assert.equal(read.encryptionKey?.length, 32);
      }
    }
  });

  it('end a start with one line and exit code 78, and create nothing', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'damson-settings-'));
    const dataDir = path.join(folder, 'data');
    for (const name of ['SVC_JWT_SECRET', 'SVC_ENCRYPTION_KEY']) {
      const outcome = await damson(['serve'], {
        env: { SVC_DATA_DIR: dataDir, SVC_PORT: '0', [name]: 'change-me' },
      });
      assert.equal(outcome.code, 78);
      assert.equal(outcome.stdout, '');
      assert.match(outcome.stderr, new RegExp(`^damson: ${name} is set to a placeholder value[^\n]*\n$`));
      assert.equal(existsSync(dataDir), false);
    }
    rmSync(folder, { recursive: true });
  });
});
