import { createHash } from 'node:crypto';
import { toCsvLine } from '../../../csv.ts';
import { findFirst, listTools } from '../../exercise/sightings.ts';
import { findMain, nameTactic } from '../../exercise/tactics.ts';
import { carry } from '../../exercise/test-sections.ts';
import { describeTool, ToolList } from '../../exercise/tools.ts';
import type { ExportedFile, KnownAttack, MissionWriter } from '../../format.ts';
import type { PlannedEvidence, PlannedMission, PlannedTest } from '../../plan.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { findOwnOutcome, writePrevented, writeSeen } from './facts.ts';
import { writeMissionTexts } from './mission-texts.ts';
import { writePair } from './pairs.ts';
import { readRecord } from './record.ts';
import { carried, nameOutcome, nameSeverity, scenarioTag } from './words.ts';

type ExportedRecord = Record<string, string | boolean | null | string[]>;

/** A file of evidence, with its name in the zip. */
type Packed = { evidence: PlannedEvidence; name: string };

/** Writes an export of an entire assessment: `meta.json`, the test cases as `export.json` and `export.csv`, and their files. */
export const purpleopsWriter: MissionWriter = {
  packsEvidence: true,
  write: async function* (mission, { attack, open, leftOut = [] }) {
    const assessment = toId(mission.sourceId);
    const written = mission.scenarios.flatMap(({ name, tests }) =>
      tests.map((test) => writeTest(test, name, { assessment, mission, attack })),
    );
    const records = written.map(({ record }) => record);
    yield toJson('meta.json', {
      id: assessment,
      name: mission.name,
      description: writeMissionTexts(mission),
    });
    yield toJson('export.json', records);
    yield { name: 'export.csv', content: toCsv(records) };
    if (leftOut.length > 0) yield toJson('left-out.json', leftOut);
    for (const { evidence, name } of written.flatMap(({ files }) => files))
      yield { name, content: await open(evidence.member) };
  },
};

function toJson(name: string, value: unknown): ExportedFile {
  return { name, content: `${JSON.stringify(value, null, 4)}\n` };
}

/** Lists are joined as PurpleOps joins them. */
function toCsv(records: readonly ExportedRecord[]): string {
  const [first] = records;
  if (first === undefined) return '';
  const toCell = (value: ExportedRecord[string]) => {
    if (Array.isArray(value)) return value.join(',');
    return typeof value === 'boolean' ? (value ? 'True' : 'False') : (value ?? '');
  };
  const rows = records.map((record) => toCsvLine(Object.values(record).map(toCell)));
  return [toCsvLine(Object.keys(first)), ...rows].join('');
}

type Context = { assessment: string; mission: PlannedMission; attack: KnownAttack };

function writeTest(
  original: PlannedTest,
  scenario: string,
  { assessment, mission, attack }: Context,
): { record: ExportedRecord; files: Packed[] } {
  const id = toId(original.sourceId);
  const files = packFiles(original.run.evidence, id);
  const evidence = files.map((file) => ({ ...file.evidence, member: file.name }));
  const test = { ...original, run: { ...original.run, evidence } };
  const record: ExportedRecord = {
    ...writeFields(test, scenario, mission, attack),
    id,
    assessmentid: assessment,
    redfiles: listFiles(files, 'red', assessment),
    bluefiles: listFiles(files, 'blue', assessment),
  };
  const { test: asRead } = readRecord(record, test.row, test.sourceId, test.name, {
    attack,
    times: new LooseTimes(),
    tools: new ToolList(),
    archive: { folder: '', members: new Set(files.map(({ name }) => name)) },
  });
  const texts = {
    objective: test.objective,
    actions: test.command,
    rednotes: test.run.red_comment,
    bluenotes: test.run.blue_comment,
  };
  for (const [field, text] of Object.entries(texts) as [keyof typeof texts, string | null][])
    record[field] = carry(text, test, asRead, carried[field]) ?? '';
  return { record, files };
}

