import {
  type ImportAction,
  type ImportedKind,
  type ImportFormat,
  type ImportStatus,
  importActions,
  type LibraryExport,
  type MissionExport,
} from '../../../domain/interchange.ts';
import type { ImportRow } from '../../../server/interchange/contract.ts';

/** What a format is called, which files hold it, and what they become. */
export const formatWords: Readonly<Record<ImportFormat, { name: string; files: string; becomes: string }>> = {
  atomic: { name: 'Atomic Red Team', files: 'YAML, or a zip of the folder', becomes: 'test templates' },
  damson: {
    name: 'Damson library',
    files: 'zip',
    becomes: 'test and scenario templates, missions with evidence',
  },
  purpleops: { name: 'PurpleOps', files: 'zip, JSON or CSV', becomes: 'a mission with its evidence' },
  vectr: {
    name: 'VECTR',
    files: 'CSV of an environment, YAML of a bundle',
    becomes: 'a mission; a bundle becomes templates',
  },
  caldera: {
    name: 'Caldera',
    files: 'YAML of adversaries and abilities, JSON report of an operation',
    becomes: 'templates; a report becomes a mission',
  },
  ctid: { name: 'CTID emulation plan', files: 'YAML', becomes: 'a scenario and its test templates' },
  attire: { name: 'ATTiRe', files: 'JSON', becomes: 'executions on the tests of a mission, or a mission' },
  ghostwriter: {
    name: 'Ghostwriter',
    files: 'CSV of an operation log',
    becomes: 'executions on the tests of a mission, or a mission',
  },
  navigator: { name: 'ATT&CK Navigator', files: 'JSON layer', becomes: 'a selection of techniques' },
  'attack-flow': { name: 'Attack Flow', files: 'JSON (STIX 2.1)', becomes: 'a scenario and its templates' },
  sigma: { name: 'Sigma', files: 'YAML rules', becomes: 'rules that expectations and facts can name' },
  csv: { name: 'Table of your own', files: 'CSV or XLSX', becomes: 'templates or tests, column by column' },
};

export const statusWords: Readonly<Record<ImportStatus, string>> = {
  reading: 'Being read',
  ready: 'Not imported yet',
  applying: 'Being imported',
  applied: 'Imported',
  undoing: 'Being undone',
  undone: 'Undone',
  refused: 'Refused',
  failed: 'Failed',
};

export const actionWords: Readonly<Record<ImportAction, string>> = {
  new: 'New',
  same: 'Same',
  changed: 'Changed',
  refused: 'Refused',
  left_out: 'Left out',
};

/** What becomes of rows; leaving some out is told where somebody has. */
export function listActions(totals: Readonly<Record<ImportAction, number>>): ImportAction[] {
  return importActions.filter((action) => action !== 'left_out' || totals.left_out > 0);
}

export const kindWords: Readonly<Record<ImportedKind, { one: string; many: string }>> = {
  test_template: { one: 'test template', many: 'test templates' },
  scenario_template: { one: 'scenario template', many: 'scenario templates' },
  mission: { one: 'mission', many: 'missions' },
  test: { one: 'test', many: 'tests' },
  remediation: { one: 'remediation', many: 'remediations' },
  execution: { one: 'execution', many: 'executions' },
  selection: { one: 'selection of techniques', many: 'selections of techniques' },
  rule: { one: 'detection rule', many: 'detection rules' },
};

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

type Made = { what: ImportedKind | null; object: ImportRow['object'] };

/** The page of what a row became; null where it has none. */
export function toObjectPath({ what, object }: Made): string | null {
  if (object === null) return null;
  const { id, mission_id } = object;
  switch (what) {
    case 'test_template':
      return `/templates/${id}`;
    case 'scenario_template':
      return `/templates/scenarios/${id}`;
    case 'mission':
      return `/missions/${id}`;
    case 'test':
    case 'execution':
      return mission_id === null ? null : `/missions/${mission_id}/tests/${id}`;
    case 'remediation':
      return mission_id === null ? null : `/missions/${mission_id}/remediation`;
    default:
      return null;
  }
}

type ExportChoice<Format> = { format: Format; name: string; sentence: string };
export type ExportChoices<Format> = readonly [ExportChoice<Format>, ...ExportChoice<Format>[]];

export const missionExportChoices: ExportChoices<MissionExport> = [
  {
    format: 'damson',
    name: 'Damson',
    sentence: 'A zip with everything, evidence too, to bring into another Damson.',
  },
  {
    format: 'purpleops',
    name: 'PurpleOps',
    sentence: 'A zip of the assessment with its evidence, which PurpleOps imports.',
  },
  { format: 'vectr', name: 'VECTR', sentence: 'A CSV with outcomes, times and tools of each test.' },
  {
    format: 'navigator',
    name: 'ATT&CK Navigator',
    sentence: 'Layers of the plan, of its outcomes and of what was covered.',
  },
  { format: 'attire', name: 'ATTiRe', sentence: 'A JSON log of each execution, without what blue recorded.' },
  {
    format: 'ghostwriter',
    name: 'Ghostwriter',
    sentence: 'A CSV of the operation log, without what blue recorded.',
  },
  { format: 'attack-flow', name: 'Attack Flow', sentence: 'The timeline as a flow, in STIX 2.1.' },
  { format: 'csv', name: 'CSV', sentence: 'A table with a row for each test, for a spreadsheet.' },
];

export const libraryExportChoices: ExportChoices<LibraryExport> = [
  {
    format: 'damson',
    name: 'Damson library',
    sentence: 'A zip with templates and scenarios, to bring into another Damson.',
  },
  {
    format: 'atomic',
    name: 'Atomic Red Team',
    sentence: 'A YAML for each technique; what came from Atomic goes out as it came.',
  },
];

/** What becomes of rows, in a line: "12 new, 1 refused". */
export function describeTotals(totals: Readonly<Record<ImportAction, number>>): string {
  const parts = importActions
    .filter((action) => totals[action] > 0)
    .map((action) => `${totals[action]} ${actionWords[action].toLowerCase()}`);
  return parts.length === 0 ? '–' : parts.join(', ');
}
