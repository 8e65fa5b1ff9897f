import { blankProcedure } from '../../../../domain/procedures.ts';
import { blankMission, blankPlan } from '../../exercise/blank.ts';
import { refuseManyRows, SourceIds, toTitle } from '../../exercise/rows.ts';
import { tagWith } from '../../exercise/tactics.ts';
import { ToolList } from '../../exercise/tools.ts';
import {
  type ImportMember,
  type ImportReader,
  ImportRefusal,
  type ImportSource,
  type ReadContext,
} from '../../format.ts';
import type { ImportPlan, PlannedScenario } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { findDateOrder, LooseTimes } from '../../reading/loose-times.ts';
import { decodeText } from '../../reading/text.ts';
import { isObject, readText, readTexts, type Values } from '../../reading/values.ts';
import { isBlacklightArchive, readBlacklightArchive } from './archive.ts';
import { readMissionTexts } from './mission-texts.ts';
import { readRecord } from './record.ts';
import { readRecordsOfCsv } from './table.ts';

export const purpleopsReader: ImportReader = {
  format: 'purpleops',
  recognise: (source, beginnings) => {
    if (source.isArchive) {
      const names = source.members.map(({ name }) => name);
      const isExport =
        findFolder(source, 'export.json') !== null || findFolder(source, 'export.csv') !== null;
      if (isExport && findFolder(source, 'meta.json') !== null) return 'yes';
      return isBlacklightArchive(names) ? 'yes' : 'no';
    }
    const beginning = (beginnings.values().next().value ?? '').replaceAll('\0', '');
    const hasFields = ['mitreid', 'assessmentid', 'bluenotes'].every((field) => beginning.includes(field));
    if (hasFields) return 'yes';
    const isCampaign = /^\s*\[\s*\{/.test(beginning) && beginning.includes('"mitreid"');
    return isCampaign && beginning.includes('"actions"') ? 'yes' : 'no';
  },
  read: async (source, context) => {
    if (source.isArchive && isBlacklightArchive(source.members.map(({ name }) => name)))
      return readBlacklightArchive(source, context);
    return readExport(source, context);
  },
};

/** The topmost folder of an archive with a member of this name; null for none. */
function findFolder(source: ImportSource, name: string): string | null {
  const folders = source.members
    .filter((member) => member.name === name || member.name.endsWith(`/${name}`))
    .map((member) => member.name.slice(0, -name.length));
  return folders.sort((a, b) => a.length - b.length)[0] ?? null;
}

async function readExport(source: ImportSource, context: ReadContext): Promise<ImportPlan> {
  const plan = blankPlan('purpleops');
  const { member, folder } = findExport(source);
  const isCsv = member.name.toLowerCase().endsWith('.csv');
  const text = decodeText(await member.read());
  const records = isCsv ? readRecordsOfCsv(text) : readRecordsOfJson(text);
  if (isCsv)
    plan.notes.push(
      'The lists of a PurpleOps CSV are joined by commas, so that names with a comma are cut apart; its JSON is better.',
    );
  refuseManyRows(records.length);
  const isCampaign = records.every((record) => isObject(record) && !Object.hasOwn(record, 'state'));
  if (isCampaign) readCampaign(records, context, plan);
  else readAssessment(records, await readMeta(source, folder), { source, context, plan, folder });
  return plan;
}

function findExport(source: ImportSource): { member: ImportMember; folder: string } {
  const [first] = source.members;
  if (!source.isArchive && first !== undefined) return { member: first, folder: '' };
  for (const name of ['export.json', 'export.csv']) {
    const folder = findFolder(source, name);
    const member = source.members.find((known) => known.name === `${folder}${name}`);
    if (folder !== null && member !== undefined) return { member, folder };
  }
  throw new ImportRefusal('The archive has no export.json, which a PurpleOps export has.');
}

function readRecordsOfJson(text: string): unknown[] {
  const value = parseJson(text);
  // A fork writes null when there are no test cases.
  if (value === null) return [];
  if (!Array.isArray(value)) throw new ImportRefusal('A PurpleOps export is a list of test cases.');
  return value;
}

async function readMeta(source: ImportSource, folder: string): Promise<Values> {
  const member = source.isArchive
    ? source.members.find(({ name }) => name === `${folder}meta.json`)
    : undefined;
  if (member === undefined) return {};
  const meta = parseJson(decodeText(await member.read()));
  return isObject(meta) ? meta : {};
}

/** Takes the records of a file, returns the readable ones, with their place; the rest is refused. */
function* pickRecords(records: readonly unknown[], plan: ImportPlan, context: ReadContext) {
  const ids = new SourceIds();
  for (const [index, record] of records.entries()) {
    const row = `test case ${index + 1}`;
    const refuse = (why: string, name: string | null = null) => plan.refused.push({ row, name, why });
    context.progress(index / records.length);
    if (!isObject(record)) {
      refuse('It is not an object of JSON.');
      continue;
    }
    const name = readText(record, 'name')?.trim() || null;
    const sourceId = readText(record, 'id') ?? readText(record, 'uuid') ?? `${index + 1}`;
    if (name === null) refuse('It has no name.');
    else {
      const why = ids.claim(sourceId, row);
      if (why === null) yield { record, row, name, sourceId };
      else refuse(why, name);
    }
  }
}

type Reading = { source: ImportSource; context: ReadContext; plan: ImportPlan; folder: string };

const timeFields = ['starttime', 'endtime', 'detecttime', 'alerttime', 'preventtime', 'incidenttime'];

function readAssessment(
  records: readonly unknown[],
  meta: Values,
  { source, context, plan, folder }: Reading,
): void {
  const objects = records.filter(isObject);
  const id = readText(meta, 'id') ?? readText(objects[0] ?? {}, 'assessmentid') ?? source.name;
  const mission = blankMission('meta.json', id, readText(meta, 'name') ?? toTitle(source.name));
  const times = new LooseTimes(
    findDateOrder(objects.flatMap((record) => timeFields.flatMap((field) => readTexts(record, field)))),
  );
  const tools = new ToolList();
  const scenarios = new Map<string, PlannedScenario>();
  const members = new Set(source.isArchive ? source.members.map(({ name }) => name) : []);
  for (const { record, row, name, sourceId } of pickRecords(records, plan, context)) {
    const { test, scenario } = readRecord(record, row, sourceId, name, {
      attack: context.attack,
      times,
      tools,
      archive: { folder, members },
    });
    const title = scenario ?? 'Test cases';
    const known = scenarios.get(title) ?? { name: title, description: null, tests: [] };
    known.tests.push(test);
    tools.addOf(test);
    scenarios.set(title, known);
  }
  readMissionTexts(mission, readText(meta, 'description'));
  mission.tools = tools.tools;
  mission.scenarios = [...scenarios.values()];
  plan.missions.push(mission);
  plan.notes.push(...times.notes);
  if (!source.isArchive && objects.some((record) => hasFiles(record)))
    plan.notes.push(
      'Evidence files are in the zip of PurpleOps alone; the test cases name those that are missing.',
    );
}

function hasFiles(record: Values): boolean {
  return readTexts(record, 'redfiles').length + readTexts(record, 'bluefiles').length > 0;
}

/** Test cases without a record are templates. */
function readCampaign(records: readonly unknown[], context: ReadContext, plan: ImportPlan): void {
  for (const { record, row, name, sourceId } of pickRecords(records, plan, context)) {
    const leftover: string[] = [];
    const technique = readText(record, 'mitreid');
    plan.templates.push({
      row,
      sourceId,
      leftover,
      ...blankProcedure(name),
      objective: readText(record, 'objective'),
      command: readText(record, 'actions'),
      procedure: readText(record, 'requirements'),
      tags: readTexts(record, 'tags').map((tag) => tag.split('|', 1)[0] ?? ''),
      catalog_tags: tagWith(technique, readText(record, 'tactic'), context.attack, leftover),
      source: 'PurpleOps',
    });
    for (const tool of readTexts(record, 'tools')) leftover.push(`Attacker tool: ${tool.replace(/\|$/, '')}`);
    const provider = readText(record, 'provider');
    if (provider !== null && provider !== '???') leftover.push(`Provider: ${provider}`);
  }
}
