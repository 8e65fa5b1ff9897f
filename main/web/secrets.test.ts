import assert from 'node:assert/strict';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { readSettings } from '../../server/settings.ts';
import { assertMode } from '../../test/support/servers/platform.ts';
import {
  findSecrets,
  keepSecrets,
  makeSecrets,
  makeSystemSealer,
  type Sealer,
  setSecretsAside,
} from './secrets.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-secrets-'));
after(() => rmSync(folder, { recursive: true, force: true }));
let file: string;
let count = 0;
beforeEach(() => {
  count += 1;
  file = path.join(folder, `${count}.json`);
});

/** A fake keyring with its own key. */
function keyring(backend: string | null = 'gnome_libsecret'): Sealer {
  const key = randomBytes(32);
  return {
    backend,
    seal: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12));
      cipher.setAuthTag(sealed.subarray(12, 28));
      return Buffer.concat([cipher.update(sealed.subarray(28)), cipher.final()]).toString('utf8');
    },
  };
}

const none: Sealer = {
  backend: null,
  seal: () => assert.fail('sealed with nothing'),
  open: () => assert.fail('opened with nothing'),
};

describe('new secrets', () => {
  it('are random and accepted by the server', () => {
    const [one, other] = [makeSecrets(), makeSecrets()];
    assert.notEqual(one.jwt_secret, other.jwt_secret);
    assert.notEqual(one.encryption_key, other.encryption_key);
    const settings = readSettings(
      {},
      { SVC_JWT_SECRET: one.jwt_secret, SVC_ENCRYPTION_KEY: one.encryption_key, HOME: folder },
    );
    assert.equal(settings.encryptionKey?.length, 32);
  });
});

describe('secrets with a keyring', () => {
  it('are sealed, in a file for their owner alone, and opened again', () => {
    const secrets = makeSecrets();
    const sealer = keyring();
    assert.deepEqual(findSecrets(file, sealer), { kind: 'absent' });
    assert.equal(keepSecrets(file, secrets, sealer), 'keyring');
    const text = readFileSync(file, 'utf8');
    for (const secret of Object.values(secrets)) {
      assert.ok(!text.includes(secret));
      assert.ok(!text.includes(Buffer.from(secret).toString('base64').slice(0, 20)));
    }
    assert.match(text, /"backend": "gnome_libsecret"/);
    assertMode(file, 0o600);
    assert.deepEqual(findSecrets(file, sealer), { kind: 'kept', secrets, by: 'keyring' });
  });

  it('never replace existing ones', () => {
    const secrets = makeSecrets();
    const sealer = keyring();
    keepSecrets(file, secrets, sealer);
    assert.throws(() => keepSecrets(file, makeSecrets(), sealer), /already/);
    assert.deepEqual(findSecrets(file, sealer), { kind: 'kept', secrets, by: 'keyring' });
  });

  const lost: [string, Sealer][] = [
    ['is gone', none],
    ['is another one of the same kind', keyring()],
    ['is one of another kind', keyring('kwallet6')],
  ];
  for (const [what, sealer] of lost) {
    it(`are lost when it ${what}: the file stays, and says what sealed it`, () => {
      keepSecrets(file, makeSecrets(), keyring());
      const before = readFileSync(file);
      assert.deepEqual(findSecrets(file, sealer), { kind: 'lost', backend: 'gnome_libsecret' });
      assert.deepEqual(readFileSync(file), before);
    });
  }

  it('are available again once it is back', () => {
    const secrets = makeSecrets();
    const sealer = keyring();
    keepSecrets(file, secrets, sealer);
    assert.equal(findSecrets(file, none).kind, 'lost');
    assert.deepEqual(findSecrets(file, sealer), { kind: 'kept', secrets, by: 'keyring' });
  });

  it('are set aside and not deleted when the person goes on with new ones', () => {
    const [first, second] = [keyring(), keyring()];
    const old = makeSecrets();
    keepSecrets(file, old, first);
    setSecretsAside(file, Date.UTC(2026, 10, 21, 18, 39, 9));
    const secrets = makeSecrets();
    keepSecrets(file, secrets, second);
    assert.deepEqual(findSecrets(file, second), { kind: 'kept', secrets, by: 'keyring' });
    const aside = `${file}.unreadable-20261121T183909`;
    assert.deepEqual(findSecrets(aside, first), { kind: 'kept', secrets: old, by: 'keyring' });
  });
});

