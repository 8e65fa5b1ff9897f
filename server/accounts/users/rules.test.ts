import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Role } from '../../../domain/permissions.ts';
import { removesAdmin } from './rules.ts';

describe('taking away an active administrator', () => {
  const user = (text: string) => {
    const [role, state] = text.split(' ');
    return { role: role as Role, is_active: state !== 'inactive' };
  };
  const table: [before: string, after: string | null, removes: boolean][] = [
    ['admin', 'admin', false],
    ['admin', 'soc', true],
    ['admin', 'admin inactive', true],
    ['admin', null, true],
    ['admin inactive', 'soc', false],
    ['admin inactive', null, false],
    ['soc', 'admin', false],
    ['redteam', null, false],
  ];
  for (const [before, after, removes] of table) {
    it(`${before} becomes ${after ?? 'nobody'}: ${removes}`, () => {
      assert.equal(removesAdmin(user(before), after === null ? null : user(after)), removes);
    });
  }
});
