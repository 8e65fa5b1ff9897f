import { mostTests } from '../../../domain/limits.ts';
import type { MissionStatus, TestStatus } from '../../../domain/missions.ts';
import { pickFields, redFields } from '../../../domain/test-record.ts';
import { readCatalogueVersion } from '../../catalogue/service.ts';
import { isoTime } from '../../database/clock.ts';
import type { Db } from '../../database/database.ts';
import { listDetectionLevels } from '../../detection-levels/service.ts';
import { invalid } from '../../errors.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import { findOrMakeOrganisation, findOrMakeTools } from '../../organisations/service.ts';
import type { Principal } from '../../permissions.ts';
import { openPlan, openTest } from '../doors.ts';
import { setTools } from '../expectations/store.ts';
import type { OpenMission } from '../heads.ts';
import { replaceMembersOf } from '../members/service.ts';
import { recordTestWrite } from '../mission-tests/service.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import { insertTest, setColumns } from '../mission-tests/writes.ts';
import { noteCatalogueVersion, noteOutline, pickOutlineTime, refreshTags } from '../outline/store.ts';
import { recordMission } from '../recorded.ts';
import { insertRemediation } from '../remediations/store.ts';
import type { ImportedSighting } from '../sightings/contract.ts';
import { type KeptSighting, putSightings } from '../sightings/imported.ts';
import { insertScenario } from '../snapshots/store.ts';
import { toThreatsColumn } from '../store.ts';
import { toVariablesColumn } from '../variables/contract.ts';
import { toViewer } from '../visibility.ts';
import { insertMission, updateMission } from '../writes.ts';
import { ImportedColumns, type KeptEvidence, type KeptTest } from './columns.ts';
import type { ImportedFinding, ImportedMission, ImportedRemediation, ImportedRun } from './contract.ts';
import { addFinding, noteDecided } from './findings.ts';
import { addParts, type Parts } from './parts.ts';
import type { Find, MissionImport, Place } from './place.ts';
import { addAnswers, addClosedRun, addRecords } from './runs.ts';
import * as store from './store.ts';

export type { MissionImport } from './place.ts';
export type { KeptEvidence, KeptSighting, KeptTest };

/** Time of the last write to each object, by id, except in missions the user doesn't see; without a user, all are visible. */
export async function readImportedVersions(
  db: Db,
  user: Principal | null,
  kind: 'mission' | 'test' | 'remediation' | 'finding',
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const viewer = user && toViewer(user);
  if (kind === 'mission') return store.readMissionVersions(db, viewer, ids);
  return store.readVersions(db, viewer, store.tableOf[kind], ids);
}

/** Tests, remediations or findings among these that belong to a mission. */
export const listImportedOf: typeof store.listOfMission = store.listOfMission;

/** The unexecuted tests of a mission, in order, in the form used for matching executions. */
export const listMatchableTests: typeof store.listMatchableTests = store.listMatchableTests;

/** State of a new mission once everything is written; if omitted, it is derived from its tests. */
type MissionEnd = Pick<ImportedMission, 'status' | 'locked'>;

type NewScenario = { name: string; description?: string | null; hidden?: boolean | undefined };

function toHiddenColumn(hidden: boolean | undefined): 0 | 1 | null {
  return hidden === undefined ? null : hidden ? 1 : 0;
}

/** A mission that receives imported records, in one transaction. */
export class ImportedInto {
  readonly id: string;
  readonly #import: MissionImport;
  readonly #viewer: Principal | null;
  readonly #mission: OpenMission;
  readonly #isNew: boolean;
  readonly #end: MissionEnd;
  readonly #time: string;
  readonly #columns: ImportedColumns;
  readonly #scenarios: { id: string; name: string; tests: number }[];
  #tests: number;
  #isChanged: boolean;

