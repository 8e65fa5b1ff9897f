import { isDeepStrictEqual } from 'node:util';
import { cutName } from '../../../domain/names.ts';
import { findEntryTags, readCatalogueVersion, resolveTags } from '../../catalogue/service.ts';
import type { Now } from '../../database/clock.ts';
import { type Db, inLongTransaction, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { dropRepeated } from '../../drop-repeated.ts';
import { invalid } from '../../errors.ts';
import type { TemplateExpectation } from '../../facts/expectations/contract.ts';
import { newId } from '../../ids.ts';
import type { Principal } from '../../permissions.ts';
import { readTestSources } from '../../templates/service.ts';
import { Turn } from '../../turn.ts';
import type { MissionTest, TestSummary } from '../contract.ts';
import { openPlan, openTest } from '../doors.ts';
import { keepHidden } from '../hiding/store.ts';
import { insertTests, type NewTest } from '../mission-tests/new-tests.ts';
import { pickWriteTime, readWrittenTest, recordTestWrite } from '../mission-tests/service.ts';
import { listTests } from '../mission-tests/store.ts';
import { setColumns, shiftTests, updateTest } from '../mission-tests/writes.ts';
import { toLabels } from '../outline/rules.ts';
import { noteCatalogueVersion, noteOutline, pickOutlineTime, refreshTags } from '../outline/store.ts';
import { refuseTooMuch } from '../rules.ts';
import { requireVisibleScenario, type ScenarioPlace } from '../scenarios/service.ts';
import { listScenarioNames } from '../scenarios/store.ts';
import { copiedText } from '../snapshots/store.ts';
import type { TestPlace } from '../visibility.ts';
import type { NewPlace, NewTests, PlanPatch } from './contract.ts';
import { weighPlan } from './rules.ts';
import * as store from './store.ts';

/** A task of a C2 framework as the source of a test. */
export type SourceTask = {
  externalId: string;
  callback: string | null;
  command: string | null;
  techniques: readonly string[];
};

export type Plans = {
  db: Db;
  now: Now;
  /**
   * The tasks of the framework connected to an engagement, in the requested order. Refuses what the framework's reader refuses.
   */
  readTasks: (user: Principal, engagementId: string, externalIds: readonly string[]) => Promise<SourceTask[]>;
};

type Source = Omit<NewTest, 'id' | 'scenario_id' | 'position' | 'updated_at'>;

const insertedAtOnce = 50;

/**
 * Adds tests at the end of a scenario: a hand-written one, or a copy of each of these templates or tasks. `admit` checks the
 * caller again after a framework has answered. Refuses `not_found`, `invalid` an unknown tag, template, engagement or task and
 * more tests or text than a mission may have, `archived`, and a framework's failure.
 */
export async function addTests(
  plans: Plans,
  user: Principal,
  place: ScenarioPlace,
  input: NewTests,
  admit: () => Promise<Principal>,
): Promise<TestSummary[]> {
  const isAsked = 'engagement_id' in input;
  const tasks = isAsked ? await plans.readTasks(user, input.engagement_id, input.task_external_ids) : [];
  const by = isAsked ? await admit() : user;
  return inLongTransaction(plans.db, async (trx, pause) => {
    const scenario = await requireVisibleScenario(trx, by, place);
    const { mission, judged: sources } = await openPlan(trx, by, place.mission_id, async ({ tests }) => {
      const sources = isAsked ? await readTaskSources(trx, tasks) : await readSources(trx, input);
      const added = { tests: sources.length, bytes: sumWeights(sources) };
      const present = { tests, bytes: await copiedText(trx, place.mission_id) };
      refuseTooMuch(present, added, namePath(input));
      return sources;
    });
    const at = pickOutlineTime(mission, plans.now);
    const present = await store.countTests(trx, scenario.id);
    const where = { scenario_id: scenario.id, updated_at: at };
    const added = sources.map(
      (source, index): NewTest => ({ ...source, ...where, id: newId(), position: present + index }),
    );
    const turn = new Turn();
    for (let from = 0; from < added.length; from += insertedAtOnce) {
      const some = added.slice(from, from + insertedAtOnce);
      await insertTests(trx, mission, some, by.id);
      for (const { id, ...test } of some) {
        const after = toRecorded(test, scenario.name);
        await recordTestWrite(trx, by, { id, mission_id: mission.id }, { at, verb: 'created', after });
      }
      await turn.giveWay(pause);
    }
    await noteOutline(trx, mission, at, { added: sources.length });
    await refreshTags(trx, mission);
    await noteCatalogueVersion(trx, mission, await readCatalogueVersion(trx));
    const made = new Set(added.map(({ id }) => id));
    return (await listTests(trx, mission.id)).filter(({ id }) => made.has(id));
  });
}

function toRecorded(
  {
    source_template_id: _source,
    scenario_id: _scenario,
    updated_at: _at,
    position,
    ...plan
  }: Omit<NewTest, 'id'>,
  scenario: string,
): Record<string, unknown> {
  return { ...plan, scenario, position };
}

function namePath(input: NewTests): string {
  if ('plan' in input) return 'name';
  return 'test_template_ids' in input ? 'test_template_ids' : 'task_external_ids';
}

function sumWeights(sources: readonly Source[]): number {
  let bytes = 0;
  for (const {
    source_template_id: _source,
    expectations: _expected,
    variable_defaults: _defaults,
    ...plan
  } of sources) {
    bytes += weighPlan(plan as Parameters<typeof weighPlan>[0]);
  }
  return bytes;
}

const nothingExpected: TemplateExpectation[] = [];

async function readSources(trx: Trx, input: Exclude<NewTests, { engagement_id: string }>): Promise<Source[]> {
  if ('plan' in input) {
    const { catalog_tags, platforms, tags, ...plan } = input.plan;
    return [
      {
        ...plan,
        platforms: dropRepeated(platforms),
        tags: dropRepeated(tags),
        catalog_tags: await resolveTags(trx, catalog_tags, 'catalog_tags'),
        expectations: nothingExpected,
        variable_defaults: {},
        source_template_id: null,
      },
    ];
  }
  const templates = await readTestSources(trx, input.test_template_ids, 'test_template_ids');
  return templates.map(({ id, command, variables, ...template }) => ({
    ...template,
    variable_defaults: variables,
    suggested_command: command,
    source_template_id: id,
  }));
}

async function readTaskSources(trx: Trx, tasks: readonly SourceTask[]): Promise<Source[]> {
  const known = await findEntryTags(
    trx,
    tasks.flatMap(({ techniques }) => techniques),
  );
  return tasks.map((task) => ({
    name: nameTask(task),
    description: `Task ${task.externalId}${task.callback === null ? '' : ` of ${task.callback}`}`,
    objective: null,
    procedure: null,
    suggested_command: task.command,
    cleanup_command: null,
    expected_detection: null,
    platforms: [],
    opsec: null,
    tags: [],
    catalog_tags: dropRepeated(task.techniques).flatMap((id) => known.get(id) ?? []),
    expectations: nothingExpected,
    variable_defaults: {},
    source_template_id: null,
  }));
}

function nameTask({ command, externalId }: SourceTask): string {
  return cutName(command?.trim().split(/[\r\n]/)[0] ?? '') || cutName(`Task ${externalId}`);
}

/**
 * Changes the plan of a test; its template stays unchanged, and an empty change writes nothing. Refuses `not_found`, `invalid` an
 * unknown tag and more text than a mission may have, `archived`, and `stale` when `ifMatch` does not name the current version.
 */
export function changePlan(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  patch: PlanPatch,
  ifMatch: string | undefined,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    let change: store.PlanChange = {};
    const judge = async () => {
      const { catalog_tags, platforms, tags, ...texts } = patch;
      change = {
        ...texts,
        ...(platforms && { platforms: dropRepeated(platforms) }),
        ...(tags && { tags: dropRepeated(tags) }),
        ...(catalog_tags && { catalog_tags: await resolveTags(trx, catalog_tags, 'catalog_tags') }),
      };
      await refuseTooMuchText(trx, place, change);
    };
    const test = await openTest(trx, user, place, { judge, ifMatch });
    if (Object.keys(change).length > 0) {
      const at = pickWriteTime(test, now);
      const before = await store.readPlan(trx, test.id);
      await setColumns(trx, test, store.toPlanColumns(change));
      await updateTest(trx, test, {}, user.id, at);
      if (!says(before, change)) await noteOutline(trx, { id: test.mission_id }, at);
      if (change.catalog_tags !== undefined) await refreshTags(trx, { id: test.mission_id });
      await recordTestWrite(trx, user, test, { at, verb: 'changed', before, after: change });
    }
    return readWrittenTest(trx, user, place);
  });
}

