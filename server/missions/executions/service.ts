import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { adHocScenario } from '../../../domain/executions.ts';
import { longestTemplateText } from '../../../domain/limits.ts';
import { pickFields, redFields } from '../../../domain/test-record.ts';
import { findEntryTags, readCatalogueVersion } from '../../catalogue/service.ts';
import { type Db, inLongTransaction, inSnapshot, type Trx } from '../../database/database.ts';
import { DomainError } from '../../errors.ts';
import type { EvidenceKeeping } from '../../evidence/service.ts';
import type { CatalogTag } from '../../fields.ts';
import { recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { Turn } from '../../turn.ts';
import { openPlan, openTest } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import { insertTests, type NewTest } from '../mission-tests/new-tests.ts';
import { executeTestIn, recordTestWrite } from '../mission-tests/service.ts';
import { readFields } from '../mission-tests/store.ts';
import { changeEvidenceCount } from '../mission-tests/writes.ts';
import { noteCatalogueVersion, noteOutline, pickOutlineTime, refreshTags } from '../outline/store.ts';
import { countTests } from '../plans/store.ts';
import { refuseTooMuch } from '../rules.ts';
import { runAgainIn } from '../runs/service.ts';
import { listScenarioNames } from '../scenarios/store.ts';
import { copiedText, insertScenario } from '../snapshots/store.ts';
import type { Execution, ExecutionsAnswer } from './contract.ts';
import {
  attachFile,
  attachLate,
  countRecordings,
  Elsewhere,
  haveFiles,
  isFresh,
  judgeRecordings,
  keepFiles,
  type StagedFile,
  type StagedFiles,
  stageFiles,
} from './files.ts';
import { nameOf, type Planned, planExecutions, type Sent, writeExecution } from './rules.ts';
import * as store from './store.ts';

export type Recording = Pick<EvidenceKeeping, 'db' | 'now' | 'quotas' | 'register'>;

/** Attempts to store long outputs while others change the tests that they belong to. */
const mostAttempts = 5;

/**
 * Records executions of a program on the tests of a mission, all or none, each once; returns what became of each. Refuses
 * `not_found`, `invalid` more tests than a mission may have and recordings that are none, `archived`, `locked`, `busy` when others keep changing the plan.
 */
export async function recordExecutions(
  recording: Recording,
  user: Principal,
  missionId: string,
  executions: readonly Execution[],
): Promise<ExecutionsAnswer> {
  judgeRecordings(executions);
  const sent = executions.map((execution): Sent => {
    // Recordings may come later than the rest.
    const { recordings: _recordings, ...rest } = execution;
    const digest = createHash('sha256').update(JSON.stringify(rest)).digest('base64url');
    return { execution, digest, newId: newId() };
  });
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const staged = await stage(recording, user, missionId, sent);
    try {
      const planned = await keepFiles(recording, missionId, staged, () =>
        record(recording, user, missionId, sent, staged),
      );
      return {
        executions: planned.map(({ result, test_id, run, matched_by, recordings }, index) => ({
          external_id: (sent[index] as Sent).execution.external_id,
          result,
          test_id,
          run,
          matched_by,
          recordings,
        })),
      };
    } catch (error) {
      if (!(error instanceof Elsewhere)) throw error;
    } finally {
      for (const { blob } of [...staged.values()].flat()) await rm(blob.place, { force: true });
    }
  }
  throw new DomainError('busy', 'The server is busy: try again in a moment', { retryAfterSeconds: 1 });
}

async function plan(db: Db, missionId: string, sent: readonly Sent[]): Promise<Planned[]> {
  const ids = sent.map(({ execution }) => execution.external_id);
  const earlier = await store.findEarlier(db, missionId, ids);
  const isNew = ids.some((id) => !earlier.has(id));
  return planExecutions(sent, isNew ? await store.listCandidates(db, missionId) : [], earlier);
}

/** Stages the files of executions for the tests that will probably take them. */
async function stage(
  recording: Recording,
  user: Principal,
  missionId: string,
  sent: readonly Sent[],
): Promise<StagedFiles> {
  if (!haveFiles(sent)) return new Map();
  const planned = await inSnapshot(recording.db, (trx) => plan(trx, missionId, sent));
  return stageFiles(recording, user, missionId, sent, planned);
}

