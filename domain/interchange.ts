import { isAdministrator, type Role } from './permissions.ts';

/** Formats of other tools, by their name in routes and the command. */
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
  'atomic-runner',
  'atomic-log',
  'cobalt-strike',
  'sliver',
  'mythic',
  'csv',
  'sigma',
] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Export formats of a mission. */
export const missionExports = [
  'vectr',
  'purpleops',
  'navigator',
  'attire',
  'ghostwriter',
  'attack-flow',
  'csv',
  'findings-csv',
  'xlsx',
  'atomic-runner',
  'bash',
  'powershell',
  'damson',
] as const;
export type MissionExport = (typeof missionExports)[number];

/** Formats that also take a single scenario. */
export const scenarioExports: readonly MissionExport[] = ['atomic-runner', 'bash', 'powershell'];

/** Export formats of the test library. */
export const libraryExports = ['atomic', 'damson'] as const satisfies readonly ImportFormat[];
export type LibraryExport = (typeof libraryExports)[number];

/** Action for a row of a file; `left_out` is a row that the importing person deselected. */
export const importActions = ['new', 'same', 'changed', 'refused', 'left_out'] as const;
export type ImportAction = (typeof importActions)[number];

/** Kinds of row in a file, by the object they create. */
export const importedKinds = [
  'test_template',
  'scenario_template',
  'mission',
  'test',
  'remediation',
  'finding',
  'execution',
  'selection',
  'rule',
] as const;
export type ImportedKind = (typeof importedKinds)[number];

/** Whether someone sees everyone's imports, and not only their own. */
export function seesEveryImport(role: Role): boolean {
  return isAdministrator(role);
}

/** `undone`: the created objects were removed. */
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

/** Objects that rows of a free table create. */
export const tableTargets = ['templates', 'tests'] as const;
export type TableTarget = (typeof tableTargets)[number];
