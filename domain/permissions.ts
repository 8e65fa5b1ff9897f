export const roles = ['admin', 'redteam', 'soc'] as const;
export type Role = (typeof roles)[number];

/** In listing order. */
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

/** Permissions of each role without any group. */
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

/** Each of these is enough to read the roster, from which members are picked. */
export const rosterReaders = [
  'user.read',
  'mission.create',
  'mission.update',
] as const satisfies readonly Permission[];

/** Each is enough to import a file from another tool; permissions for its content are checked row by row. */
export const importers = [
  'test_template.create',
  'scenario_template.create',
  'mission.create',
  'mission.write_red_fields',
  'mission.write_blue_fields',
] as const satisfies readonly Permission[];

/** Each is enough to write shared data: remediations, assignments, tags. */
export const missionWriters = [
  'mission.update',
  'mission.write_red_fields',
  'mission.write_blue_fields',
] as const satisfies readonly Permission[];

/** Whether someone holds one of several alternative permissions. */
export function holdsOneOf(held: readonly Permission[], enough: readonly Permission[]): boolean {
  return enough.some((permission) => held.includes(permission));
}

/** The combined permissions of a role and of groups, in listing order. */
export function listEffectivePermissions(role: Role, fromGroups: Iterable<string>): Permission[] {
  const held = new Set<string>([...rolePermissions[role], ...fromGroups]);
  return permissions.filter((permission) => held.has(permission));
}

/** Someone's role, and all their permissions, including those from groups. */
type Holder = { role: Role; permissions: Iterable<Permission> };

/** Whether someone has every permission. */
export function isAdministrator(role: Role): boolean {
  return role === 'admin';
}

/** Finds the first given permission that the giver does not hold; undefined when they hold all. */
export function findNotHeld(giver: Holder, given: readonly Permission[]): Permission | undefined {
  if (isAdministrator(giver.role)) return undefined;
  const held = new Set(giver.permissions);
  return given.find((permission) => !held.has(permission));
}

/**
 * Only an administrator may create or change someone with another role, regardless of permissions: a role is worth more than its
 * permissions, because it decides who writes which side of a simulation.
 */
export function mayHandleRole(giver: Holder, role: Role): boolean {
  return isAdministrator(giver.role) || role === giver.role;
}

/**
 * Whether someone can create, or change, an account with this role and these permissions: nobody raises anyone above themselves.
 */
export function mayGive(giver: Holder, given: { role: Role; permissions: readonly Permission[] }): boolean {
  return mayHandleRole(giver, given.role) && findNotHeld(giver, given.permissions) === undefined;
}
