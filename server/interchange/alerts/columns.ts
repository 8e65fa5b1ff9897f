import type { SentAlert } from '../../missions/alerts/contract.ts';
import { type Cells, countColumns } from '../formats/csv/columns.ts';
import { type DateOrder, readLooseTime } from '../reading/loose-times.ts';
import { findTags } from '../reading/values.ts';
import { shiftTo } from '../reading/zones.ts';
import { alertFields, severityWords } from './fields.ts';

/** Number of these that are possible heads of a table of alerts. */
export const countAlertHeads = (cells: readonly string[]): number => countColumns(cells, alertFields);

/** An alert is known by one of these. */
export const naming = ['title', 'rule_name', 'rule_id', 'message'];

/** A value of a row that its field can't hold. */
export type WrongValue = { field: string; value: string; why: string };

export type RowReading = {
  order: DateOrder;
  /** Of times without one, where the head of their column names none. */
  zone: string;
  /** By field. */
  zones: ReadonlyMap<string, string | null>;
};

export type ReadRow = { alert: SentAlert; wrong: WrongValue[]; lacksZone: boolean };

const nothing = /^(?:none|null|nan|n\/?a|-|unknown)?$/i;
const longestTitle = 200;

/** Takes the cells of a row, returns its alert, the values that can't be read, and whether a time has no zone. Refuses nothing. */
export function readRow(cells: Cells, { order, zone, zones }: RowReading): ReadRow {
  const wrong: WrongValue[] = [];
  let lacksZone = false;
  const text = (name: string): string | undefined => {
    const cell = cells.get(name)?.trim() ?? '';
    return nothing.test(cell) ? undefined : cell;
  };
  const parse = <T>(name: string, read: (cell: string) => T | undefined, why: string): T | undefined => {
    const cell = text(name);
    const value = cell === undefined ? undefined : read(cell);
    if (cell !== undefined && value === undefined) wrong.push({ field: name, value: cell, why });
    return value;
  };
  const time = (name: string): string | undefined =>
    parse(
      name,
      (cell) => {
        const found = readLooseTime(cell, order);
        if (found === null || found.hasZone) return found?.at;
        const own = zones.get(name) ?? 'local';
        if (own === 'local') lacksZone = true;
        return shiftTo(found.at, own === 'local' ? zone : own);
      },
      'It is no time, or its day could be its month',
    );
  const pid = (name: string): string | undefined =>
    parse(
      name,
      (cell) => (/^(?:\d{1,10}|0x[\da-f]{1,8})$/i.test(cell) ? cell : undefined),
      'It is no process ID',
    );
  const message = text('message')?.split('\n', 1)[0]?.slice(0, longestTitle);
  const alert: SentAlert = {
    source: text('source') ?? 'table',
    external_id: text('id'),
    occurred_at: time('occurred_at'),
    recorded_at: time('recorded_at'),
    title: text('title') ?? text('rule_name') ?? message,
    rule_name: text('rule_name'),
    rule_id: text('rule_id'),
    severity: parse('severity', readSeverity, 'It is no severity'),
    hosts: [...listItems(text('hosts')), ...listItems(text('addresses'))],
    users: listItems(text('users')),
    process: { id: pid('process_id'), command_line: text('command_line'), parent: { id: pid('parent_id') } },
    techniques: parse('techniques', readTechniques, 'It names no technique') ?? [],
    url: text('url'),
  };
  return { alert, wrong, lacksZone };
}

/** Whether a row says which alert it is. */
export function isNamed(cells: Cells): boolean {
  return naming.some((name) => !nothing.test(cells.get(name)?.trim() ?? ''));
}

function readTechniques(cell: string): string[] | undefined {
  const tags = findTags(cell);
  return tags.length === 0 ? undefined : tags;
}

const listItems = (cell: string | undefined): string[] =>
  (cell ?? '')
    .split(/[;\n]+/)
    .map((item) => item.trim())
    .filter((item) => item !== '');

const severityOf = new Map(
  Object.entries(severityWords).flatMap(([severity, words]) =>
    words.split(' ').map((word) => [word, severity] as const),
  ),
);

/** `High`, `3 - Medium` and `kritisch` are severities; a bare number has another meaning in each tool. */
function readSeverity(cell: string): string | undefined {
  const words = cell
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/[^a-z\s-]/g, '')
    .split(/[\s-]+/);
  return words.map((word) => severityOf.get(word)).find((severity) => severity !== undefined);
}
