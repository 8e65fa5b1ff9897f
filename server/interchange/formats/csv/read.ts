import { type TableTarget, tableTargets } from '../../../../domain/interchange.ts';
import type { Asked } from '../../contract.ts';
import { blankMission, blankPlan } from '../../exercise/blank.ts';
import { toTitle } from '../../exercise/rows.ts';
import { ToolList, toTool } from '../../exercise/tools.ts';
import { type ImportReader, ImportRefusal, type ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedMission, PlannedScenario, PlannedTest } from '../../plan.ts';
import { findDateOrder, LooseTimes } from '../../reading/loose-times.ts';
import { addOnce } from '../../reading/members.ts';
import { isObject } from '../../reading/values.ts';
import { isExecutionLog, readExecutionLog } from './execution-log.ts';
import { guessFields, guessTarget, listFields, timeFields } from './fields.ts';
import { isFindingsTable } from './findings.ts';
import { readHead } from './heads.ts';
import { type Cells, type RowContext, readTemplate, readTest } from './row.ts';
import { isZip, readTable, type Table } from './table.ts';

/**
 * A custom table, as CSV or XLSX: rows become templates, or tests of missions. The field of a column is guessed from its name and
 * can be overridden (`columns`), as can the kind of rows (`into`) and the sheet of a workbook (`sheet`).
 */
export const csvReader: ImportReader = {
  format: 'csv',
  recognise: ({ isArchive, name }, beginnings) => {
    if (isArchive) return 'no';
    const [beginning = ''] = beginnings.values();
    const isWorkbook = /\.xls[xm]$/i.test(name) && isZip(Buffer.from(beginning.slice(0, 2)));
    return isWorkbook || /\.(?:csv|tsv|xls)$/i.test(name) ? 'maybe' : 'no';
  },
  read: async (source, context) => {
    const { choices } = context;
    const table = await readTable(source, {
      sheet: typeof choices.sheet === 'string' ? choices.sheet : null,
      headRow: typeof choices.head_row === 'number' ? choices.head_row : null,
    });
    if (isFindingsTable(table.heads)) {
      throw new ImportRefusal('The table is one of findings, which come in with an export for Damson');
    }
    const isMapped = choices.columns !== undefined || choices.into !== undefined;
    if (!isMapped && isExecutionLog(table.heads)) return readExecutionLog(table, context);
    const into = tableTargets.find((target) => target === choices.into) ?? guessTarget(table.heads);
    const fields = mapColumns(table.heads, into, choices.columns);
    const plan = blankPlan('csv');
    plan.asks = ask(table, fields, into);
    if (fields.includes('name')) {
      readRows(table, { into, fields, fallback: toTitle(source.name), file: source.name }, plan, context);
    } else {
      const row = `row ${table.headRow}`;
      plan.refused.push({ row, name: null, why: 'No column is for the name: say which one is' });
    }
    return plan;
  },
};

/** Field of each column: the person's choice, else the guess; no field has two columns. */
function mapColumns(heads: readonly string[], into: TableTarget, chosen: unknown): (string | null)[] {
  const known = new Set(listFields(into).map(({ name }) => name));
  const said = isObject(chosen) ? new Map(Object.entries(chosen)) : new Map<string, unknown>();
  const guessed = guessFields(heads, into);
  const taken = new Set<unknown>(heads.flatMap((head) => said.get(head) ?? []));
  const fields = heads.map((head, index) => {
    if (!said.has(head)) return taken.has(guessed[index]) ? null : (guessed[index] ?? null);
    const field = said.get(head);
    return typeof field === 'string' && known.has(field) ? field : null;
  });
  // The day and the time of day may be in two columns.
  return fields.map((field, index) =>
    timeFields.includes(field) || fields.indexOf(field) === index ? field : null,
  );
}

const examples = 3;
const longestExample = 100;

function ask(table: Table, fields: readonly (string | null)[], into: TableTarget): Asked {
  const beginning = table.rows.slice(0, 50);
  const columns = table.heads.map((name, index) => {
    const filled = beginning.flatMap(({ cells }) => cells[index]?.trim() || []).slice(0, examples);
    const shown = filled.map((text) => text.slice(0, longestExample).toWellFormed());
    return { name, examples: shown, field: fields[index] ?? null };
  });
  const { sheets, headRow: head_row } = table;
  return { columns, fields: listFields(into), into, head_row, ...(sheets.length > 0 ? { sheets } : {}) };
}

type Reading = {
  into: TableTarget;
  fields: readonly (string | null)[];
  /** The name of the mission when no column has one; it is identified by the file's name. */
  fallback: string;
  file: string;
};