function record(
  { db, now }: Recording,
  user: Principal,
  missionId: string,
  sent: readonly Sent[],
  staged: StagedFiles,
): Promise<(Planned & { recordings: number })[]> {
  return inLongTransaction(db, async (trx, pause) => {
    const { mission } = await openPlan(trx, user, missionId);
    const planned = await plan(trx, missionId, sent);
    for (const [index, files] of staged) {
      const became = planned[index] as Planned;
      const isElsewhere = files.some(
        ({ test, isRecording }) => test !== became.test_id || !(isRecording || isFresh(became)),
      );
      if (isElsewhere) throw new Elsewhere();
      // Before the others, which may begin the next run.
      if (!isFresh(became)) await attachLate({ trx, user, now }, { missionId, became, files });
    }
    const fresh = [...planned.entries()].filter(([, became]) => isFresh(became));
    if (fresh.length === 0) return countRecordings(trx, sent, planned);
    const at = pickOutlineTime(mission, now);
    const techniques = sent.flatMap(({ execution }) => execution.technique ?? []);
    const tags = await findEntryTags(trx, techniques);
    const writing = { trx, user, mission, at, tags };
    const added = fresh.flatMap(([index, { result }]) => (result === 'added' ? [sent[index] as Sent] : []));
    if (added.length > 0) await addTests(writing, added);
    const turn = new Turn();
    for (const [index, { test_id }] of fresh) {
      const { execution } = sent[index] as Sent;
      await execute(writing, test_id as string, execution, staged.get(index) ?? []);
      await turn.giveWay(pause);
    }
    const kept = fresh.map(([index, { test_id, run, matched_by }]) => {
      const { execution, digest } = sent[index] as Sent;
      const { external_id, guid = null } = execution;
      return { mission_id: missionId, external_id, digest, guid, test_id, run, matched_by, recorded_at: at };
    });
    await store.keepExecutions(trx, kept);
    return countRecordings(trx, sent, planned);
  });
}

type Writing = {
  trx: Trx;
  user: Principal;
  mission: OpenMission;
  at: string;
  tags: ReadonlyMap<string, CatalogTag>;
};

/** Adds the tests of executions that none was planned for, at the end of their scenario. */
async function addTests({ trx, user, mission, at, tags }: Writing, sent: readonly Sent[]): Promise<void> {
  const before = await listScenarioNames(trx, mission.id);
  const found = before.find(({ name }) => name === adHocScenario);
  const scenario_id = found?.id ?? newId();
  if (found === undefined) await addScenario({ trx, user, mission, at, tags }, scenario_id, before.length);
  const first = await countTests(trx, scenario_id);
  const added = sent.map(({ execution, newId: id }, index): NewTest => {
    const { command, technique } = execution;
    return {
      id,
      scenario_id,
      source_template_id: null,
      position: first + index,
      updated_at: at,
      name: nameOf(execution),
      description: null,
      objective: null,
      procedure: null,
      suggested_command: command !== '' && command.length <= longestTemplateText ? command : null,
      cleanup_command: null,
      expected_detection: null,
      platforms: [],
      opsec: null,
      tags: [],
      catalog_tags: [tags.get(technique ?? '')].filter((tag) => tag !== undefined),
      expectations: [],
      variable_defaults: {},
    };
  });
  const bytes = added.reduce(
    (sum, test) => sum + test.name.length + (test.suggested_command?.length ?? 0),
    0,
  );
  const present = { tests: mission.tests, bytes: await copiedText(trx, mission.id) };
  refuseTooMuch(present, { tests: added.length, bytes }, 'executions');
  await insertTests(trx, mission, added, user.id);
  for (const { id, scenario_id: _scenario, source_template_id: _source, updated_at: _at, ...test } of added) {
    const after = { ...test, scenario: adHocScenario };
    await recordTestWrite(trx, user, { id, mission_id: mission.id }, { at, verb: 'created', after });
  }
  await noteOutline(trx, mission, at, { added: added.length });
  await refreshTags(trx, mission);
  await noteCatalogueVersion(trx, mission, await readCatalogueVersion(trx));
}

async function addScenario({ trx, user, mission, at }: Writing, id: string, position: number): Promise<void> {
  const scenario = { name: adHocScenario, description: null, position };
  await insertScenario(trx, mission, { ...scenario, id, source_template_id: null, catalog_tags: [] });
  const place = { mission_id: mission.id };
  await recordWrite(trx, { at, by: user, verb: 'created', object: 'scenario', id, place, after: scenario });
}

/** Writes an execution to a test: to its current run if that is pending, else to the next. */
async function execute(
  { trx, user, mission, at, tags }: Writing,
  testId: string,
  execution: Execution,
  files: readonly StagedFile[],
): Promise<void> {
  const place = { mission_id: mission.id, test_id: testId };
  let test = await openTest(trx, user, place);
  if (test.status !== 'pending') {
    await runAgainIn(trx, user, [test], 'retest', at);
    test = await openTest(trx, user, place);
  }
  const before = pickFields(redFields, await readFields(trx, test));
  const isKnown = tags.has(execution.technique ?? '');
  const change = writeExecution(execution, before, { operator: user.displayName, isKnown });
  await executeTestIn(trx, user, test, change, at);
  for (const file of files) {
    await attachFile(trx, user, test, file, at);
    await changeEvidenceCount(trx, test, 1);
  }
}
