import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listEffectivePermissions, type Permission, type Role } from '../../../domain/permissions.ts';
import { mayChange, removesAdmin } from './rules.ts';

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

describe('changing an account', () => {
  const holder = (role: Role, extra: readonly Permission[] = []) => ({
    role,
    permissions: listEffectivePermissions(role, extra),
  });
  const account = (role: Role, extra?: readonly Permission[], seesMore = false) => ({
    ...holder(role, extra),
    seesMore,
  });
  const everything = holder('redteam', ['user.manage', ...holder('admin').permissions]);
  const red = holder('redteam', ['user.manage', 'catalog.sync']);
  const table: [string, ReturnType<typeof holder>, ReturnType<typeof account>, may: boolean][] = [
    ['an administrator, another one', holder('admin'), account('admin'), true],
    ['an administrator, who sees other missions', holder('admin'), account('soc', [], true), true],
    ['a manager, one like themselves', red, account('redteam', ['user.manage']), true],
    ['a manager, one who holds less', red, account('redteam'), true],
    ['a manager, one who holds more', red, account('redteam', ['system.manage']), false],
    ['a manager, one who sees more', red, account('redteam', [], true), false],
    ['a manager, the other side', red, account('soc'), false],
    ['a manager, an administrator', red, account('admin'), false],
    ['who holds everything, the other side', everything, account('soc'), false],
    ['who holds everything, an administrator', everything, account('admin'), false],
    ['who holds everything, one of their own side', everything, account('redteam', ['system.manage']), true],
  ];
  for (const [what, actor, target, may] of table) {
    it(`${what}: ${may}`, () => assert.equal(mayChange(actor, target), may));
  }
});