function readRows(
  { heads, rows, above }: Table,
  { into, fields, fallback, file }: Reading,
  plan: ImportPlan,
  { attack, progress }: ReadContext,
): void {
  const ofTimes = rows.flatMap(({ cells }) =>
    cells.filter((_, index) => timeFields.includes(fields[index] ?? null)),
  );
  const times = new LooseTimes(findDateOrder(ofTimes));
  const zones = new Map(
    heads.flatMap((head, index) => {
      const field = fields[index] ?? null;
      return timeFields.includes(field) && field !== null ? [[field, readHead(head).zone] as const] : [];
    }),
  );
  const context: RowContext = { attack, times, occurrences: new Map(), ids: new Map(), zones };
  const missions = new Missions(fallback, file);
  for (const [index, { number, cells }] of rows.entries()) {
    const place = `row ${number}`;
    const { row, leftover } = sortCells(cells, heads, fields);
    if (!row.has('name')) {
      plan.refused.push({ row: place, name: null, why: 'It has no name' });
    } else if (into === 'templates') {
      const template = readTemplate(row, place, leftover, context);
      addOnce(plan, plan.templates, template, template.name);
    } else {
      missions.add(plan, row, readTest(row, place, leftover, context, fallback), leftover);
    }
    progress((index + 1) / rows.length);
  }
  plan.missions.push(...missions.list());
  const title = above.length === 0 ? [] : [`Above the heads, not read: ${above.join('; ').slice(0, 500)}`];
  plan.notes.push(...title, ...times.notes, ...sayUnused(heads, fields));
}

function sortCells(
  cells: readonly string[],
  heads: readonly string[],
  fields: readonly (string | null)[],
): { row: Map<string, string>; leftover: string[] } {
  const row = new Map<string, string>();
  const leftover: string[] = [];
  for (const [column, cell] of cells.entries()) {
    if (cell.trim() === '') continue;
    const field = fields[column] ?? null;
    const before = field === null ? undefined : row.get(field);
    const joined = before === undefined ? cell : joinHalves(before, cell);
    if (field === null || joined === null) leftover.push(`${heads[column] ?? ''}: ${cell}`);
    else row.set(field, joined);
  }
  return { row, leftover };
}

/** Joins a day and a time of day, in either order; null for anything else. */
function joinHalves(one: string, other: string): string | null {
  const isClock = (text: string) =>
    /^\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[AP]M)?\s*(?:Z|[A-Z]{3,4}|[+-]\d{2}:?\d{2})?$/i.test(
      text.trim(),
    );
  if (isClock(one) === isClock(other)) return null;
  const [day, clock] = isClock(one) ? [other, one] : [one, other];
  const bare = day.trim().replace(/[ T]00:00(?::00)?$/, '');
  return bare.includes(':') ? null : `${bare} ${clock.trim()}`;
}

/** The missions named by rows, with their scenarios in table order. */
class Missions {
  readonly #missions = new Map<string, { mission: PlannedMission; tools: ToolList }>();
  readonly #scenarios = new Map<string, PlannedScenario>();
  /** Tests of all missions: their ids must be unique within the file. */
  readonly #tests: PlannedTest[] = [];
  readonly #fallback: string;
  readonly #file: string;

  constructor(fallback: string, file: string) {
    this.#fallback = fallback;
    this.#file = file;
  }

  add(plan: ImportPlan, row: Cells, test: PlannedTest, leftover: string[]): void {
    const given = row.get('mission')?.trim();
    const name = given ?? this.#fallback;
    const id = row.get('mission_id')?.trim();
    const key = id ?? name;
    const known = this.#missions.get(key) ?? {
      mission: blankMission(test.row, id ?? given ?? this.#file, name),
      tools: new ToolList(),
    };
    const before = this.#tests.length;
    for (const field of ['organisation', 'client'] as const) {
      const text = row.get(field)?.trim() ?? null;
      known.mission[field] ??= text;
      if (text !== null && text !== known.mission[field]) leftover.push(`${field}: ${text}`);
    }
    addOnce(plan, this.#tests, test, test.name);
    if (this.#tests.length === before) return;
    this.#missions.set(key, known);
    this.#scenarioOf(known.mission, row.get('scenario')?.trim() ?? 'Tests').tests.push(test);
    const tools = [
      ...test.run.facts.flatMap(({ tool }) => tool ?? []),
      ...test.expectations.flatMap((expectation) => expectation.tools),
    ];
    for (const tool of tools) known.tools.add(toTool(tool));
  }

  list(): PlannedMission[] {
    return [...this.#missions.values()].map(({ mission, tools: { tools } }) => ({ ...mission, tools }));
  }

  #scenarioOf(mission: PlannedMission, name: string): PlannedScenario {
    const key = JSON.stringify([mission.sourceId, name]);
    const known = this.#scenarios.get(key);
    if (known !== undefined) return known;
    const scenario = { name, description: null, tests: [] };
    this.#scenarios.set(key, scenario);
    mission.scenarios.push(scenario);
    return scenario;
  }
}

function sayUnused(heads: readonly string[], fields: readonly (string | null)[]): string[] {
  const unused = heads.filter((_, index) => fields[index] === null);
  return unused.length === 0 ? [] : [`Columns for no field, kept as text: ${unused.join(', ')}`];
}
