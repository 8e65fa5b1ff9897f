import { readExit } from '../../../../domain/exit-codes.ts';
import { attackResults, type TestStatus, testStatuses } from '../../../../domain/missions.ts';
import { factKinds, factResults, levelKeys, severities } from '../../../../domain/outcomes.ts';
import { blankProcedure } from '../../../../domain/procedures.ts';
import { opsecLevels } from '../../../../domain/templates.ts';
import { blueFields, mapFields, type PlainField, redFields } from '../../../../domain/test-record.ts';
import { variableName } from '../../../../domain/variables.ts';
import { blankFact } from '../../exercise/blank.ts';
import { readExpectations, readFacts } from '../../exercise/fact-lines.ts';
import * as fileWords from '../../exercise/file-words.ts';
import { tagWith } from '../../exercise/tactics.ts';
import type { KnownAttack } from '../../format.ts';
import type { PlannedFact, PlannedProcedure, PlannedRun, PlannedTemplate, PlannedTest } from '../../plan.ts';
import type { LooseTimes } from '../../reading/loose-times.ts';
import { findTags } from '../../reading/values.ts';
import type { Cells } from './columns.ts';
import { columnOf, labelOf } from './fields.ts';

export type RowContext = {
  attack: KnownAttack;
  times: LooseTimes;
  /** Earlier occurrences of the keys of rows without an id. */
  occurrences: Map<string, number>;
  /** Rows with an id so far, by id, as the text of all their cells. */
  ids: Map<string, Set<string>>;
  /** Zones of time columns, by field. */
  zones: ReadonlyMap<string, string | null>;
};

export function readTemplate(
  row: Cells,
  place: string,
  leftover: string[],
  context: RowContext,
): PlannedTemplate {
  const procedure = readProcedure(row, leftover, context);
  const [technique = ''] = procedure.catalog_tags;
  const sourceId = identify(row, [technique, procedure.name], context);
  return { row: place, sourceId, leftover, ...procedure, source: readShort(row, 'source') };
}

export function readTest(
  row: Cells,
  place: string,
  leftover: string[],
  context: RowContext,
  fallback: string,
): PlannedTest {
  const procedure = readProcedure(row, leftover, context);
  const run = readRun(row, leftover, context);
  const names = [readShort(row, 'mission') ?? fallback, readShort(row, 'scenario') ?? '', procedure.name];
  const sourceId = identify(row, names, context);
  const status = readStatus(row, run, leftover);
  return { row: place, sourceId, leftover, ...procedure, status, run, closed_runs: [] };
}

/**
 * Identity of a row: its id. If an earlier row has the same one (for example that of a procedure or a technique), name, time and
 * place of execution tell the two apart; only an identical row is a repetition.
 */
function identify(row: Cells, names: readonly string[], context: RowContext): string {
  const id = readShort(row, 'id');
  if (id === null) return toId(names, context);
  const before = context.ids.get(id) ?? new Set();
  const whole = JSON.stringify([...row]);
  const isOther = before.size > 0 && !before.has(whole);
  context.ids.set(id, before.add(whole));
  const run = ['executed_at', 'started_at', 'target_host'].flatMap((field) => readShort(row, field) ?? []);
  return isOther ? toId([id, ...names, ...run], context) : id;
}

/** Rows without an id are identified by their name, and a count of that name. */
function toId(names: readonly string[], { occurrences }: RowContext): string {
  const known = names.join('/').slice(0, 400);
  const count = (occurrences.get(known) ?? 0) + 1;
  occurrences.set(known, count);
  return count === 1 ? known : `${known} (${count})`;
}

function readProcedure(row: Cells, leftover: string[], { attack }: RowContext): PlannedProcedure {
  const written = row.get('expectations');
  const expectations = written === undefined ? [] : readExpectations(written);
  if (expectations === null) keep(row, 'expectations', leftover);
  return {
    ...blankProcedure(readShort(row, 'name') ?? ''),
    description: readLong(row, 'description'),
    objective: readLong(row, 'objective'),
    procedure: readLong(row, 'procedure'),
    command: readLong(row, 'command'),
    cleanup_command: readLong(row, 'cleanup_command'),
    expected_detection: readLong(row, 'expected_detection'),
    platforms: readList(row, 'platforms'),
    opsec: readWord(row, 'opsec', opsecWords, leftover),
    tags: readList(row, 'tags'),
    catalog_tags: readTags(row, attack, leftover),
    expectations: expectations ?? [],
    variables: readVariables(row, leftover),
  };
}

function readTags(row: Cells, attack: KnownAttack, leftover: string[]): string[] {
  const tags = findTags(row.get('techniques') ?? '');
  if (row.has('techniques') && tags.length === 0) keep(row, 'techniques', leftover);
  const ids = findTags(row.get('tactics') ?? '');
  const names = ids.length > 0 ? [] : readList(row, 'tactics');
  const technique = tags.find((tag) => !tag.startsWith('TA')) ?? null;
  const tactics = names.flatMap((name) => tagWith(technique, name, attack, leftover));
  return [...new Set([...tags, ...ids, ...tactics])];
}

function readVariables(row: Cells, leftover: string[]): Record<string, string> {
  const variables = new Map<string, string>();
  for (const line of (row.get('variables') ?? '').split(/\r?\n/)) {
    const at = line.indexOf('=');
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (variableName.test(name) && name !== '__proto__') variables.set(name, line.slice(at + 1));
    else if (line.trim() !== '') leftover.push(`${labelOf('variables')}: ${line}`);
  }
  return Object.fromEntries(variables);
}

