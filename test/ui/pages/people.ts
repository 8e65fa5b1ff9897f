import type { Permission, Role } from '../../../domain/permissions.ts';

/** People with distinct permissions: the three roles, and people whose group adds to the role. */
export const people = {
  admin: { role: 'admin', adds: [] },
  redteam: { role: 'redteam', adds: [] },
  soc: { role: 'soc', adds: [] },
  planner: { role: 'soc', adds: ['mission.create', 'mission.update'] },
  librarian: {
    role: 'soc',
    adds: ['test_template.create', 'test_template.update', 'scenario_template.delete'],
  },
  keeper: { role: 'soc', adds: ['catalog.sync', 'system.manage'] },
  manager: { role: 'soc', adds: ['user.manage'] },
  purple: { role: 'redteam', adds: ['mission.write_blue_fields'] },
} as const satisfies Record<string, { role: Role; adds: readonly Permission[] }>;
export type Who = keyof typeof people;
export const everybody = Object.keys(people) as Who[];

/** Viewers of every page: one of each role. */
export const seesAll: readonly Who[] = ['admin', 'redteam', 'soc'];

export const reds: readonly Who[] = ['admin', 'redteam', 'purple'];
export const blues = everybody.filter((who) => who !== 'redteam');
export const socs = everybody.filter((who) => who !== 'redteam' && who !== 'purple');
export const planners: readonly Who[] = ['admin', 'redteam', 'planner', 'purple'];
export const authors: readonly Who[] = ['admin', 'redteam', 'purple', 'librarian'];
/** People who may create objects from imports. */
export const importers: readonly Who[] = everybody;
export const managers: readonly Who[] = ['admin', 'manager'];
export const keepers: readonly Who[] = ['admin', 'keeper'];
