import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TOTP } from 'otpauth';
import type { SealingKeys } from '../../secrets.ts';
import { canOpenTotp, findStep, makeTotp, openTotp, sealTotp } from './totp.ts';

const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const user = '01990000-0000-7000-8000-000000000001';
const now = Date.UTC(2026, 10, 20, 9, 0, 12);
const step = Math.floor(now / 30_000);
const codeOf = (time: number) => new TOTP({ secret }).generate({ timestamp: time });

describe('a code of an authenticator app', () => {
  const rows: [what: string, seconds: number, found: number | null][] = [
    ['of this moment', 0, step],
    ['of the step before', -30, step - 1],
    ['of the step after', 30, step + 1],
    ['two steps old', -60, null],
    ['two steps early', 60, null],
    ['at the first moment of its step', -12, step],
    ['at the last moment of its step', 17.999, step],
    ['of yesterday', -86_400, null],
  ];
  for (const [what, seconds, found] of rows) {
    it(`${what} is ${found === null ? 'wrong' : `of step ${found - step}`}`, async () => {
      assert.equal(await findStep(secret, codeOf(now + seconds * 1000), now), found);
    });
  }

  it('is what RFC 6238 says', async () => {
    for (const [seconds, code] of [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [20_000_000_000, '353130'],
    ] as const) {
      assert.equal(await findStep(secret, code, seconds * 1000), Math.floor(seconds / 30));
    }
  });
});

describe('the secret of an authenticator app', () => {
  const keys = (...known: Buffer[]): SealingKeys => ({
    known: () => known,
    forSealing: () => known[0] as Buffer,
  });
  const [one, other] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

  it('has 160 bits and is random each time', async () => {
    const made = await makeTotp('eve@damson.test');
    assert.match(made.secret, /^[A-Z2-7]{32}$/);
    assert.notEqual((await makeTotp('eve@damson.test')).secret, made.secret);
    assert.equal(
      made.uri,
      `otpauth://totp/Damson:eve%40damson.test?issuer=Damson&secret=${made.secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('opens with any key that is there, for its own user', () => {
    const sealed = sealTotp(keys(one), secret, user);
    assert.ok(!sealed.includes(secret));
    assert.equal(openTotp(keys(other, one), sealed, user), secret);
    assert.equal(canOpenTotp(keys(other, one), sealed), true);
    assert.equal(canOpenTotp(keys(other), sealed), false);
    const refused = { code: 'encryption_key_changed' };
    assert.throws(() => openTotp(keys(other), sealed, user), refused);
    assert.throws(() => openTotp(keys(one), sealed, user.replace(/1$/, '2')), refused);
    assert.throws(() => openTotp(keys(), sealed, user), refused);
  });
});
