import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { GroupPatch } from './contract.ts';
import { listTouched } from './rules.ts';

describe('people that a change of a group touches', () => {
  const before = { permissions: ['mission.read', 'user.read'], member_ids: ['a', 'b'] } as const;
  const table: [change: Pick<GroupPatch, 'permissions' | 'member_ids'>, touched: string][] = [
    [{}, ''],
    [{ member_ids: ['b', 'a', 'a'] }, ''],
    [{ member_ids: ['a', 'c'] }, 'bc'],
    [{ member_ids: [] }, 'ab'],
    [{ permissions: ['user.read', 'mission.read'] }, ''],
    [{ permissions: ['user.read'] }, 'ab'],
    [{ permissions: ['user.read', 'user.read'] }, 'ab'],
    [{ permissions: ['user.read', 'catalog.sync'] }, 'ab'],
    [{ permissions: [], member_ids: ['a', 'c'] }, 'abc'],
    [{ permissions: ['mission.read', 'user.read'], member_ids: ['a'] }, 'b'],
  ];
  for (const [change, touched] of table) {
    it(`${JSON.stringify(change)}: ${touched === '' ? 'nobody' : touched}`, () => {
      const group = { permissions: [...before.permissions], member_ids: [...before.member_ids] };
      assert.equal(listTouched(group, change).toSorted().join(''), touched);
    });
  }
});
