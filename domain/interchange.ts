import { isAdministrator, type Role } from './permissions.ts';

/** What Damson reads and writes for other tools, by the name that routes and the command know it by. */
export const importFormats = [
  'atomic',
  'damson',
  'vectr',
  'purpleops',
  'attire',
  'ghostwriter',
  'caldera',
  'ctid',
  'navigator',
  'attack-flow',
  'csv',
  'sigma',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** What a mission goes out as. */
export const missionExports = [
  'vectr',
  'purpleops',
  'navigator',
  'attire',
  'ghostwriter',
  'attack-flow',
  'csv',
  'damson',
] as const satisfies readonly ImportFormat[];
export type MissionExport = (typeof missionExports)[number];

/** What the library of test templates goes out as. */
export const libraryExports = ['atomic', 'damson'] as const satisfies readonly ImportFormat[];
export type LibraryExport = (typeof libraryExports)[number];

/** What becomes of a row of a file; `left_out` is what the person who imported it did not want. */
export const importActions = ['new', 'same', 'changed', 'refused', 'left_out'] as const;
export type ImportAction = (typeof importActions)[number];

/** What a row of a file is, by what it becomes. */
export const importedKinds = [
  'test_template',
  'scenario_template',
  'mission',
  'test',
  'remediation',
  'execution',
  'selection',
  'rule',
] as const;
export type ImportedKind = (typeof importedKinds)[number];

/** Whether somebody sees everybody's imports, and not their own alone. */
export function seesEveryImport(role: Role): boolean {
  return isAdministrator(role);
}

/** `undone`: what it made is gone again. */
export const importStatuses = [
  'reading',
  'ready',
  'applying',
  'applied',
  'undoing',
  'undone',
  'refused',
  'failed',
] as const;
export type ImportStatus = (typeof importStatuses)[number];

/** What the rows of a table of one's own become. */
export const tableTargets = ['templates', 'tests'] as const;
export type TableTarget = (typeof tableTargets)[number];
