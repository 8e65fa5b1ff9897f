import type { Permission } from '../../domain/permissions.ts';
import { redRoles, socRoles, writePermission } from '../../domain/sides.ts';
import { isBound, type Principal, type ProgramToken } from '../permissions.ts';
import type { Route } from './route.ts';

type Asked = Pick<Route, 'path' | 'access' | 'programs'>;

/** Whether a caller's token is for this operation, which its owner may call; true for a person. */
export function mayTokenCall(route: Asked, user: Principal): boolean {
  const { programs } = route;
  if (user.token === undefined || programs === 'always') return true;
  if (programs === 'never' || (isBound(user) && !isOfOneMission(route))) return false;
  if (programs === undefined) return true;
  if (programs === 'side') return listSideScopes(user).every((scope) => user.permissions.has(scope));
  return programs.some((scope) => user.permissions.has(scope));
}

/** The role of an owner decides the sides they write of a simulation, so a token needs the scope of each. */
function listSideScopes({ role }: Principal): Permission[] {
  return [
    ...(redRoles.includes(role) ? [writePermission.red] : []),
    ...(socRoles.includes(role) ? [writePermission.blue] : []),
  ];
}

/** Whether an operation reads and writes one mission only, which its path names. */
function isOfOneMission({ path, access }: Asked): boolean {
  return /^\/missions\/:mission_id\b|^\/evidence\/:evidence_id\b/.test(path) && access !== 'mission.create';
}

/** Whether a path names a mission other than the one that a token is bound to. */
export function namesOtherMission(
  { mission_id, earlier_id }: Readonly<Record<string, string>>,
  token: ProgramToken | undefined,
): boolean {
  const bound = token?.missionId ?? null;
  if (bound === null) return false;
  return [mission_id, earlier_id].some((id) => id !== undefined && id.toLowerCase() !== bound);
}
