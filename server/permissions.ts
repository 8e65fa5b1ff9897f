import type { Permission, Role } from '../domain/permissions.ts';

/** The sentence shown beside each permission. */
export const permissionDescriptions: Readonly<Record<Permission, string>> = {
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
};

/** The token by which a program acts for a user; `missionId` is the only mission that it may touch. */
export type ProgramToken = { id: string; name: string; missionId: string | null };

/** Caller of a request: the live user behind a live session, or behind the token of a program. */
export type Principal = {
  id: string;
  /** The session, or the token of a program. */
  sessionId: string;
  displayName: string;
  role: Role;
  permissions: ReadonlySet<Permission>;
  token?: ProgramToken | undefined;
};

/** The author of a caller's writes, for work that outlives the request. */
export type CallerAuthor = Pick<Principal, 'id' | 'displayName' | 'token'>;
export function toAuthor({ id, displayName, token }: Principal): CallerAuthor {
  return { id, displayName, token };
}

/** Whether a caller's token is bound to one mission, outside of which it shows and writes nothing. */
export function isBound({ token }: Principal): boolean {
  return token !== undefined && token.missionId !== null;
}
