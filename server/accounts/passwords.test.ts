import assert from 'node:assert/strict';
import { it } from 'node:test';
import { hashPassword, passwordMatches } from './passwords.ts';

it('a password is hashed by argon2id with 19 MiB and two passes, each time with a new salt', async () => {
  const first = await hashPassword('correct horse battery');
  const second = await hashPassword('correct horse battery');
  for (const hash of [first, second]) assert.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(first, second);
});

it('a password matches only its own hash, and none where there is none', async () => {
  const hash = await hashPassword('correct horse battery');
  assert.equal(await passwordMatches(hash, 'correct horse battery'), true);
  assert.equal(await passwordMatches(hash, 'correct horse batterY'), false);
  assert.equal(await passwordMatches(null, 'correct horse battery'), false);
});