describe('secrets without a keyring', () => {
  it('are stored in a file readable only by its owner, and this is reported', () => {
    const secrets = makeSecrets();
    assert.equal(keepSecrets(file, secrets, none), 'file');
    assertMode(file, 0o600);
    assert.deepEqual(findSecrets(file, none), { kind: 'kept', secrets, by: 'file' });
  });

  it('stay in the file when a keyring appears and disappears again', () => {
    const secrets = makeSecrets();
    keepSecrets(file, secrets, none);
    assert.deepEqual(findSecrets(file, keyring()), { kind: 'kept', secrets, by: 'file' });
  });

  const useless: [string, Partial<Sealer>][] = [
    [
      'refuses to seal',
      {
        seal: () => {
          throw new Error('locked');
        },
      },
    ],
    [
      "can't open what it sealed",
      {
        open: () => {
          throw new Error('no key');
        },
      },
    ],
    ['opens something else than it sealed', { open: () => '{}' }],
  ];
  for (const [what, broken] of useless) {
    it(`are kept in the file too when the keyring ${what}`, () => {
      const secrets = makeSecrets();
      assert.equal(keepSecrets(file, secrets, { ...keyring(), ...broken }), 'file');
      assert.deepEqual(findSecrets(file, none), { kind: 'kept', secrets, by: 'file' });
    });
  }
});

describe('a file that is damaged', () => {
  const contents = [
    '',
    '{',
    'null',
    '{"version":1}',
    '{"version":1,"kept_by":"file","secrets":{"jwt_secret":"short"}}',
  ];
  for (const content of contents) {
    it(`is reported as lost and not changed: ${JSON.stringify(content)}`, () => {
      writeFileSync(file, content);
      assert.deepEqual(findSecrets(file, keyring()), { kind: 'lost', backend: null });
      assert.equal(readFileSync(file, 'utf8'), content);
    });
  }

  it('includes one in an unknown format', () => {
    keepSecrets(file, makeSecrets(), none);
    writeFileSync(file, readFileSync(file, 'utf8').replace('"version": 1', '"version": 2'));
    assert.deepEqual(findSecrets(file, none), { kind: 'lost', backend: null });
  });
});

describe('half a file, from a start that was cut off', () => {
  it('does not get in the way', () => {
    writeFileSync(`${file}.partial`, '{"version":');
    const secrets = makeSecrets();
    keepSecrets(file, secrets, none);
    assert.equal(findSecrets(file, none).kind, 'kept');
    assert.ok(!existsSync(`${file}.partial`));
    assert.ok(readdirSync(folder).includes(path.basename(file)));
  });
});

describe("the system's keyring", () => {
  type Storage = Parameters<typeof makeSystemSealer>[0];
  const storage = (available: boolean, backend: string): Storage =>
    ({
      isEncryptionAvailable: () => available,
      getSelectedStorageBackend: () => backend,
    }) as Partial<Storage> as Storage;
  const cases: [string, boolean, string, string | null][] = [
    ['linux', true, 'gnome_libsecret', 'gnome_libsecret'],
    ['linux', true, 'kwallet6', 'kwallet6'],
    ['linux', true, 'basic_text', null],
    ['linux', true, 'unknown', null],
    ['linux', false, 'gnome_libsecret', null],
    ['darwin', true, '', 'keychain'],
    ['darwin', false, '', null],
    ['win32', true, '', 'dpapi'],
    ['win32', false, '', null],
  ];
  for (const [platform, available, backend, expected] of cases) {
    it(`${platform}, ${backend || 'its own'}, ${available ? 'available' : 'not available'}: ${expected}`, () => {
      assert.equal(makeSystemSealer(storage(available, backend), platform).backend, expected);
    });
  }
});
