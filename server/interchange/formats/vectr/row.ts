import { deriveDetectedAt, deriveLevel, summarise } from '../../../../domain/outcomes.ts';
import { blankFact, blankTest } from '../../exercise/blank.ts';
import { readMark } from '../../exercise/own-marks.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { unload } from '../../exercise/test-sections.ts';
import { type ToolList, toTool } from '../../exercise/tools.ts';
import type { KnownAttack } from '../../format.ts';
import type { PlannedFact, PlannedTest } from '../../plan.ts';
import type { LooseTimes } from '../../reading/loose-times.ts';
import {
  type Column,
  carried,
  findOutcomeWord,
  findSeverity,
  findStatus,
  kindOf,
  nameOutcome,
  type OutcomeWord,
  toLevel,
} from './words.ts';

export type RowContext = { attack: KnownAttack; times: LooseTimes; tools: ToolList };

/** Reads a cell of a test case; null for an empty one. */
export type ReadCell = (column: Column) => string | null;

/** Columns without a field in tests. */
const leftColumns: readonly (readonly [Column, label: string])[] = [
  ['CapecId', 'CAPEC'],
  ['ExpectedDetectionLayers', 'Expected detection layers'],
  ['References', 'References'],
  ['Liklihood', 'Likelihood'],
  ['Risk', 'Risk'],
  ['Internal/External', 'Internal or external'],
  ['Stealth', 'Stealth'],
  ['Attack Vector', 'Attack vector'],
  ['Attack Complexity', 'Attack complexity'],
  ['Privileges Required', 'Privileges required'],
  ['Attacker Tools', 'Attacker tools'],
];

/** Takes a test case of an environment's CSV, returns its test. */
export function readRow(
  cell: ReadCell,
  { row, sourceId, name }: Pick<PlannedTest, 'row' | 'sourceId' | 'name'>,
  { attack, times, tools }: RowContext,
): PlannedTest {
  const test = blankTest(row, sourceId, name);
  const { leftover, run } = test;
  const left = (label: string, text: string | null) => {
    if (text !== null) leftover.push(`${label}: ${text}`);
  };
  test.catalog_tags = tagWith(readTechnique(cell, attack, leftover), cell('Phase'), attack, leftover);
  test.tags = splitNames(cell('Tags'));
  test.expected_detection = cell('Detection Recommendations');
  run.source_host = cell('SourceIps');
  run.target_host = cell('TargetAssets');
  const time = (column: 'Start Time' | 'Stop Time' | 'Detection Time', into: string[]) =>
    readMoment(cell, column, times, into);
  const start = time('Start Time', leftover);
  run.ended_at = time('Stop Time', leftover);

  const outcome = readOutcome(cell, leftover);
  const lateTimes: string[] = [];
  const detected = time('Detection Time', lateTimes);
  run.facts = readFacts(cell, outcome, detected, tools, leftover);
  leftover.push(...lateTimes);
  const status = readStatus(cell, leftover);
  test.status = status === 'executed' && run.facts.length > 0 ? 'reviewed_by_blue' : status;
  if (status === 'executed') run.executed_at = start ?? run.ended_at;
  if (status !== 'executed' || run.ended_at !== null) run.started_at = start;
  run.detected_at = deriveDetectedAt(run.facts);
  if (run.facts.some(({ at }) => at !== null) === false && detected !== null)
    left('Detection time', detected);
  const level = toLevel(outcome);
  run.level = level === deriveLevel(summarise(run.facts)) ? null : level;
  for (const [column, label] of leftColumns)
    left(label, column === 'References' ? withoutMarks(cell(column)) : cell(column));

  const take = (column: keyof typeof carried) =>
    unload(
      cell(column),
      test,
      carried[column],
      (facts) => nameOutcome({ level: run.level, facts }) === outcome,
    );
  test.objective = take('Objective');
  test.command = take('Command');
  run.blue_comment = take('Outcome Notes');
  return test;
}

/** The references of a test case without its origin. */
function withoutMarks(references: string | null): string | null {
  if (references === null || !references.includes('damson:')) return references;
  const rest = references.split(/,\s*/).filter((one) => readMark(one.trim()) === null);
  return rest.join(', ') || null;
}

function splitNames(text: string | null): string[] {
  const names = text?.split(',').map((name) => name.trim()) ?? [];
  return [...new Set(names.filter((name) => name !== ''))];
}

