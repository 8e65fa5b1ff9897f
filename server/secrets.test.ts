import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openSealingKeys, readSigningSecret } from './secrets.ts';
import { SettingsError } from './settings/settings-error.ts';

describe('secrets.json', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'damson-secrets-'));
    file = path.join(folder, 'secrets.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const read = () => JSON.parse(readFileSync(file, 'utf8'));

  it('holds each secret once it is needed, and keeps the other', () => {
    const secret = readSigningSecret(null, folder);
    assert.deepEqual(read(), { jwt_secret: secret });
    const keys = openSealingKeys(null, folder);
    assert.deepEqual(keys.known(), []);
    const key = keys.forSealing();
    assert.deepEqual(read(), { jwt_secret: secret, second_factor_key: key.toString('base64url') });
    assert.deepEqual([keys.forSealing(), ...keys.known()], [key, key]);
    assert.equal(readSigningSecret(null, folder), secret);
    assert.deepEqual(openSealingKeys(null, folder).forSealing(), key);
    if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('gets a signing secret beside an existing key', () => {
    const key = openSealingKeys(null, folder).forSealing();
    const secret = readSigningSecret(null, folder);
    assert.deepEqual(read(), { jwt_secret: secret, second_factor_key: key.toString('base64url') });
  });

  it('is not touched if the settings have both', () => {
    const own = Buffer.alloc(32, 1);
    assert.equal(readSigningSecret('given', folder), 'given');
    assert.deepEqual(openSealingKeys(own, folder).forSealing(), own);
    assert.throws(() => statSync(file), { code: 'ENOENT' });
    const kept = openSealingKeys(null, folder).forSealing();
    assert.deepEqual(openSealingKeys(own, folder).known(), [own, kept]);
    assert.deepEqual(openSealingKeys(own, folder).forSealing(), own);
  });

  for (const content of ['', 'null', '{}', '{"jwt_secret":"short"}', '{"second_factor_key":"short"}']) {
    it(`is refused, and stays, when it holds ${content || 'nothing'}`, () => {
      writeFileSync(file, content);
      assert.throws(() => readSigningSecret(null, folder), SettingsError);
      assert.equal(readFileSync(file, 'utf8'), content);
    });
  }
});
