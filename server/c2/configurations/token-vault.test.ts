import assert from 'node:assert/strict';
import { createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import test from 'node:test';
import { DomainError, type ErrorCode } from '../../errors.ts';
import { createTokenVault } from './token-vault.ts';

const engagement = '01990000-0000-7000-8000-000000000001';
const token = 'eyJhbGciOiJIUzI1NiJ9.plum-ütf8-token';

const refusal = (code: ErrorCode) => (error: unknown) =>
  error instanceof DomainError && error.code === code && !error.message.includes('plum');

test('a sealed token opens again, and no two seals are alike', () => {
  const vault = createTokenVault(randomBytes(32));
  const sealed = vault.seal(token, engagement);
  assert.equal(vault.available, true);
  assert.equal(vault.open(sealed, engagement), token);
  assert.notEqual(vault.seal(token, engagement), sealed);
  assert.ok(!sealed.includes('plum') && !Buffer.from(sealed.split('.')[2]!, 'base64url').includes('plum'));
});

test('a sealed token is AES-256-GCM with a key of its own', () => {
  const key = randomBytes(32);
  const [version, keyId, body] = createTokenVault(key).seal(token, engagement).split('.') as [
    string,
    string,
    string,
  ];
  const bytes = Buffer.from(body, 'base64url');
  const derived = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'damson c2 token v1', 32));
  const decipher = createDecipheriv('aes-256-gcm', derived, bytes.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(['c2-token', version, keyId, engagement].join('\0')));
  decipher.setAuthTag(bytes.subarray(12, 28));
  assert.equal(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(), token);
});

test('the format stays readable by later versions', () => {
  const vault = createTokenVault(Buffer.alloc(32, 7));
  assert.equal(
    vault.open(
      'v1.88b27808a8711037.HCib26_mbAN7CIoNMnZY369H6YmBlYMS1mI5yTzR4hlb1GBFKPig217Erxo78MgugDoe',
      engagement,
    ),
    'made once and kept here',
  );
});

test('without a key everything is refused', () => {
  const vault = createTokenVault(null);
  assert.equal(vault.available, false);
  assert.throws(() => vault.seal(token, engagement), refusal('encryption_key_absent'));
  assert.throws(() => vault.open('v1.0000000000000000.AAAA', engagement), refusal('encryption_key_absent'));
});

test('a different key is distinguished from damage', () => {
  const sealed = createTokenVault(randomBytes(32)).seal(token, engagement);
  assert.throws(
    () => createTokenVault(randomBytes(32)).open(sealed, engagement),
    refusal('encryption_key_changed'),
  );
});

test('a token opens for its own engagement only', () => {
  const vault = createTokenVault(randomBytes(32));
  const sealed = vault.seal(token, engagement);
  assert.throws(() => vault.open(sealed, engagement.replace(/1$/, '2')), refusal('token_damaged'));
});

test('every altered byte and every other form is damage', () => {
  const vault = createTokenVault(randomBytes(32));
  const sealed = vault.seal(token, engagement);
  const [version, keyId, body] = sealed.split('.') as [string, string, string];
  const bytes = Buffer.from(body, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const altered = Buffer.from(bytes);
    altered[at]! ^= 1;
    assert.throws(
      () => vault.open(`${version}.${keyId}.${altered.toString('base64url')}`, engagement),
      refusal('token_damaged'),
    );
  }
  const forms = [
    '',
    'v1',
    sealed.slice(1),
    `v2.${keyId}.${body}`,
    `${version}.${keyId}.`,
    `${version}.${keyId}.AAAA`,
  ];
  forms.push(`${version}.${keyId}.${body.slice(0, 37)}`, `${sealed}\n`, `${sealed}.x`);
  for (const form of forms) assert.throws(() => vault.open(form, engagement), refusal('token_damaged'), form);
});

test('a key of another length is a mistake of the program', () => {
  assert.throws(() => createTokenVault(randomBytes(16)), RangeError);
});