function readRun(row: Cells, leftover: string[], { times, zones }: RowContext): PlannedRun {
  const readTime = (field: string) =>
    times.read(row.get(field) ?? null, labelOf(field), leftover, zones.get(field) ?? null);
  const exit = readExit(readShort(row, 'exit_code'));
  leftover.push(...exit.leftover);
  const readers = {
    text: ({ field }: { field: PlainField }) => readLong(row, columnOf(field)),
    moment: ({ field }: { field: PlainField }) => readTime(field),
  };
  return {
    ...mapFields(redFields, {
      ...readers,
      line: ({ field }) => readShort(row, field),
      attack_result: ({ field }) => readWord(row, field, attackWords, leftover) ?? exit.result,
    }),
    level: readWord(row, 'level', levelWords, leftover),
    ...mapFields(blueFields, readers),
    facts: [...readWrittenFacts(row, leftover), ...readFactsOfColumns(row, leftover, readTime('alerted_at'))],
    evidence: [],
  };
}

/** Facts in the form of our own table. */
function readWrittenFacts(row: Cells, leftover: string[]): PlannedFact[] {
  const written = row.get('facts');
  const facts = written === undefined ? [] : readFacts(written);
  if (facts === null) keep(row, 'facts', leftover);
  return facts ?? [];
}

/** A fact for each kind with a filled column: rule, severity and time belong to the alert, the tool to all. */
function readFactsOfColumns(row: Cells, leftover: string[], alertedAt: string | null): PlannedFact[] {
  const [tool = null, ...others] = readList(row, 'tool');
  const facts = factKinds.flatMap((kind) => {
    const result = readWord(row, kind, resultWords, leftover);
    return result === null ? [] : [{ ...blankFact(kind, result), tool }];
  });
  const alert = facts.find(({ kind }) => kind === 'alerted');
  if (alert !== undefined) {
    alert.at = alertedAt;
    alert.rule_name = readShort(row, 'rule_name');
    alert.severity = readWord(row, 'severity', severityWords, leftover);
  }
  const lost = [
    ...(facts.length === 0 ? ['tool'] : []),
    ...(alert === undefined ? ['rule_name', 'severity', 'alerted_at'] : []),
  ];
  for (const field of lost) keep(row, field, leftover);
  if (facts.length > 0 && others.length > 0) leftover.push(`${labelOf('tool')}: ${others.join('; ')}`);
  return facts;
}

function readStatus(row: Cells, run: PlannedRun, leftover: string[]): TestStatus {
  const status = readWord(row, 'status', statusWords, leftover);
  if (status !== null) return status;
  const { executed_at, output, level, facts } = run;
  return executed_at !== null || output !== null || level !== null || facts.length > 0
    ? 'executed'
    : 'pending';
}

const plain = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');

function toWords<Word extends string>(
  words: readonly Word[],
  names: Readonly<Record<Word, string>> | null,
  others: Readonly<Record<string, Word>> = {},
): ReadonlyMap<string, Word> {
  const own = words.flatMap((word): [string, Word][] => [
    [plain(word), word],
    [plain(names?.[word] ?? word), word],
  ]);
  return new Map([...own, ...Object.entries(others)]);
}

const opsecWords = toWords(opsecLevels, null);
const severityWords = toWords(severities, null, { info: 'informational' });
const statusWords = toWords(testStatuses, fileWords.statusWords, {
  planned: 'pending',
  open: 'pending',
  'to do': 'pending',
  todo: 'pending',
  'not started': 'pending',
  'not performed': 'skipped',
  done: 'executed',
  run: 'executed',
  completed: 'executed',
  complete: 'executed',
  finished: 'executed',
  reviewed: 'reviewed_by_blue',
});
const attackWords = toWords(attackResults, fileWords.attackWords, {
  success: 'succeeded',
  successful: 'succeeded',
  yes: 'succeeded',
  partial: 'partly',
  partially: 'partly',
  failure: 'failed',
  fail: 'failed',
  unsuccessful: 'failed',
  no: 'failed',
});
const levelWords = toWords(levelKeys, fileWords.levelWords, { missed: 'not_detected', blocked: 'prevented' });
const resultWords = toWords(factResults, fileWords.resultWords, {
  y: 'yes',
  true: 'yes',
  1: 'yes',
  x: 'yes',
  partially: 'partial',
  partly: 'partial',
  n: 'no',
  false: 'no',
  0: 'no',
  'n/a': 'not_applicable',
  na: 'not_applicable',
  tbd: 'not_tested',
});

/** A value outside the list goes to `leftover`. */
function readWord<Word extends string>(
  row: Cells,
  field: string,
  words: ReadonlyMap<string, Word>,
  leftover: string[],
): Word | null {
  const word = words.get(plain(row.get(field) ?? '')) ?? null;
  if (word === null) keep(row, field, leftover);
  return word;
}

function readLong(row: Cells, field: string): string | null {
  return row.get(field) ?? null;
}

function readShort(row: Cells, field: string): string | null {
  return row.get(field)?.trim() ?? null;
}

function readList(row: Cells, field: string): string[] {
  const items = (row.get(field) ?? '').split(/[;\n\r]+/).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}

function keep(row: Cells, field: string, leftover: string[]): void {
  const text = row.get(field);
  if (text !== undefined) leftover.push(`${labelOf(field)}: ${text}`);
}
