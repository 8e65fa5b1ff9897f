import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DetectionModifier } from '../../../domain/outcomes.ts';
import { isReplayOpen } from '../../../domain/replay.ts';
import type { ClosedStatus } from '../../../domain/runs.ts';
import { blueFields, pickFields, redFields, type TestRecord } from '../../../domain/test-record.ts';
import type { Variables } from '../../../domain/variables.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import { readConfirmed } from '../../facts/contract.ts';
import { readExpectations } from '../../facts/expectations/contract.ts';
import type { CatalogTag } from '../../fields.ts';
import { listEdges } from '../attack-path/store.ts';
import { listRecordedClocks } from '../clocks/store.ts';
import { toFolder } from '../evidence/store.ts';
import type { Reader } from '../findings/store.ts';
import { listMembers } from '../members/store.ts';
import { readReplay } from '../replay/store.ts';
import type { ImportedSighting } from '../sightings/contract.ts';
import { toBlobOf } from '../sightings/files.ts';
import { areVisibleToRed, listAllSightings } from '../sightings/store.ts';
import { readThreatsOf } from '../store.ts';
import { isBlank } from '../tlpt/rules.ts';
import { readTlpt } from '../tlpt/store.ts';
import { readVariables } from '../variables/contract.ts';
import { isPart } from '../visibility.ts';
import { type RecordedFindings, readFindings } from './findings.ts';
import * as store from './store.ts';

type Scenario = Awaited<ReturnType<typeof store.readScenario>>;
type RunRow = Omit<TestRecord, 'detection_level_id'> & {
  id: string;
  level_key: Scenario['tests'][number]['level_key'];
};

/** Location of an evidence file, by its name in an export. */
export type EvidencePlaces = Map<string, { id: string; folder: string; sha256: string; size: number }>;

/**
 * A mission with the findings visible to `reader`, in import form, one scenario at a time so that others are served in between.
 * The caller has checked access. Refuses `not_found` a scenario of another mission.
 */
