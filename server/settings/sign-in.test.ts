import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { SettingsError } from './settings-error.ts';
import { readSignInSource } from './sign-in.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'damson-settings-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const newFile = (name: string, content: string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const read = (environment: Record<string, string>) =>
  readSignInSource((name) => environment[name], environment);

describe('the settings of signing in', () => {
  it('are none without them', () => assert.equal(read({ SVC_SIGN_IN_A_SECRET: 'x' }), null));

  it('come from a file or a value, with secrets from values or files', () => {
    const file = newFile('sign-in.json', '{"providers": []}');
    const secret = newFile('secret', 'a secret\n');
    const source = read({
      SVC_SIGN_IN_FILE: file,
      SVC_SIGN_IN_ONE_SECRET: 'direct',
      SVC_SIGN_IN_MY_AD_SECRET_FILE: secret,
    });
    assert.deepEqual([source?.setting, source?.text], ['SVC_SIGN_IN_FILE', '{"providers": []}']);
    assert.deepEqual(Object.fromEntries(source?.secrets ?? []), { ONE: 'direct', MY_AD: 'a secret' });
    assert.equal(read({ SVC_SIGN_IN: '{}' })?.setting, 'SVC_SIGN_IN');
  });

  it('take authorities in PEM', () => {
    const file = newFile('ca.pem', '-----BEGIN CERTIFICATE-----\nMII\n-----END CERTIFICATE-----\n');
    assert.match(read({ SVC_SIGN_IN: '{}', SVC_OIDC_CA: file })?.authorities.oidc ?? '', /BEGIN/);
  });

  const refusals: [string, () => Record<string, string>, RegExp][] = [
    ['both a file and a value', () => ({ SVC_SIGN_IN: '{}', SVC_SIGN_IN_FILE: '/x' }), /can't both be given/],
    [
      'a file that is gone',
      () => ({ SVC_SIGN_IN_FILE: path.join(folder, 'none') }),
      /can't be read \(ENOENT\)/,
    ],
    [
      'a secret given twice',
      () => ({
        SVC_SIGN_IN: '{}',
        SVC_SIGN_IN_A_SECRET: 'x',
        SVC_SIGN_IN_A_SECRET_FILE: newFile('twice', 'x'),
      }),
      /can't both be given/,
    ],
    [
      'a secret’s file that is gone',
      () => ({ SVC_SIGN_IN: '{}', SVC_SIGN_IN_A_SECRET_FILE: path.join(folder, 'none') }),
      /^SVC_SIGN_IN_A_SECRET_FILE: .* can't be read/,
    ],
    [
      'an authority that is no certificate',
      () => ({ SVC_SIGN_IN: '{}', SVC_LDAP_CA: newFile('no.pem', 'x') }),
      /^SVC_LDAP_CA must be a file with certificates/,
    ],
  ];
  for (const [name, environment, message] of refusals) {
    it(`refuse ${name}`, () => {
      assert.throws(
        () => read(environment()),
        (error: Error) => error instanceof SettingsError && message.test(error.message),
      );
    });
  }
});