  private constructor(
    from: MissionImport,
    mission: OpenMission,
    parts: {
      viewer: Principal | null;
      isNew: boolean;
      end: MissionEnd;
      time: string;
      columns: ImportedColumns;
      scenarios: { id: string; name: string; tests: number }[];
    },
  ) {
    this.id = mission.id;
    this.#import = from;
    this.#viewer = parts.viewer;
    this.#mission = mission;
    this.#isNew = parts.isNew;
    this.#end = parts.end;
    this.#time = parts.time;
    this.#columns = parts.columns;
    this.#scenarios = parts.scenarios;
    this.#tests = mission.tests;
    this.#isChanged = parts.isNew;
  }

  /** Creates a mission with its scenarios; the person becomes a member, as its lead. Refuses `invalid` too many tools. */
  static async make(from: MissionImport, id: string, planned: ImportedMission): Promise<ImportedInto> {
    const { trx, now, user } = from;
    const time = isoTime(now());
    const { name, client, organisation, description, start_date, end_date, variables } = planned;
    const organisation_id = await findOrMakeOrganisation(trx, now, user, organisation || client);
    const mission = await insertMission(trx, {
      id,
      name: name.trim(),
      client: client || organisation,
      organisation_id,
      description,
      start_date,
      end_date: start_date !== null && end_date !== null && end_date < start_date ? null : end_date,
      created_by: user?.id ?? null,
      created_at: time,
      retest_of_id: null,
      variables_json: toVariablesColumn(variables),
      settle_at_review: planned.settle_at_review ?? null,
      sightings_visible_to_red: planned.sightings_visible_to_red === true ? 1 : null,
      replay_opened: planned.replay_opened === true ? 1 : null,
      threats_json: toThreatsColumn(planned.threats ?? []),
      visibility: planned.visibility ?? null,
    });
    if (user !== null) {
      await replaceMembersOf(trx, user, mission, [{ user_id: user.id, role_hint: 'lead' }], time);
    }
    const tools =
      organisation_id === null
        ? new Map<string, string>()
        : await findOrMakeTools(trx, now, from, organisation_id, planned.tools);
    const into = new ImportedInto(from, mission, {
      viewer: user,
      isNew: true,
      end: planned,
      time,
      columns: new ImportedColumns(tools, await readLevels(trx)),
      scenarios: [],
    });
    if (planned.last_finding !== undefined) await store.noteLastFinding(trx, mission, planned.last_finding);
    for (const scenario of planned.scenarios) await into.#addScenario(scenario);
    return into;
  }

  /**
   * Opens a mission for further tests: an existing one, or with `isNew` one started before. Refuses `not_found`, `archived`,
   * `locked`, `invalid` too many tools.
   */
  static async open(
    from: MissionImport,
    viewer: Principal,
    id: string,
    tools: ImportedMission['tools'],
    { isNew, end }: { isNew: boolean; end: MissionEnd } = { isNew: false, end: { status: null } },
  ): Promise<ImportedInto> {
    const { trx, now } = from;
    const { mission } = await openPlan(trx, viewer, id);
    const organisation = await store.readOrganisation(trx, id);
    const found =
      organisation === null
        ? new Map<string, string>()
        : await findOrMakeTools(trx, now, from, organisation, tools);
    return new ImportedInto(from, mission, {
      viewer,
      isNew,
      end,
      time: pickOutlineTime(mission, now),
      columns: new ImportedColumns(found, await readLevels(trx)),
      scenarios: await store.listScenarioSizes(trx, id),
    });
  }