export async function readRecordedMission(
  db: Db,
  missionId: string,
  reader: Reader,
  scenarioId: string | null,
) {
  const places: EvidencePlaces = new Map();
  const ofSightings: EvidencePlaces = new Map();
  const head = await inSnapshot(db, async (trx) => ({
    mission: await store.readMission(trx, missionId),
    replay: await readReplay(trx, missionId),
    tools: await store.listTools(trx, missionId),
    remediations: await store.listRemediations(trx, missionId),
    scenarios: await store.listScenarios(trx, missionId),
    found: await readFindings(trx, missionId, reader),
    tlpt: (await readTlpt(trx, missionId)).record,
    threats: await readThreatsOf(trx, missionId),
    clocks: await listRecordedClocks(trx, missionId),
    members: (await listMembers(trx, [missionId])).get(missionId) ?? [],
    edges: await listEdges(trx, missionId),
    sightings: await readSightings(trx, missionId, reader, ofSightings),
  }));
  const wanted = head.scenarios.filter(({ id }) => scenarioId === null || id === scenarioId);
  if (scenarioId !== null && wanted.length === 0) throw notFound('Scenario');
  const scenarios = [];
  const shared = readVariables(head.mission.variables_json);
  const isReplayed = isReplayOpen({
    status: head.mission.status,
    opened: head.mission.replay_opened === 1,
  });
  for (const { id, name, description, hidden } of wanted) {
    const scenario = await inSnapshot(db, (trx) => store.readScenario(trx, id));
    if (!isReplayed) scenario.answersOf.clear();
    scenarios.push({
      name,
      description,
      ...toHidden(hidden),
      tests: scenario.tests.map((test) => ({
        ...toTest(test, shared, scenario, places),
        ...toDecided(head.found, test.id),
      })),
    });
    await nextTurn();
  }
  const { mission, tools, found } = head;
  const written = new Set(scenarios.flatMap(({ tests }) => tests.map(({ sourceId }) => sourceId)));
  const path = head.edges
    .filter(({ test_id, follows_id }) => written.has(test_id) && written.has(follows_id))
    .map(({ test_id, follows_id, condition }) => ({ test: test_id, follows: follows_id, condition }));
  const planned = {
    row: mission.name,
    sourceId: mission.id,
    leftover: [],
    name: mission.name,
    organisation: mission.organisation_name,
    client: mission.client,
    description: mission.description,
    start_date: mission.start_date,
    end_date: mission.end_date,
    status: mission.status,
    variables: shared,
    tools: tools.map(({ data_components_json, retired, ...tool }) => ({
      ...tool,
      data_components: JSON.parse(data_components_json) as string[],
      retired: retired === 1,
    })),
    scenarios,
    remediations: head.remediations.rows.map((row) => ({
      row: row.title,
      sourceId: row.id,
      leftover: [],
      title: row.title,
      shortcoming: row.shortcoming,
      root_cause: row.root_cause,
      measure: row.measure,
      risk_if_not_done: row.risk_if_not_done,
      priority: row.priority,
      status: row.status,
      owner: row.owner_text ?? row.owner_name,
      due_on: row.due_on,
      tests: (head.remediations.testsOf.get(row.id) ?? []).map(({ test_id }) => test_id),
      ...(row.verified_test_id !== null &&
        row.verified_run !== null && { verified_by: { test: row.verified_test_id, run: row.verified_run } }),
      ...((row.rule_id !== null || row.rule_name !== null) && {
        rule: { rule_id: row.rule_id, rule_name: row.rule_name },
      }),
    })),
    findings: found.findings,
    ...withoutNull({ last_finding: mission.last_finding, settle_at_review: mission.settle_at_review }),
    ...(mission.locked === 1 && { locked: true }),
    ...(mission.visibility === 'blind' && { visibility: 'blind' as const }),
    ...(isPart(mission, head.members) && { isPart: true as const }),
    ...(head.threats.length > 0 && { threats: head.threats }),
    ...(isBlank(head.tlpt) ? {} : { tlpt: head.tlpt }),
    ...(head.clocks.length > 0 && { clocks: head.clocks }),
    ...(path.length > 0 && { path }),
    ...(head.sightings.length > 0 && { sightings: head.sightings }),
    ...(mission.sightings_visible_to_red === 1 && { sightings_visible_to_red: true }),
    ...(isReplayed && head.replay.updated_at !== null && { replay: toReplay(head.replay) }),
    ...(mission.replay_opened === 1 && { replay_opened: true }),
  };
  return { mission: planned, places, ofSightings };
}

/** Sightings of blue, for readers of blue's side, and for others once they are shown to red. */
async function readSightings(
  db: Db,
  missionId: string,
  { sides }: Reader,
  places: EvidencePlaces,
): Promise<ImportedSighting[]> {
  if (!sides.includes('blue') && !(await areVisibleToRed(db, missionId))) return [];
  return (await listAllSightings(db, missionId)).map(
    ({ test_id, run, not_ours_reason, declared, evidence, ...sighting }) => ({
      at: sighting.at,
      at_until: sighting.at_until,
      kind: sighting.kind,
      title: sighting.title,
      tool: sighting.tool,
      rule_name: sighting.rule_name,
      rule_id: sighting.rule_id,
      severity: sighting.severity,
      hosts: sighting.hosts,
      users: sighting.users,
      techniques: sighting.techniques,
      note: sighting.note,
      judgement: sighting.judgement,
      declared,
      not_ours_reason,
      matched_to: test_id === null || run === null ? null : { test: test_id, run },
      ...(evidence.length > 0 && {
        evidence: evidence.map((file) => {
          const { id, file_name, caption } = file;
          const member = `${id}/${file_name}`;
          places.set(member, toBlobOf(file));
          return { member, file_name, caption };
        }),
      }),
    }),
  );
}

function toReplay({ started_at, ended_at, attendees, summary }: Awaited<ReturnType<typeof readReplay>>) {
  return { started_at, ended_at, attendees, summary };
}

function toDecided({ decidedOf }: RecordedFindings, test: string) {
  const decided = decidedOf.get(test);
  return decided === undefined ? {} : { decided: decided.map(({ test_id: _test, ...rest }) => rest) };
}

