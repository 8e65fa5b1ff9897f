import type { MissionStatus, TestStatus } from '../../../../domain/missions.ts';
import { deriveDetectedAt } from '../../../../domain/outcomes.ts';
import type { Priority, RemediationStatus } from '../../../../domain/remediations.ts';
import { blankMission, blankPlan, blankTest } from '../../exercise/blank.ts';
import { lookUp } from '../../exercise/look-up.ts';
import { SourceIds } from '../../exercise/rows.ts';
import { ToolList, toTool } from '../../exercise/tools.ts';
import { ImportRefusal, type ImportSource, type ReadContext } from '../../format.ts';
import type { ImportPlan, PlannedEvidence, PlannedMission, PlannedTest } from '../../plan.ts';
import { parseJson } from '../../reading/json.ts';
import { LooseTimes } from '../../reading/loose-times.ts';
import { decodeText } from '../../reading/text.ts';
import { readDay } from '../../reading/times.ts';
import {
  isObject,
  listLeftovers,
  readField,
  readObjects,
  readText,
  readTexts,
  type Values,
} from '../../reading/values.ts';
import { readScore } from './score.ts';

/** Whether an archive comes from Blacklight 2, the fork that is no longer PurpleOps. */
export function isBlacklightArchive(names: readonly string[]): boolean {
  return ['manifest.json', 'engagement.json', 'evidence.json'].every((name) => names.includes(name));
}

type Reading = {
  plan: ImportPlan;
  mission: PlannedMission;
  times: LooseTimes;
  tools: ToolList;
  ids: SourceIds;
  evidence: ReadonlyMap<string, PlannedEvidence[]>;
  comments: ReadonlyMap<string, string[]>;
};

/** Takes an archive of an engagement, returns its mission. Refuses (`ImportRefusal`) one of another version. */
export async function readBlacklightArchive(source: ImportSource, context: ReadContext): Promise<ImportPlan> {
  const manifest = await readMember(source, 'manifest.json');
  const version = readText(manifest, 'formatVersion');
  if (version !== '1') throw new ImportRefusal(`The archive is of version ${version ?? 'none'}; 1 is known.`);
  const plan = blankPlan('purpleops', version);
  const whole = await readMember(source, 'engagement.json');
  const engagement = readObject(whole, 'engagement');
  const reading: Reading = {
    plan,
    mission: readEngagement(engagement, source.name),
    times: new LooseTimes(),
    tools: new ToolList(),
    ids: new SourceIds(),
    evidence: listEvidence(source, await readMember(source, 'evidence.json')),
    comments: listComments(whole),
  };
  const scenarios = readObjects(whole, 'scenarios');
  for (const [index, scenario] of scenarios.entries()) {
    context.progress(index / scenarios.length);
    readScenario(scenario, index, reading);
  }
  readFindings(whole, reading);
  reading.mission.tools = reading.tools.tools;
  plan.missions.push(reading.mission);
  plan.notes.push(...reading.times.notes);
  if (readText(manifest, 'blindFiltered') === 'true')
    plan.notes.push('The archive leaves out what blue had not been shown yet.');
  return plan;
}

async function readMember(source: ImportSource, name: string): Promise<Values> {
  const member = source.members.find((known) => known.name === name);
  const value = member === undefined ? null : parseJson(decodeText(await member.read()));
  if (!isObject(value)) throw new ImportRefusal(`“${name}” is missing, or no object of JSON.`);
  return value;
}

function readObject(from: Values, name: string): Values {
  const value = readField(from, name);
  return isObject(value) ? value : {};
}

const missionStatuses: Readonly<Record<string, MissionStatus>> = {
  draft: 'draft',
  active: 'in_progress',
  closed: 'completed',
  archived: 'completed',
};

function readEngagement(engagement: Values, fileName: string): PlannedMission {
  const name = readText(engagement, 'name') ?? fileName;
  const mission = blankMission('engagement.json', readText(engagement, 'id') ?? name, name);
  mission.client = readText(engagement, 'client');
  mission.description = readText(engagement, 'description');
  mission.start_date = readDay((readText(engagement, 'startsOn') ?? '').slice(0, 10));
  mission.end_date = readDay((readText(engagement, 'endsOn') ?? '').slice(0, 10));
  const status = readText(engagement, 'status');
  mission.status = lookUp(missionStatuses, status) ?? null;
  if (status === 'archived') mission.leftover.push('Status: archived');
  return mission;
}

function listEvidence(source: ImportSource, list: Values): Map<string, PlannedEvidence[]> {
  const members = new Set(source.members.map(({ name }) => name));
  const found = new Map<string, PlannedEvidence[]>();
  for (const entry of readObjects(list, 'entries')) {
    const [owner, member] = [readText(entry, 'executionId'), `evidence/${readText(entry, 'blobSha256')}`];
    if (owner === null || !members.has(member)) continue;
    const files = found.get(owner) ?? [];
    files.push({
      member,
      file_name: readText(entry, 'filename') ?? 'file',
      side: readText(entry, 'side') === 'blue' ? 'blue' : 'red',
      caption: readText(entry, 'caption'),
    });
    found.set(owner, files);
  }
  return found;
}

function listComments(whole: Values): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const comment of readObjects(whole, 'comments')) {
    const owner = readText(comment, 'executionId') ?? '';
    const author = readText(readObject(comment, 'author'), 'displayName') ?? 'somebody';
    found.set(owner, [
      ...(found.get(owner) ?? []),
      `Comment of ${author}: ${readText(comment, 'body') ?? ''}`,
    ]);
  }
  return found;
}