  /**
   * Adds a test at the end of its scenario, which is created and returned if the mission has none of that name. Refuses `invalid`
   * beyond the limit.
   */
  async addTest(
    id: string,
    scenario: NewScenario,
    test: KeptTest,
  ): Promise<{ id: string; name: string } | null> {
    if (this.#tests >= mostTests) throw invalid('tests', `a mission has at most ${mostTests} tests`);
    const found = this.#scenarios.find(({ name }) => name === scenario.name);
    const place = found ?? (await this.#addScenario(scenario));
    const { trx, user } = this.#import;
    const { columns, expectations } = this.#columns.toColumns(test);
    const closed = test.closed_runs.length;
    await insertTest(trx, this.#mission, {
      ...columns,
      id,
      hidden: toHiddenColumn(test.hidden),
      scenario_id: place.id,
      source_template_id: null,
      position: place.tests,
      last_actor_id: user?.id ?? null,
      assignee_id: null,
      updated_at: this.#time,
      run_number: closed + 1,
      run_reason: closed === 0 ? null : (test.run.reason ?? 'retest'),
      run_started_at:
        closed === 0
          ? null
          : (test.run.begun_at ?? test.run.started_at ?? test.run.executed_at ?? this.#time),
      evidence_count: test.run.evidence.length,
    });
    if (expectations.some(({ tool_ids }) => tool_ids.length > 0)) await setTools(trx, id, expectations);
    for (const [index, run] of test.closed_runs.entries())
      await addClosedRun(this.#place, this.#columns, id, index, run);
    await addRecords(this.#place, this.#columns, id, test.run);
    await addAnswers(this.#place, id, closed + 1, test.run);
    await noteDecided(this.#place, id, test);
    place.tests += 1;
    this.#tests += 1;
    this.#isChanged = true;
    if (!this.#isNew) await this.#record(id, 'created', null, { name: test.name, status: columns.status });
    return found === undefined ? { id: place.id, name: place.name } : null;
  }

  /** Adds a test executed elsewhere, at the end of the first scenario. Refuses `invalid` beyond the limit. */
  async addExecution(id: string, test: KeptTest): Promise<void> {
    await this.addTest(id, this.#scenarios[0] ?? { name: 'Executions', description: null }, test);
  }

  /** Writes an execution with its files onto a pending test, which becomes executed. Refuses nothing. */
  async execute(id: string, run: ImportedRun, files: readonly KeptEvidence[]): Promise<void> {
    const { trx, user } = this.#import;
    const before = await store.readTest(trx, id);
    if (before === null) return;
    const { status, ...columns } = this.#columns.toRun({ ...run, evidence: [] }, 'executed');
    const red = { status, ...pickFields(redFields, columns) };
    const present = await store.listEvidenceDigests(trx, id);
    const evidence = files.filter(({ sha256 }) => !present.has(sha256));
    await addRecords(this.#place, this.#columns, id, { ...run, facts: [], evidence });
    await setColumns(trx, await this.#openTest(id), {
      ...red,
      evidence_count: before.evidence_count + evidence.length,
      last_actor_id: user?.id ?? null,
      updated_at: this.#time,
    });
    this.#isChanged = true;
    await this.#record(id, 'changed', before, red);
  }

  /** Overwrites an imported test with the file's content; its closed runs stay unchanged. Refuses nothing. */
  async changeTest(id: string, test: KeptTest): Promise<void> {
    const { trx, user } = this.#import;
    const { columns, expectations } = this.#columns.toColumns(test);
    const before = await store.readTest(trx, id);
    if (before === null) return;
    await store.deleteFacts(trx, id);
    const present = await store.listEvidenceDigests(trx, id);
    const evidence = test.run.evidence.filter(({ sha256 }) => !present.has(sha256));
    await addRecords(this.#place, this.#columns, id, { ...test.run, evidence });
    await setTools(trx, id, expectations);
    await noteDecided(this.#place, id, test);
    await setColumns(trx, await this.#openTest(id), {
      ...columns,
      evidence_count: before.evidence_count + evidence.length,
      last_actor_id: user?.id ?? null,
      updated_at: this.#time,
    });
    this.#isChanged = true;
    await this.#record(id, 'changed', before, columns);
  }

  /** Adds a remediation for tests of the mission. Refuses nothing. */
  async addRemediation(
    id: string,
    planned: ImportedRemediation,
    testIds: readonly string[],
    verifiedBy: { test_id: string; run: number } | null,
  ): Promise<void> {
    const { trx, user, by } = this.#import;
    const { tests: _tests, verified_by: _run, rule, owner, ...fields } = planned;
    const at = this.#time;
    await insertRemediation(trx, this.#mission, {
      ...fields,
      id,
      owner_id: null,
      owner_text: owner,
      status_changed_at: at,
      status_changed_by: user?.id ?? null,
      verified_test_id: verifiedBy?.test_id ?? null,
      verified_run: verifiedBy?.run ?? null,
      rule_id: rule?.rule_id ?? null,
      rule_name: rule?.rule_name ?? null,
      created_by: user?.id ?? null,
      created_at: at,
      updated_by: user?.id ?? null,
      updated_at: at,
      test_ids: testIds,
    });
    this.#isChanged = true;
    if (this.#isNew) return;
    const place = { mission_id: this.id };
    await recordWrite(trx, { at, by, verb: 'created', object: 'remediation', id, place, after: fields });
  }

  /**
   * Adds a finding with its number, or the next one if that is taken; returns, in words, references missing from the mission.
   * `of` finds objects by source id. Refuses nothing.
   */
  async addFinding(
    id: string,
    planned: ImportedFinding,
    of: { test: Find; remediation: Find },
  ): Promise<string[]> {
    const lost = await addFinding(this.#place, id, planned, of);
    this.#isChanged = true;
    return lost;
  }

  /** Writes the sightings of a new mission with their files, which wait for their tests. Refuses nothing. */
  async addSightings(planned: readonly ImportedSighting[], kept: readonly KeptSighting[]): Promise<void> {
    const { trx, by, user } = this.#import;
    await putSightings(trx, this.#mission, { by, user, at: this.#time }, planned, kept);
  }

  /** Writes what names the tests of a new mission, once those are there. Refuses nothing. */
  async addParts(planned: Parts, find: Find): Promise<void> {
    await addParts(this.#place, planned, find);
  }

  /** Updates tags, counts and state of the mission, and records it. Refuses nothing. */
  async finish(): Promise<void> {
    const { trx, by } = this.#import;
    if (!this.#isChanged) return;
    await refreshTags(trx, this.#mission);
    await noteOutline(trx, this.#mission, this.#time);
    if (!this.#isNew) return;
    await noteCatalogueVersion(trx, this.#mission, await readCatalogueVersion(trx));
    const status = this.#end.status ?? toMissionStatus(await store.listStatuses(trx, this.id));
    const isLocked = this.#end.locked === true && (status === 'completed' || status === 'archived');
    if (status !== 'draft' || isLocked) {
      const lock = isLocked ? { locked: 1 as const } : {};
      await updateMission(trx, this.#mission, { status, ...lock, updated_at: this.#time });
    }
    await recordMission(trx, by, this.id, 'created', this.#time, null);
  }

  get #place(): Place {
    return { from: this.#import, mission: this.#mission, isNew: this.#isNew, time: this.#time };
  }

  #openTest(id: string): Promise<OpenTest> {
    if (this.#viewer === null) throw new Error('a mission that was just made has no test to change');
    return openTest(this.#import.trx, this.#viewer, { mission_id: this.id, test_id: id });
  }

  async #addScenario({ name, description = null, hidden }: NewScenario) {
    const scenario = { id: newId(), name, tests: 0 };
    await insertScenario(this.#import.trx, this.#mission, {
      id: scenario.id,
      name,
      description,
      hidden: toHiddenColumn(hidden),
      position: this.#scenarios.length,
      source_template_id: null,
      catalog_tags: [],
    });
    this.#scenarios.push(scenario);
    return scenario;
  }

  /** Tools named by a test that the organisation doesn't have, in words. */
  listMissingTools(test: Parameters<ImportedColumns['listMissingTools']>[0]): string[] {
    return this.#columns.listMissingTools(test);
  }

  async #record(
    id: string,
    verb: 'created' | 'changed',
    before: Readonly<Record<string, unknown>> | null,
    after: Readonly<Record<string, unknown>>,
  ): Promise<void> {
    const { trx, by } = this.#import;
    await recordTestWrite(trx, by, { id, mission_id: this.id }, { at: this.#time, verb, before, after });
  }
}

async function readLevels(db: Db): Promise<Map<string, string>> {
  return new Map((await listDetectionLevels(db)).map(({ key, id }) => [key, id]));
}

/** Status of a mission whose source has none. */
function toMissionStatus(statuses: ReadonlySet<TestStatus>): MissionStatus {
  if (statuses.size === 0 || (statuses.size === 1 && statuses.has('pending'))) return 'draft';
  return statuses.has('pending') ? 'in_progress' : 'completed';
}
