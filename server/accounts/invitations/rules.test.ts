import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEffectivePermissions, type Permission, type Role } from '../../../domain/permissions.ts';
import { mayStillInvite } from './rules.ts';

describe('whether who made an invitation may still make it', () => {
  const person = (role: Role, extra: readonly Permission[] = []) => ({
    role,
    permissions: listEffectivePermissions(role, extra),
  });
  const maker = (role: Role, extra?: readonly Permission[], is_active = true) => ({
    ...person(role, extra),
    is_active,
  });
  const table: [
    what: string,
    Parameters<typeof mayStillInvite>[0],
    ReturnType<typeof person>,
    may: boolean,
  ][] = [
    ['an administrator', maker('admin'), person('admin'), true],
    ['an administrator, with a group', maker('admin'), person('soc', ['system.manage']), true],
    ['nobody any more', null, person('soc'), false],
    ['inactive', maker('admin', [], false), person('soc'), false],
    ['a former administrator', maker('soc'), person('soc'), false],
    ['one who manages users', maker('redteam', ['user.manage']), person('redteam'), true],
    ['the same, inactive', maker('redteam', ['user.manage'], false), person('redteam'), false],
    ['one who manages users no more', maker('redteam'), person('redteam'), false],
    [
      'one who manages users, for an administrator',
      maker('redteam', ['user.manage']),
      person('admin'),
      false,
    ],
    [
      'one who manages users, with a group of more',
      maker('redteam', ['user.manage']),
      person('redteam', ['catalog.sync']),
      false,
    ],
  ];
  for (const [what, who, given, may] of table) {
    it(`${what}: ${may}`, () => assert.equal(mayStillInvite(who, given), may));
  }
});