function readScenario(value: Values, index: number, reading: Reading): void {
  const scenario = readObject(value, 'scenario');
  const name = readText(scenario, 'name') ?? `Scenario ${index + 1}`;
  const planned = { name, description: readText(scenario, 'narrative'), tests: [] as PlannedTest[] };
  for (const [position, step] of readObjects(value, 'steps').entries()) {
    const row = `${name}, step ${position + 1}`;
    const made = readStep(step, row, reading);
    const why = typeof made === 'string' ? made : reading.ids.claim(made.sourceId, row);
    if (typeof made !== 'string' && why === null) planned.tests.push(made);
    else
      reading.plan.refused.push({
        row,
        name: readText(readObject(step, 'step'), 'name')?.slice(0, 200) ?? null,
        why: why ?? '',
      });
  }
  const actor = readText(scenario, 'threatActor');
  if (actor !== null) reading.mission.leftover.push(`Threat actor of ${name}: ${actor}`);
  reading.mission.scenarios.push(planned);
}

const statuses: Readonly<Record<string, TestStatus>> = {
  pending: 'pending',
  running: 'pending',
  complete: 'executed',
  skipped: 'skipped',
  blocked: 'blocked',
};

/** Takes a step, returns its test, or the reason for refusing it. */
function readStep(
  value: Values,
  row: string,
  { times, tools, evidence, comments }: Reading,
): PlannedTest | string {
  const step = readObject(value, 'step');
  const execution = readObject(value, 'execution');
  const name = readText(step, 'name');
  if (name === null) return 'It has no name.';
  const test = blankTest(row, readText(step, 'id') ?? row, name);
  const { run, leftover } = test;
  const procedure = readObject(step, 'procedure');
  test.objective = readText(step, 'objective');
  test.command = readText(procedure, 'command');
  test.cleanup_command = readText(procedure, 'cleanup');
  leftover.push(...listLeftovers(procedure, ['command', 'cleanup']));
  const technique = readText(step, 'subtechniqueId') ?? readText(step, 'techniqueId');
  test.catalog_tags = [technique, readText(step, 'tacticId')].filter((tag) => tag !== null);

  const status = readText(readObject(execution, 'status'), 'status') ?? 'pending';
  test.status = lookUp(statuses, status) ?? 'pending';
  if (status === 'running' || !Object.hasOwn(statuses, status)) leftover.push(`Status: ${status}`);
  const time = (field: string, label: string, from = execution) =>
    times.read(readText(from, field), label, leftover);
  const about = readObject(execution, 'status');
  run.started_at = time('startedAt', 'Start') ?? time('startedAt', 'Start', about);
  run.ended_at = time('endedAt', 'End') ?? time('endedAt', 'End', about);
  run.command = readText(execution, 'commandRun');
  run.source_host = readText(execution, 'sourceHost');
  run.target_host = readText(execution, 'targetHost') ?? readText(step, 'targetAsset');
  run.red_comment = readText(execution, 'redNotes');
  run.blue_comment = readText(execution, 'blueNotes');
  run.operator = readText(readObject(execution, 'executedBy'), 'displayName');
  const at = time('detectedAt', 'Detection time');
  run.facts = readScore(execution, at, leftover);
  for (const { tool } of run.facts) if (tool !== null) tools.add(toTool(tool));
  run.detected_at = deriveDetectedAt(run.facts) ?? (run.facts.some((fact) => fact.at !== null) ? null : at);
  if (test.status === 'executed') {
    run.executed_at = run.started_at ?? run.ended_at;
    if (run.facts.length > 0) test.status = 'reviewed_by_blue';
  }
  for (const control of readTexts(step, 'controlsInScope')) tools.add(toTool(control));
  const attackTools = readTexts(step, 'tools');
  if (attackTools.length > 0) leftover.push(`Attacker tools: ${attackTools.join(', ')}`);
  const id = readText(execution, 'id') ?? '';
  run.evidence = evidence.get(id) ?? [];
  leftover.push(...(comments.get(id) ?? []));
  return test;
}

const priorities: Readonly<Record<string, Priority>> = {
  critical: 'critical',
  high: 'high',
  medium: 'medium',
  low: 'low',
};
const remediationStatuses: Readonly<Record<string, RemediationStatus>> = {
  open: 'open',
  in_progress: 'in_progress',
  resolved: 'fixed',
  accepted_risk: 'risk_accepted',
};

function readFindings(whole: Values, { plan, mission }: Reading): void {
  const tests = new Set(
    mission.scenarios.flatMap((scenario) => scenario.tests.map(({ sourceId }) => sourceId)),
  );
  for (const [index, value] of readObjects(whole, 'findings').entries()) {
    const row = `finding ${index + 1}`;
    const finding = readObject(value, 'finding');
    const title = readText(finding, 'title');
    if (title === null) {
      plan.refused.push({ row, name: null, why: 'It has no title.' });
      continue;
    }
    const severity = readText(finding, 'severity')?.toLowerCase() ?? '';
    mission.remediations.push({
      row,
      sourceId: readText(finding, 'id') ?? row,
      leftover: severity === '' || Object.hasOwn(priorities, severity) ? [] : [`Severity: ${severity}`],
      title,
      shortcoming: readText(finding, 'description'),
      root_cause: null,
      measure: readText(finding, 'recommendation'),
      risk_if_not_done: null,
      priority: lookUp(priorities, severity) ?? 'low',
      status: lookUp(remediationStatuses, readText(finding, 'status')) ?? 'open',
      owner: readText(readObject(finding, 'owner'), 'displayName'),
      due_on: null,
      tests: readTexts(value, 'linkedStepIds').filter((id) => tests.has(id)),
    });
  }
}
