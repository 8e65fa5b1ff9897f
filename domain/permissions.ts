export const roles = ['admin', 'redteam', 'soc'] as const;
export type Role = (typeof roles)[number];

/** In the order they are listed. */
export const permissions = [
  'catalog.sync',
  'mission.read',
  'mission.create',
  'mission.update',
  'mission.archive',
  'mission.write_red_fields',
  'mission.write_blue_fields',
  'user.read',
  'test_template.read',
  'test_template.create',
  'test_template.update',
  'test_template.delete',
  'scenario_template.read',
  'scenario_template.create',
  'scenario_template.update',
  'scenario_template.delete',
  'user.manage',
  'system.manage',
] as const;
export type Permission = (typeof permissions)[number];

/** What each role holds without any group. */
export const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  admin: permissions,
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

/** The permissions of a role and of groups together, in the order they are listed. */
export function listEffectivePermissions(role: Role, fromGroups: Iterable<string>): Permission[] {
  const held = new Set<string>([...rolePermissions[role], ...fromGroups]);
  return permissions.filter((permission) => held.has(permission));
}

/** Someone's role, and everything they hold through it and through groups. */
type Holder = { role: Role; permissions: Iterable<Permission> };

/** Who manages users gives only what they hold: the first permission that is not, undefined when all are. */
export function findNotHeld(giver: Holder, given: readonly Permission[]): Permission | undefined {
  if (giver.role === 'admin') return undefined;
  const held = new Set(giver.permissions);
  return given.find((permission) => !held.has(permission));
}

/**
 * Only an administrator makes, or changes, somebody of another role, whatever others hold: a role is worth more than its
 * permissions, it decides who writes which side of a simulation.
 */
export function mayHandleRole(giver: Holder, role: Role): boolean {
  return giver.role === 'admin' || role === giver.role;
}
