import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listEffectivePermissions, type Permission, type Role } from '../../../../domain/permissions.ts';
import { mayGiveRole } from './grants.ts';

const holder = (role: Role, adds: readonly Permission[] = []) => ({
  role,
  permissions: listEffectivePermissions(role, adds),
});

test('a person who manages users hands on no more than they hold, and no other role', () => {
  const manager = holder('soc', ['user.manage']);
  const both = holder('redteam', ['user.manage', 'mission.write_blue_fields']);
  const roles: readonly Role[] = ['admin', 'redteam', 'soc'];
  const given = (me: ReturnType<typeof holder>) => roles.filter((role) => mayGiveRole(me, role));
  assert.deepEqual(given(holder('admin')), ['admin', 'redteam', 'soc']);
  assert.deepEqual(given(manager), ['soc']);
  assert.deepEqual(given(both), ['redteam']);
});
