import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RemediationPatch } from './contract.ts';
import { followOwner } from './rules.ts';

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