function says(plan: store.PlanChange, change: store.PlanChange): boolean {
  const names = Object.keys(change) as (keyof store.PlanChange)[];
  return names.every((name) => isDeepStrictEqual(plan[name], change[name]));
}

async function refuseTooMuchText(trx: Trx, { mission_id, test_id }: TestPlace, change: store.PlanChange) {
  const before = await store.readPlan(trx, test_id);
  const names = Object.keys(change) as (keyof typeof before)[];
  const replaced = Object.fromEntries(names.map((name) => [name, before[name]]));
  const bytes = weighPlan(change as Parameters<typeof weighPlan>[0]) - weighPlan(replaced);
  if (bytes <= 0) return;
  const present = { tests: 0, bytes: await copiedText(trx, mission_id) };
  refuseTooMuch(present, { tests: 0, bytes }, names[0]);
}

/**
 * Moves a test to a position in the same or another scenario of its mission; writes nothing if it is already there. Refuses
 * `not_found`, `invalid` a scenario that is not in the mission and a position beyond its end, `archived`.
 */
export function placeTest(
  { db, now }: Services,
  user: Principal,
  place: TestPlace,
  { scenario_id, position: wanted }: NewPlace,
): Promise<MissionTest> {
  return inTransaction(db, async (trx) => {
    let names = { from: '', to: '' };
    let from = { scenario_id, position: 0 };
    let to = { scenario_id, position: 0 };
    const judge = async () => {
      from = await store.readPosition(trx, place.test_id);
      names = await nameScenarios(trx, place.mission_id, from.scenario_id, scenario_id);
      const others = (await store.countTests(trx, scenario_id)) - (from.scenario_id === scenario_id ? 1 : 0);
      if (wanted !== undefined && wanted > others) {
        throw invalid('position', `the scenario has ${others} other tests`);
      }
      to = { scenario_id, position: wanted ?? others };
    };
    const test = await openTest(trx, user, place, { judge });
    if (from.scenario_id !== to.scenario_id || from.position !== to.position) {
      const { mission } = await openPlan(trx, user, test.mission_id);
      const at = pickOutlineTime(mission, now);
      await shiftTests(trx, mission, { ...from, position: from.position + 1 }, -1);
      await shiftTests(trx, mission, to, 1);
      await setColumns(trx, test, { ...to, ...(await keepHidden(trx, test.id, to.scenario_id)) });
      await updateTest(trx, test, {}, user.id, at);
      await noteOutline(trx, mission, at);
      await recordTestWrite(trx, user, test, {
        at,
        verb: 'changed',
        before: { scenario: names.from, position: from.position },
        after: { scenario: names.to, position: to.position },
      });
    }
    return readWrittenTest(trx, user, place);
  });
}

/** Names, for the history, of the scenarios that a test leaves and enters. */
async function nameScenarios(
  trx: Trx,
  missionId: string,
  from: string,
  to: string,
): Promise<{ from: string; to: string }> {
  const scenarios = await listScenarioNames(trx, missionId);
  const labels = toLabels(scenarios);
  const nameOf = (wanted: string) => labels[scenarios.findIndex(({ id }) => id === wanted)];
  const name = nameOf(to);
  if (name === undefined) throw invalid('scenario_id', `the mission has no scenario with the id ${to}`);
  return { from: nameOf(from) ?? '', to: name };
}