function withoutNull<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], null> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as {
    [Key in keyof Fields]?: Exclude<Fields[Key], null>;
  };
}

function leaveOut(variables: Variables, others: Variables): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !Object.hasOwn(others, name)));
}

function toHidden(hidden: 0 | 1 | null): { hidden?: boolean } {
  return hidden === null ? {} : { hidden: hidden === 1 };
}

function toTest(
  test: Scenario['tests'][number],
  shared: Variables,
  scenario: Scenario,
  places: EvidencePlaces,
) {
  const expected = scenario.expectedOf.get(test.id) ?? [];
  return {
    row: test.name,
    sourceId: test.id,
    leftover: [],
    name: test.name,
    description: test.description,
    objective: test.objective,
    procedure: test.procedure,
    command: test.suggested_command,
    cleanup_command: test.cleanup_command,
    expected_detection: test.expected_detection,
    platforms: JSON.parse(test.platforms_json) as string[],
    opsec: test.opsec,
    tags: JSON.parse(test.tags_json) as string[],
    catalog_tags: (JSON.parse(test.catalog_tags_json) as CatalogTag[]).map((tag) => tag.external_id),
    expectations: readExpectations(test.expectations_json).map(({ tool_ids: _tools, ...expectation }) => ({
      ...expectation,
      tools: expected.filter(({ kind }) => kind === expectation.kind).map(({ name }) => name),
    })),
    // Effective values: a default applies when the mission has none.
    variables: {
      ...leaveOut(readVariables(test.variable_defaults_json), shared),
      ...readVariables(test.variables_json),
    },
    status: test.status,
    ...toHidden(test.hidden),
    ...withoutNull({ atomic_guid: scenario.guidOf.get(test.id) ?? null }),
    run: {
      ...toRun(test, scenario, places),
      ...withoutNull({ reason: test.run_reason, begun_at: test.run_started_at }),
      ...toAnswers(scenario, test.id, test.run_number),
    },
    closed_runs: (scenario.runsOf.get(test.id) ?? []).map((run) => ({
      ...toRun(run, scenario, places),
      ...withoutNull({
        reason: run.reason,
        begun_at: run.begun_at,
        expectation_met: run.expectation_met,
      }),
      closed_at: run.closed_at,
      status: run.status as ClosedStatus,
      ...toAnswers(scenario, test.id, run.number),
    })),
  };
}

/** The answers of the replay to a run. */
function toAnswers({ answersOf }: Scenario, test: string, run: number) {
  const found = answersOf.get(`${test} ${run}`);
  if (found === undefined) return {};
  const { seen, should_have, why_not, decision, note, discussed_at } = found;
  return { replay: { seen, should_have, why_not, decision, note, discussed_at } };
}

function toRun(run: RunRow, { factsOf, namedOf, evidenceOf }: Scenario, places: EvidencePlaces) {
  return {
    ...pickFields(redFields, run),
    level: run.detection_level_source === 'derived' ? null : run.level_key,
    ...pickFields(blueFields, run),
    facts: (factsOf.get(run.id) ?? []).map((fact) => ({
      kind: fact.kind,
      result: fact.result,
      at: fact.at,
      time_confirmed: readConfirmed(fact.time_confirmed),
      tool: fact.tool_name,
      rule_name: fact.rule_name,
      rule_id: fact.rule_id,
      alert_id: fact.alert_id,
      severity: fact.severity,
      category: fact.category,
      note: fact.note,
      settled: fact.settled === 1,
      modifiers: JSON.parse(fact.modifiers_json) as DetectionModifier[],
      evidence: (namedOf.get(fact.id) ?? []).map(({ sha256 }) => sha256),
    })),
    evidence: (evidenceOf.get(run.id) ?? []).map((record) => {
      const member = `${record.id}/${record.file_name}`;
      const { sha256, size } = record;
      places.set(member, { id: record.id, folder: toFolder(record), sha256, size });
      return { member, file_name: record.file_name, side: record.side, caption: record.caption };
    }),
  };
}
