import { blankMission, blankPlan, blankTest } from '../../exercise/blank.ts';
import { readMark } from '../../exercise/own-marks.ts';
import { refuseManyRows, SourceIds, toTitle } from '../../exercise/rows.ts';
import { type ImportReader, ImportRefusal } from '../../format.ts';
import type { PlannedMission, PlannedScenario, PlannedTest } from '../../plan.ts';
import { leaveOthers, readTable, type TableRow } from '../../reading/table.ts';
import { decodeText } from '../../reading/text.ts';
import { findTags } from '../../reading/values.ts';
import { columns, readArguments, required } from './columns.ts';

/** A schedule of AtomicRunner (https://github.com/redcanaryco/invoke-atomicredteam): a mission with its tests, not yet run. */
export const atomicRunnerReader: ImportReader = {
  format: 'atomic-runner',
  recognise: (source, beginnings) => {
    const [head = ''] = (beginnings.values().next().value ?? '').replaceAll('\0', '').split(/\r?\n/, 1);
    return !source.isArchive && required.every((column) => head.includes(column)) ? 'yes' : 'no';
  },
  read: async (source, context) => {
    const [member, ...more] = source.members;
    if (member === undefined || more.length > 0)
      throw new ImportRefusal('A schedule of AtomicRunner is one CSV.');
    const plan = blankPlan('atomic-runner');
    const table = readTable(decodeText(await member.read()), required);
    refuseManyRows(table.size);
    const listOthers = leaveOthers(table, columns);
    const ids = new SourceIds();
    const missions = new Map<string, PlannedMission>();
    let done = 0;
    for (const row of table.take()) {
      context.progress(done / table.size);
      done += 1;
      const notes = readNotes(row.read('notes'));
      const test = readTest(row, notes, listOthers);
      const why = typeof test === 'string' ? test : ids.claim(test.sourceId, row.row);
      if (typeof test === 'string' || why !== null) {
        plan.refused.push({ row: row.row, name: row.read('TestName'), why: why ?? '' });
        continue;
      }
      const title = notes.mission ?? toTitle(source.name);
      const id = notes.missionId ?? `schedule/${title}`;
      const mission = missions.get(id) ?? blankMission(row.row, id, title);
      missions.set(id, mission);
      findScenario(mission, notes.scenario ?? title).tests.push(test);
    }
    plan.missions.push(...missions.values());
    plan.notes.push(...table.notes);
    return plan;
  },
};

type Notes = {
  mission: string | null;
  scenario: string | null;
  missionId: string | null;
  testId: string | null;
  others: string[];
};

/** The notes of an own export name where the test belongs; others are somebody's. */
function readNotes(text: string | null): Notes {
  const lines = (text ?? '').split(/\r?\n/);
  const marks = lines.map(readMark);
  const find = (of: 'mission' | 'test') => marks.find((one) => one?.of === of)?.id ?? null;
  const isOwn = find('mission') !== null;
  const read = (label: string) =>
    isOwn ? (lines.find((line) => line.startsWith(label))?.slice(label.length) ?? null) : null;
  return {
    mission: read('Mission: '),
    scenario: read('Scenario: '),
    missionId: find('mission'),
    testId: find('test'),
    others: isOwn ? [] : lines.filter((line) => line.trim() !== ''),
  };
}

function readTest(
  row: TableRow,
  notes: Notes,
  listOthers: (row: TableRow) => string[],
): PlannedTest | string {
  const guid = row.read('auto_generated_guid')?.toLowerCase() ?? null;
  const name = row.read('TestName') ?? guid;
  if (name === null) return 'It has neither the name nor the GUID of a test';
  const test = blankTest(row.row, notes.testId ?? guid ?? name, name.slice(0, 200));
  const split = (column: string) =>
    (row.read(column) ?? '')
      .split('|')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  const techniques = split('Technique');
  const { values, others } = readArguments(row.read('InputArgs') ?? '');
  const isEnabled = /^true$/i.test(row.read('enabled') ?? 'True');
  test.catalog_tags = [...new Set(techniques.flatMap(findTags))];
  test.platforms = split('supported_platforms');
  test.variables = values;
  test.leftover = [
    ...techniques.filter((technique) => findTags(technique).length === 0).map((one) => `Technique: ${one}`),
    ...others.map((line) => `InputArgs: ${line}`),
    ...(guid !== null && guid !== notes.testId ? [`Template: ${guid}`] : []),
    ...(isEnabled || notes.testId !== null ? [] : ['enabled: False']),
    ...notes.others.map((line) => `notes: ${line}`),
    ...listOthers(row),
  ];
  return test;
}

function findScenario(mission: PlannedMission, name: string): PlannedScenario {
  const found = mission.scenarios.find((scenario) => scenario.name === name);
  if (found !== undefined) return found;
  const scenario = { name: name.slice(0, 200), description: null, tests: [] };
  mission.scenarios.push(scenario);
  return scenario;
}
