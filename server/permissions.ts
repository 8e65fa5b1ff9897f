export const roles = ['admin', 'redteam', 'soc'] as const;
export type Role = (typeof roles)[number];

/** Every permission with the sentence shown beside it, in the order they are listed. */
export const permissionDescriptions = {
  'catalog.sync': 'Load or synchronise the ATT&CK catalogue',
  'mission.read': 'Read the missions one is a member of',
  'mission.create': 'Create missions',
  'mission.update': 'Change missions, their members and their progress',
  'mission.archive': 'Archive and delete missions',
  'mission.write_red_fields': 'Record the attack side of a test',
  'mission.write_blue_fields': 'Record the defence side of a test',
  'user.read': 'Read the roster of users',
  'test_template.read': 'Read test templates',
  'test_template.create': 'Create test templates',
  'test_template.update': 'Change test templates',
  'test_template.delete': 'Delete test templates',
  'scenario_template.read': 'Read scenario templates',
  'scenario_template.create': 'Create scenario templates',
  'scenario_template.update': 'Change scenario templates',
  'scenario_template.delete': 'Delete scenario templates',
  'user.manage': 'Manage users, groups and invitations',
  'system.manage': 'Manage the server itself',
} as const;

export type Permission = keyof typeof permissionDescriptions;
export const permissions = Object.keys(permissionDescriptions) as [Permission, ...Permission[]];

export const rolePermissions: Record<Role, readonly Permission[]> = {
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

/** Who a request is served for: the live user behind a live session. */
export type Principal = {
  id: string;
  sessionId: string;
  displayName: string;
  role: Role;
  permissions: ReadonlySet<Permission>;
};
