import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RemediationPatch } from './contract.ts';
import { followOwner, followVerification } from './rules.ts';

describe('the owner of a remediation', () => {
  const ann = { id: 'ann', display_name: 'Ann' };
  const nobody = { owner_id: null, owner_text: null };
  const bob = { owner_id: 'bob', owner_text: null };
  const team = { owner_id: null, owner_text: 'Network team' };
  const table: [present: typeof bob | typeof team | typeof nobody, RemediationPatch, expected: unknown][] = [
    [nobody, {}, nobody],
    [bob, {}, bob],
    [team, {}, team],
    [nobody, { owner: ann }, { owner_id: 'ann', owner_text: null }],
    [team, { owner: ann }, { owner_id: 'ann', owner_text: null }],
    [bob, { owner_text: 'Network team' }, team],
    [bob, { owner: null, owner_text: 'Network team' }, team],
    [team, { owner: ann, owner_text: null }, { owner_id: 'ann', owner_text: null }],
    [bob, { owner: ann, owner_text: '' }, { owner_id: 'ann', owner_text: null }],
    [bob, { owner: null }, nobody],
    [team, { owner: null }, team],
    [bob, { owner_text: null }, bob],
    [team, { owner_text: '' }, nobody],
    [team, { owner: null, owner_text: null }, nobody],
  ];
  for (const [present, change, expected] of table) {
    it(`${JSON.stringify(present)} with ${JSON.stringify(change)} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(followOwner(present, change), expected);
    });
  }

  it('is not both a user and a text', () => {
    assert.throws(() => followOwner(nobody, { owner: ann, owner_text: 'Network team' }), {
      code: 'invalid',
      errors: [{ path: 'owner_text', message: 'is given together with owner' }],
    });
  });
});

describe('the run that verifies a remediation', () => {
  const run = { test_id: 'a', number: 2 };
  const plain = { status: 'fixed' as const, test_ids: ['a', 'b'], verified_by_run: null };
  const verified = { status: 'verified' as const, test_ids: ['a', 'b'], verified_by_run: run };
  const table: [present: typeof plain | typeof verified, RemediationPatch, expected: typeof run | null][] = [
    [plain, {}, null],
    [plain, { status: 'verified' }, null],
    [plain, { status: 'verified', verified_by_run: run }, run],
    [plain, { status: 'open', verified_by_run: null }, null],
    [verified, { title: 'x' }, run],
    [verified, { verified_by_run: { test_id: 'b', number: 3 } }, { test_id: 'b', number: 3 }],
    [verified, { verified_by_run: null }, null],
    [verified, { status: 'open' }, null],
    [verified, { test_ids: ['a'] }, run],
    [verified, { test_ids: ['b'] }, null],
  ];
  for (const [present, change, expected] of table) {
    it(`${JSON.stringify(present)} with ${JSON.stringify(change)} is ${JSON.stringify(expected)}`, () => {
      assert.deepEqual(followVerification(present, change), expected);
    });
  }

  const refusals: [RemediationPatch, path: string][] = [
    [{ verified_by_run: run }, 'verified_by_run'],
    [{ status: 'verified', verified_by_run: { test_id: 'c', number: 1 } }, 'verified_by_run.test_id'],
    [{ status: 'verified', test_ids: ['b'], verified_by_run: run }, 'verified_by_run.test_id'],
  ];
  for (const [change, path] of refusals) {
    it(`is not ${JSON.stringify(change)}`, () => {
      assert.throws(
        () => followVerification(plain, change),
        ({ code, errors }) => code === 'invalid' && errors[0].path === path,
      );
    });
  }
});
