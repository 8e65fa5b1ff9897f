import type { Now } from '../../../database/clock.ts';
import { timeAfter } from '../../../database/clock.ts';
import type { Db, Trx } from '../../../database/database.ts';
import type { Row } from '../../../database/tables.ts';
import { readConfirmed } from '../../../facts/contract.ts';
import { putFact } from '../../../facts/service.ts';
import { type Author, recordWrite } from '../../../history/service.ts';
import type { Principal } from '../../../permissions.ts';
import { openMission, openTest } from '../../doors.ts';
import { deleteFinding } from '../../findings/store.ts';
import type { OpenMission } from '../../heads.ts';
import { recordTestWrite } from '../../mission-tests/service.ts';
import { deleteTest, setColumns } from '../../mission-tests/writes.ts';
import { noteOutline, pickOutlineTime, refreshTags } from '../../outline/store.ts';
import { deleteRemediation } from '../../remediations/store.ts';
import { keepRemoved, readKept } from '../../removals/store.ts';
import * as store from '../store.ts';

/** The current run of a test, and its plan, before an import changes it. */
export type TestBefore = {
  row: Row<'mission_tests'>;
  facts: (Row<'facts'> & { evidence_ids: string[] })[];
  tools: { kind: Row<'expectation_tools'>['kind']; tool_id: string }[];
  evidence: string[];
};

/** Null for a missing test. */
export async function readTestBefore(db: Db, id: string): Promise<TestBefore | null> {
  const row = await store.readTest(db, id);
  if (row === null) return null;
  const facts = await store.listFactRows(db, id);
  const named = await store.listNamedEvidence(db, id);
  return {
    row,
    facts: facts.map((fact) => ({
      ...fact,
      evidence_ids: named.filter(({ fact_id }) => fact_id === fact.id).map(({ evidence_id }) => evidence_id),
    })),
    tools: await store.listExpectedTools(db, id),
    evidence: await store.listEvidenceIds(db, id),
  };
}

type TakingBack = { trx: Trx; now: Now; by: Author; viewer: Principal };
type Opened = { mission: OpenMission; at: string; isChanged: boolean };

/** Removes imported records from existing missions, in one transaction. */
export class OutOfMissions {
  readonly #from: TakingBack;
  readonly #opened = new Map<string, Opened>();

  constructor(from: TakingBack) {
    this.#from = from;
  }

  /** Restores a test; its position stays. Refuses `not_found`, `archived`. */
  async restoreTest(missionId: string, before: TestBefore): Promise<void> {
    const { trx, by, viewer } = this.#from;
    const { id } = before.row;
    const present = await store.readTest(trx, id);
    if (present === null) return;
    const opened = await this.#open(missionId);
    const test = await openTest(trx, viewer, { mission_id: missionId, test_id: id });
    const fields = await store.keepLiveReferences(trx, pickFields(before.row));
    await store.deleteFacts(trx, id);
    await store.deleteOtherEvidence(trx, id, before.evidence);
    await store.setExpectedTools(trx, id, before.tools);
    await this.#restoreFacts(id, before);
    const evidence_count = (await store.listEvidenceIds(trx, id)).length;
    await setColumns(trx, test, { ...fields, evidence_count, updated_at: opened.at });
    opened.isChanged = true;
    await recordTestWrite(
      trx,
      by,
      { id, mission_id: missionId },
      {
        at: opened.at,
        verb: 'changed',
        before: present,
        after: fields,
      },
    );
  }

  /**
   * Removes an added test with everything in it, unless a finding or a remediation names it: they would lose what they are about,
   * and be told to everybody if it is hidden. Returns whether it did. Refuses `not_found`, `archived`.
   */
  async removeTest(missionId: string, id: string): Promise<boolean> {
    const { trx, by, viewer } = this.#from;
    const opened = await this.#open(missionId);
    const test = await openTest(trx, viewer, { mission_id: missionId, test_id: id });
    const { findings, remediations } = await readKept(trx, id);
    if (findings + remediations > 0) return false;
    const { name, status } = (await store.readTest(trx, id)) as Row<'mission_tests'>;
    await store.forgetRecords(trx, test);
    await keepRemoved(trx, test, opened.at);
    await deleteTest(trx, opened.mission, test);
    opened.isChanged = true;
    const before = { name, status };
    const after = { name: null, status: null };
    await recordTestWrite(
      trx,
      by,
      { id, mission_id: missionId },
      { at: opened.at, verb: 'deleted', before, after },
    );
    return true;
  }

