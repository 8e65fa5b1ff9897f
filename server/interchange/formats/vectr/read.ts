import { blankMission, blankPlan } from '../../exercise/blank.ts';
import { readMark } from '../../exercise/own-marks.ts';
import { ToolList } from '../../exercise/tools.ts';
import { type ImportReader, ImportRefusal, type ImportSource, type ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedMission, PlannedScenario } from '../../plan.ts';
import { findDateOrder, LooseTimes } from '../../reading/loose-times.ts';
import { leaveOthers, readTable, type Table, type TableRow } from '../../reading/table.ts';
import { decodeText } from '../../reading/text.ts';
import { isBundleFile, readBundles } from './bundle.ts';
import { readRow } from './row.ts';
import { columns } from './words.ts';

const required = ['AssessmentGroup', 'Campaign', 'Variant'];
const timeColumns = ['Start Time', 'Stop Time', 'Detection Time'];

export const vectrReader: ImportReader = {
  format: 'vectr',
  claims: isBundleFile,
  recognise: (source, beginnings) => {
    if (source.isArchive)
      return [...beginnings].some(([name, text]) => isBundleFile(name, text)) ? 'yes' : 'no';
    const beginning = (beginnings.values().next().value ?? '').replaceAll('\0', '');
    const [head = ''] = beginning.split(/\r?\n/, 1);
    if (required.every((column) => head.includes(column))) return 'yes';
    return isBundleFile(source.name, beginning) ? 'yes' : 'no';
  },
  read: async (source, context) => {
    if (source.isArchive || /\.(?:ya?ml|json)$/i.test(source.name)) return readBundles(source, context);
    // Not kept in a variable, so that the long text can be freed while its rows are read.
    return readEnvironment(readTable(decodeText(await readOnly(source)), required), context);
  },
};

async function readOnly({ members }: ImportSource): Promise<Buffer> {
  const [member] = members;
  if (member === undefined || members.length > 1)
    throw new ImportRefusal(
      'A VECTR export is one file: the CSV of an environment, or the YAML of a bundle.',
    );
  return member.read();
}

type Assessment = {
  mission: PlannedMission;
  scenarios: Map<string, PlannedScenario>;
  tools: ToolList;
  organisations: Set<string>;
  /** Missions from which its rows were exported. */
  origins: Set<string>;
};

/** Origin in the references of an exported test case. */
function readMarks(references: string | null): { mission: string | null; test: string | null } {
  const marks = (references ?? '').split(/[,\s]+/).map(readMark);
  const find = (of: 'mission' | 'test') => marks.find((one) => one?.of === of)?.id ?? null;
  return { mission: find('mission'), test: find('test') };
}

function readEnvironment(table: Table, context: ReadContext): ImportPlan {
  const plan = blankPlan('vectr');
  const times = new LooseTimes(findDateOrder(table.texts(timeColumns)));
  const listOthers = leaveOthers(table, columns);
  const assessments = new Map<string, Assessment>();
  const counts = new Map<string, number>();
  const own = new Set<string>();
  let done = 0;
  for (const row of table.take()) {
    context.progress(done / table.size);
    done += 1;
    const [group, campaign, name] = [row.read('AssessmentGroup'), row.read('Campaign'), row.read('Variant')];
    const missing = required.find((column) => row.read(column) === null);
    const why = missing === undefined ? null : `“${missing}” is empty.`;
    if (why !== null || group === null || campaign === null || name === null) {
      plan.refused.push({ row: row.row, name: name?.slice(0, 200) ?? null, why: why ?? '' });
      continue;
    }
    const known = assessments.get(group) ?? openAssessment(group);
    assessments.set(group, known);
    const marks = readMarks(row.read('References'));
    const isFirst = marks.test !== null && !own.has(marks.test);
    if (marks.test !== null) own.add(marks.test);
    if (marks.mission !== null) known.origins.add(marks.mission);
    const id = isFirst && marks.test !== null ? marks.test : [group, campaign, name].join(' / ');
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const sourceId = count === 1 ? id : `${id} (${count})`;
    const test = readRow(
      row.read,
      { row: row.row, sourceId, name },
      { attack: context.attack, times, tools: known.tools },
    );
    test.leftover.push(...listOthers(row));
    addTo(known, campaign, test, row);
  }
  for (const assessment of assessments.values()) plan.missions.push(close(assessment));
  plan.notes.push(...table.notes, ...times.notes);
  return plan;
}

function openAssessment(group: string): Assessment {
  return {
    mission: blankMission(group, group, group),
    scenarios: new Map(),
    tools: new ToolList(),
    organisations: new Set(),
    origins: new Set(),
  };
}

function addTo(
  { mission, scenarios, organisations, tools }: Assessment,
  campaign: string,
  test: PlannedMission['scenarios'][number]['tests'][number],
  row: TableRow,
): void {
  for (const name of row.read('Organizations')?.split(',') ?? []) {
    if (name.trim() !== '') organisations.add(name.trim());
  }
  const known = scenarios.get(campaign) ?? { name: campaign, description: null, tests: [] };
  if (!scenarios.has(campaign)) mission.scenarios.push(known);
  scenarios.set(campaign, known);
  known.tests.push(test);
  tools.addOf(test);
}

function close({ mission, tools, organisations, origins }: Assessment): PlannedMission {
  const [origin, another] = origins;
  if (origin !== undefined && another === undefined) mission.sourceId = origin;
  const [organisation = null, ...others] = organisations;
  mission.organisation = organisation;
  mission.tools = tools.tools;
  if (others.length > 0) mission.leftover.push(`Organisations: ${others.join(', ')}`);
  return mission;
}
