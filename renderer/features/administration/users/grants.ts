import type { Permission, Role } from '../../../../domain/permissions.ts';
import type { User } from '../../../../server/accounts/users/contract.ts';

type Holder = Pick<User, 'role' | 'permissions'>;

/** What each role holds without any group; held against the server's by a test. */
export const rolePermissions: Readonly<Record<Exclude<Role, 'admin'>, readonly Permission[]>> = {
  redteam: [
    'mission.read',
    'mission.create',
    'mission.update',
    'mission.archive',
    'mission.write_red_fields',
    'test_template.read',
    'test_template.create',
    'test_template.update',
    'test_template.delete',
    'scenario_template.read',
    'scenario_template.create',
    'scenario_template.update',
    'scenario_template.delete',
  ],
  soc: ['mission.read', 'mission.write_blue_fields', 'test_template.read', 'scenario_template.read'],
};

/** Who manages users without being an administrator hands on only what they hold themselves. */
export function mayGive(me: Holder, permissions: readonly Permission[]): boolean {
  return me.role === 'admin' || permissions.every((permission) => me.permissions.includes(permission));
}

export function mayGiveRole(me: Holder, role: Role): boolean {
  return me.role === 'admin' || (role !== 'admin' && mayGive(me, rolePermissions[role]));
}

/** The role that stands in a form at first: the least of those that may be given. */
export function firstRole(me: Holder): Role {
  return mayGiveRole(me, 'soc') ? 'soc' : 'redteam';
}

/** Whether an account may be changed at all: not when it holds more. */
export function mayTouch(me: Holder, user: Holder): boolean {
  return me.role === 'admin' || (user.role !== 'admin' && mayGive(me, user.permissions));
}
