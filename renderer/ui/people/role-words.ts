import { type Role, roles } from '../../../domain/permissions.ts';

export const roleName: Record<Role, string> = {
  admin: 'Administrator',
  redteam: 'Red team',
  soc: 'SOC',
};

const roleMeaning: Record<Role, string> = {
  admin: 'holds every permission and sees every mission',
  redteam: 'plans missions and engagements and records the attack side',
  soc: 'records the defence side of what it is a member of',
};

export const roleChoices = roles.map((value) => ({
  value,
  label: roleName[value],
}));

export function describeRole(role: Role): string {
  return `${roleName[role]}: ${roleMeaning[role]}`;
}