/** The fields in order, as in the CSV columns; those of the forks come last. */
function writeFields(
  test: PlannedTest,
  scenario: string,
  mission: PlannedMission,
  attack: KnownAttack,
): ExportedRecord {
  const { run } = test;
  const { facts } = run;
  const { technique, tactic } = findMain(test.catalog_tags, attack);
  const tools = (kind: Parameters<typeof listTools>[1]) => listTools(facts, kind);
  const pair = (name: string) => {
    const known = mission.tools.find((tool) => tool.name === name);
    return writePair(name, known === undefined ? '' : describeTool(known));
  };
  const named = [...new Set(facts.flatMap(({ tool }) => (tool === null ? [] : [tool])))];
  const alert = facts.find(({ kind, severity }) => kind === 'alerted' && severity !== null);
  const incident = facts.find(({ kind, severity }) => kind === 'responded' && severity !== null);
  const rules = new Map(
    facts.flatMap(({ rule_name, rule_id }) =>
      rule_name === null ? [] : [[rule_name, rule_id ?? ''] as const],
    ),
  );
  const outcome = run.level === null ? findOwnOutcome(facts) : nameOutcome(run.level);
  const expects = (kind: string) =>
    test.expectations.some((one) => one.kind === kind && one.result === 'yes');
  const expected = test.expectations.find(({ kind }) => kind === 'alerted')?.severity ?? null;
  return {
    assessmentid: '',
    name: test.name,
    objective: '',
    actions: '',
    rednotes: '',
    bluenotes: '',
    uuid: '',
    mitreid: technique ?? '',
    tactic: tactic === null ? '' : nameTactic(tactic, attack),
    state: test.status === 'executed' || test.status === 'reviewed_by_blue' ? 'Complete' : 'Pending',
    prevented: writePrevented(facts),
    preventedrating: '',
    alerted: writeSeen(facts, 'alerted'),
    alertseverity: nameSeverity(alert?.severity ?? null),
    logged: writeSeen(facts, 'logged'),
    detectionrating: '',
    priority: '',
    priorityurgency: '',
    visible: true,
    outcome,
    id: '',
    detecttime: writeTime(findFirst(facts, 'logged') ?? run.detected_at),
    modifytime: 'None',
    starttime: writeTime(run.started_at ?? run.executed_at),
    endtime: writeTime(run.ended_at),
    tags: [
      writePair(`${scenarioTag}${scenario}`, tagColour),
      ...test.tags.map((tag) => writePair(tag, tagColour)),
    ],
    sources: run.source_host === null ? [] : [writePair(run.source_host, '')],
    targets: run.target_host === null ? [] : [writePair(run.target_host, '')],
    tools: [],
    controls: named.map(pair),
    redfiles: [],
    bluefiles: [],
    alerttime: writeTime(findFirst(facts, 'alerted')),
    preventtime: writeTime(findFirst(facts, 'prevented')),
    incidenttime: writeTime(findFirst(facts, 'responded')),
    incidentcreated: writeSeen(facts, 'responded'),
    incidentseverity: nameSeverity(incident?.severity ?? null),
    expectedprevention: expects('prevented'),
    expectedalertcreation: expects('alerted'),
    expectedincidentcreation: expects('responded'),
    expectedseverity: nameSeverity(expected),
    requirements: '',
    preventionsources: tools('prevented').map(pair),
    detectionsources: tools('alerted').map(pair),
    datasources: tools('logged').map(pair),
    rules: [...rules].map(([name, id]) => writePair(name, id)),
    preventionsource: tools('prevented').join(', '),
    detectionsource: tools('alerted').join(', '),
  };
}

const tagColour = '#4c6ef5';

/** PurpleOps uses UTC times without fractions of a second. */
function writeTime(at: string | null): string {
  return at === null ? 'None' : at.replace('T', ' ').replace(/(?:\.000)?Z$/, '');
}

/** An id that PurpleOps can use as a folder name. */
function toId(sourceId: string): string {
  if (/^[A-Za-z0-9-]{1,64}$/.test(sourceId)) return sourceId;
  return createHash('sha256').update(sourceId).digest('hex').slice(0, 24);
}

/** Files of one test case share a folder, with names that PurpleOps doesn't change. */
function packFiles(evidence: readonly PlannedEvidence[], id: string): Packed[] {
  const taken = new Set<string>();
  return evidence.map((file) => {
    const plain = toPlainName(file.file_name);
    const [, stem = '', ending = ''] = /^(.*?)(\.[A-Za-z0-9]+)?$/.exec(plain) ?? [];
    let name = plain;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${stem}_${number}${ending}`;
    taken.add(name.toLowerCase());
    return { evidence: file, name: `${id}/${name}` };
  });
}

/** ASCII letters, digits, `_`, `-` and `.`; neither `.` nor `_` at either end. */
function toPlainName(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[\s/\\]+/g, '_')
    .replace(/[^A-Za-z0-9_.-]/g, '')
    .replace(/^[._]+|[._]+$/g, '');
  return plain || 'file';
}

function listFiles(files: readonly Packed[], side: PlannedEvidence['side'], assessment: string): string[] {
  return files
    .filter(({ evidence }) => evidence.side === side)
    .map(({ evidence, name }) => writePair(`files/${assessment}/${name}`, evidence.caption ?? ''));
}
