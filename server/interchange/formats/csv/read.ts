import { type TableTarget, tableTargets } from '../../../../domain/interchange.ts';
import { blankMission, blankPlan } from '../../exercise/blank.ts';
import { toTitle } from '../../exercise/rows.ts';
import { ToolList } from '../../exercise/tools.ts';
import { type ImportReader, ImportRefusal, type ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedMission, PlannedScenario, PlannedTest } from '../../plan.ts';
import { findDateOrder, LooseTimes } from '../../reading/loose-times.ts';
import { addOnce } from '../../reading/members.ts';
import {
  askColumns,
  type Cells,
  listTimes,
  listZones,
  type Mapping,
  mapColumns,
  sortCells,
  type Table,
} from './columns.ts';
import { isExecutionLog, readExecutionLog } from './execution-log.ts';
import { fieldsOf, guessTarget } from './fields.ts';
import { isFindingsTable } from './findings.ts';
import { type RowContext, readTemplate, readTest } from './row.ts';
import { isZip, readTable } from './table.ts';

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
    const fields = mapColumns(table.heads, fieldsOf[into], choices.columns);
    const plan = blankPlan('csv');
    plan.asks = { ...askColumns(table, fields, fieldsOf[into]), into };
    if (fields.includes('name')) {
      readRows(table, { into, fields, fallback: toTitle(source.name), file: source.name }, plan, context);
    } else {
      const row = `row ${table.headRow}`;
      plan.refused.push({ row, name: null, why: 'No column is for the name: say which one is' });
    }
    return plan;
  },
};

type Reading = {
  into: TableTarget;
  fields: Mapping;
  /** The name of the mission when no column has one; it is identified by the file's name. */
  fallback: string;
  file: string;
};

function readRows(
  table: Table,
  { into, fields, fallback, file }: Reading,
  plan: ImportPlan,
  { attack, progress }: ReadContext,
): void {
  const { heads, rows, above } = table;
  const times = new LooseTimes(findDateOrder(listTimes(table, fields, fieldsOf[into])));
  const zones = listZones(heads, fields, fieldsOf[into]);
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
    known.tools.addOf(test);
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

function sayUnused(heads: readonly string[], fields: Mapping): string[] {
  const unused = heads.filter((_, index) => fields[index] === null);
  return unused.length === 0 ? [] : [`Columns for no field, kept as text: ${unused.join(', ')}`];
}