  /** Removes an added scenario, unless someone uses it or has renamed it. Refuses `not_found`, `archived`. */
  async removeScenario(missionId: string, scenario: { id: string; name: string }): Promise<void> {
    const opened = await this.#open(missionId);
    if (await store.deleteEmptyScenario(this.#from.trx, missionId, scenario)) opened.isChanged = true;
  }

  /** Removes an added remediation. Refuses `not_found`, `archived`. */
  async removeRemediation(missionId: string, id: string): Promise<void> {
    const { trx, by } = this.#from;
    const opened = await this.#open(missionId);
    const before = await store.readRemediationFields(trx, id);
    if (before === null) return;
    await deleteRemediation(trx, opened.mission, id);
    opened.isChanged = true;
    const place = { mission_id: missionId };
    await recordWrite(trx, {
      at: opened.at,
      by,
      verb: 'deleted',
      object: 'remediation',
      id,
      place,
      before,
    });
  }

  /** Removes an added finding. Refuses `not_found`, `archived`. */
  async removeFinding(missionId: string, id: string): Promise<void> {
    const { trx, by } = this.#from;
    const opened = await this.#open(missionId);
    const found = await store.readFindingFields(trx, id);
    if (found === null) return;
    await deleteFinding(trx, opened.mission, id);
    opened.isChanged = true;
    const { side, ...before } = found;
    const place = side === 'both' ? { place: { mission_id: missionId } } : {};
    await recordWrite(trx, { at: opened.at, by, verb: 'deleted', object: 'finding', id, ...place, before });
  }

  /** Updates tags and outlines of the missions. Refuses nothing. */
  async finish(): Promise<void> {
    const { trx } = this.#from;
    for (const { mission, at, isChanged } of this.#opened.values()) {
      if (!isChanged) continue;
      await refreshTags(trx, mission);
      await noteOutline(trx, mission, at);
    }
  }

  async #open(id: string): Promise<Opened> {
    const before = this.#opened.get(id);
    if (before !== undefined) return before;
    const { trx, now, viewer } = this.#from;
    const { mission } = await openMission(trx, viewer, id);
    const opened = { mission, at: pickOutlineTime(mission, now), isChanged: false };
    this.#opened.set(id, opened);
    return opened;
  }

  async #restoreFacts(testId: string, { facts }: TestBefore): Promise<void> {
    const { trx, now } = this.#from;
    const evidence = new Set(await store.listEvidenceIds(trx, testId));
    for (const { evidence_ids, modifiers_json, ...fact } of facts) {
      const { test_id: _test, simulation_id: _simulation, run_id: _run, ...fields } = fact;
      await putFact(
        trx,
        { column: 'test_id', id: testId },
        {
          ...fields,
          time_confirmed: readConfirmed(fact.time_confirmed),
          settled: fact.settled === 1,
          ...(await store.keepLiveOfFact(trx, fact)),
          modifiers: JSON.parse(modifiers_json),
          evidence_ids: evidence_ids.filter((id) => evidence.has(id)),
          updated_at: timeAfter(fact.updated_at, now),
        },
      );
    }
  }
}

/** Without its position, run number and assignee, which an import does not change. */
function pickFields(row: Row<'mission_tests'>): Omit<Row<'mission_tests'>, (typeof left)[number]> {
  const fields: Partial<Row<'mission_tests'>> = { ...row };
  for (const name of left) delete fields[name];
  return fields as Omit<Row<'mission_tests'>, (typeof left)[number]>;
}

const left = [
  'id',
  'mission_id',
  'scenario_id',
  'source_template_id',
  'position',
  'updated_at',
  'evidence_count',
  'run_number',
  'run_reason',
  'run_started_at',
  'assignee_id',
  'variable_defaults_json',
] as const satisfies (keyof Row<'mission_tests'>)[];