function readTechnique(cell: ReadCell, attack: KnownAttack, leftover: string[]): string | null {
  const [id, method] = [cell('MitreID')?.trim() ?? null, cell('Method')];
  const isTechnique = id !== null && /^T\d{4}(?:\.\d{3})?$/i.test(id);
  const technique = isTechnique ? id.toUpperCase() : null;
  if (id !== null && !isTechnique) leftover.push(`MITRE ID: ${id}`);
  if (method !== null && method !== (technique === null ? null : attack.nameOf(technique)))
    leftover.push(`Method: ${method}`);
  return technique;
}

/** VECTR stores the epoch; a spreadsheet may have rounded it, but the text next to it still has the time. */
function readMoment(
  cell: ReadCell,
  column: 'Start Time' | 'Stop Time' | 'Detection Time',
  times: LooseTimes,
  leftover: string[],
): string | null {
  const epoch = times.read(cell(`${column} Epoch`), '', []);
  return epoch ?? times.read(cell(column) ?? cell(`${column} Epoch`), column, leftover);
}

function readStatus(cell: ReadCell, leftover: string[]): PlannedTest['status'] {
  const text = cell('Status') ?? 'NotPerformed';
  const status = findStatus(text);
  if (status === null) leftover.push(`Status: ${text}`);
  return status ?? 'pending';
}

/** A path starts with the outcome, then refines it after dots: `Alerted.Alerted_High`. */
function readOutcome(cell: ReadCell, leftover: string[]): OutcomeWord {
  const [path, text] = [cell('Outcome Path'), cell('Outcome')];
  const [first = '', ...rest] = path?.split('.') ?? [];
  const known = findOutcomeWord(first) ?? (text === null ? null : findOutcomeWord(text));
  if (text !== null && findOutcomeWord(text) === null) leftover.push(`Outcome: ${text}`);
  if (path !== null && (rest.length > 0 || findOutcomeWord(first) === null))
    leftover.push(`Outcome path: ${path}`);
  return known ?? 'TBD';
}

/** TBD means unknown, never missed. */
function readFacts(
  cell: ReadCell,
  outcome: OutcomeWord,
  detected: string | null,
  list: ToolList,
  leftover: string[],
): PlannedFact[] {
  const facts = new Map<PlannedFact['kind'], PlannedFact>();
  const add = (kind: PlannedFact['kind'], result: PlannedFact['result']) => {
    if (!facts.has(kind)) facts.set(kind, blankFact(kind, result));
  };
  const main = kindOf[outcome];
  if (main !== undefined) add(main, 'yes');
  readSeen(cell, 'Alert Triggered', (seen) => add('alerted', seen), leftover);
  readSeen(cell, 'Activity Logged', (seen) => add('logged', seen), leftover);
  if (outcome === 'None' || outcome === 'NotDetected') for (const kind of threeKinds) add(kind, 'no');
  if (outcome === 'N/A') for (const kind of threeKinds) add(kind, 'not_applicable');
  addSeverity(cell, facts.get('alerted'), leftover);

  const tools = splitNames(cell('DetectingTools'));
  const seen = main === undefined ? undefined : facts.get(main);
  if (seen === undefined || main === undefined) {
    if (tools.length > 0) leftover.push(`Detecting tools: ${tools.join(', ')}`);
    return sortFacts([...facts.values()]);
  }
  for (const name of tools) list.add(toTool(name));
  seen.at = detected;
  const names = tools.length === 0 ? [null] : tools;
  facts.delete(main);
  return sortFacts([...names.map((tool) => ({ ...seen, tool })), ...facts.values()]);
}

const threeKinds = ['prevented', 'alerted', 'logged'] as const;
const order: readonly PlannedFact['kind'][] = [...threeKinds, 'detected', 'responded'];

function sortFacts(facts: PlannedFact[]): PlannedFact[] {
  return facts.sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function readSeen(
  cell: ReadCell,
  column: 'Alert Triggered' | 'Activity Logged',
  add: (seen: 'yes' | 'no') => void,
  leftover: string[],
): void {
  const text = cell(column);
  const plain = text?.trim().toLowerCase() ?? 'tbd';
  if (plain === 'yes' || plain === 'no') add(plain);
  else if (plain !== 'tbd') leftover.push(`${column}: ${text}`);
}

function addSeverity(cell: ReadCell, alert: PlannedFact | undefined, leftover: string[]): void {
  const path = cell('Outcome Path')?.split(/[._]/).at(-1) ?? '';
  const text = cell('Alert Severity');
  const severity = (text === null ? null : findSeverity(text)) ?? findSeverity(path);
  if (alert?.result === 'yes') alert.severity = severity;
  const isSaid = text === null || text.trim().toLowerCase() === 'tbd';
  if (!isSaid && (alert?.result !== 'yes' || findSeverity(text) === null))
    leftover.push(`Alert severity: ${text}`);
}
