import type { Permission, Role } from './permissions.ts';

/** The two sides of a mission; a permission decides who writes for each. */
export const sides = ['red', 'blue'] as const;
export type Side = (typeof sides)[number];

export const writePermission: Readonly<Record<Side, Permission>> = {
  red: 'mission.write_red_fields',
  blue: 'mission.write_blue_fields',
};

/** The default side of evidence: blue for people who may write both. */
export function defaultSide(permissions: ReadonlySet<Permission>): Side {
  return permissions.has(writePermission.blue) ? 'blue' : 'red';
}

/** Roles that plan engagements and record the red side of a simulation. */
export const redRoles: readonly Role[] = ['admin', 'redteam'];
/** Roles that record the SOC side of a simulation. */
export const socRoles: readonly Role[] = ['admin', 'soc'];

/** The two sides of a simulation, and the roles that write for each. */
export const simulationSides = ['red', 'soc'] as const;
export type SimulationSide = (typeof simulationSides)[number];
export const rolesOfSimulationSide: Readonly<Record<SimulationSide, readonly Role[]>> = {
  red: redRoles,
  soc: socRoles,
};

/** The default side of evidence: people who may write for both usually review. */
export function defaultSimulationSide(role: Role): SimulationSide {
  return socRoles.includes(role) ? 'soc' : 'red';
}
