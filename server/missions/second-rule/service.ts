import { deriveDetectedAt, deriveLevel, summarise } from '../../../domain/outcomes.ts';
import { isoTime, type Now, timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction, type Trx } from '../../database/database.ts';
import { readInstance, writeInstance } from '../../database/instance.ts';
import { requireLevelOfKey } from '../../detection-levels/service.ts';
import type { Fact } from '../../facts/contract.ts';
import { listFacts } from '../../facts/service.ts';
import { type Recorded, recordWrite } from '../../history/service.ts';
import { readPlan } from '../expectations/store.ts';
import { toVerdictColumn } from '../expectations/verdicts.ts';
import * as store from './store.ts';

const by = 'rule of figures, 2';
const marker = 'rule_of_figures';
const atOnce = 200;

const ownerColumns = { mission_tests: 'test_id', test_runs: 'run_id', simulations: 'simulation_id' } as const;

/**
 * Converts records made under the first figures rule to the second, once: times that are only those of recording are marked, and
 * derived levels and times of detection are derived again, with a history entry each. If interrupted, finished conversions stay.
 * Refuses nothing.
 */
export async function followSecondRule({ db, now }: { db: Db; now: Now }): Promise<void> {
  if ((await readInstance(db, marker)) === '2') return;
  await markRecordedTimes(db, now);
  for (const table of ['mission_tests', 'test_runs', 'simulations'] as const) {
    const ids = await store.listHolders(db, table);
    for (let from = 0; from < ids.length; from += atOnce) {
      const some = ids.slice(from, from + atOnce);
      await inTransaction(db, async (trx) => {
        for (const holder of await store.readHolders(trx, table, some)) {
          await followFactsAnew(trx, now, table, holder);
        }
      });
    }
  }
  await inTransaction(db, (trx) => writeInstance(trx, marker, '2'));
}

async function markRecordedTimes(db: Db, now: Now): Promise<void> {
  const facts = await store.listRecordedTimes(db);
  for (let from = 0; from < facts.length; from += atOnce) {
    const some = facts.slice(from, from + atOnce);
    await inTransaction(db, async (trx) => {
      await store.markUnconfirmed(
        trx,
        some.map(({ id }) => id),
      );
      const tests = await store.readPlaces(
        trx,
        some.flatMap(({ test_id }) => test_id ?? []),
      );
      const simulations = await store.readEngagements(
        trx,
        some.flatMap(({ simulation_id }) => simulation_id ?? []),
      );
      for (const { id, test_id, simulation_id } of some) {
        const mission = tests.get(test_id ?? '');
        const engagement = simulations.get(simulation_id ?? '');
        await recordWrite(trx, {
          at: isoTime(now()),
          by,
          verb: 'changed',
          object: 'fact',
          id,
          place: toPlace(
            mission && { ...mission, test_id: test_id as string },
            engagement && { ...engagement, simulation_id: simulation_id as string },
          ),
          before: { time_confirmed: null },
          after: { time_confirmed: false },
        });
      }
    });
  }
}

type Place = NonNullable<Recorded['place']>;

function toPlace(
  mission: { mission_id: string; test_id: string } | undefined,
  engagement: { engagement_id: string; simulation_id: string } | undefined,
): Place {
  if (mission !== undefined) return { mission_id: mission.mission_id, test_id: mission.test_id };
  if (engagement === undefined) throw new Error('a fact of neither a test nor a simulation');
  return { engagement_id: engagement.engagement_id, simulation_id: engagement.simulation_id };
}

async function followFactsAnew(
  trx: Trx,
  now: Now,
  table: store.HolderTable,
  { id, level, source, detected_at }: store.Holder,
): Promise<void> {
  const facts = await listFacts(trx, { column: ownerColumns[table], id });
  if (table === 'mission_tests') await judgeAnew(trx, id, facts);
  if (source === 'set') return;
  const derived = deriveLevel(summarise(facts));
  const timeOfAll = deriveDetectedAt(facts.map((fact) => ({ ...fact, time_confirmed: null })));
  const after = {
    level: derived,
    detected_at: detected_at === timeOfAll ? deriveDetectedAt(facts) : detected_at,
  };
  if (after.level === level && after.detected_at === detected_at) return;
  const change = {
    detection_level_id: derived === null ? null : (await requireLevelOfKey(trx, derived)).id,
    detection_level_source: derived === null ? null : ('derived' as const),
    detected_at: after.detected_at,
  };
  const { at, updated_at, ...about } = await findPlace(trx, now, table, id);
  await store.updateHolder(trx, table, id, { ...change, ...(updated_at ? { updated_at: at } : {}) });
  await recordWrite(trx, {
    at,
    by,
    verb: 'changed',
    ...about,
    before: { detection_level: level, detected_at },
    after: { detection_level: after.level, detected_at: after.detected_at },
  });
}

async function judgeAnew(trx: Trx, id: string, facts: readonly Fact[]): Promise<void> {
  const { expectations, executed_at } = await readPlan(trx, id);
  if (expectations.length === 0) return;
  await store.setTestVerdict(trx, id, toVerdictColumn(expectations, { executed_at, facts }));
}

type About = Pick<Recorded, 'object' | 'id' | 'at'> & { place: Place; updated_at: boolean };

/** Object of the entry, and the time of the write, later than every earlier one to the mission or the simulation. */
async function findPlace(trx: Trx, now: Now, table: store.HolderTable, id: string): Promise<About> {
  if (table === 'simulations') {
    const simulation = (await store.readEngagements(trx, [id])).get(id);
    return {
      object: 'simulation',
      id,
      place: toPlace(undefined, simulation && { ...simulation, simulation_id: id }),
      at: timeAfter(simulation?.updated_at ?? null, now),
      updated_at: true,
    };
  }
  const isRun = table === 'test_runs';
  const test_id = isRun ? ((await store.listTestsOfRuns(trx, [id])).get(id)?.test_id ?? id) : id;
  const mission = (await store.readPlaces(trx, [test_id])).get(test_id);
  const at = timeAfter(mission?.last_change_at ?? null, now);
  if (!isRun && mission !== undefined) await store.noteChange(trx, mission.mission_id, at);
  return {
    object: 'test',
    id: test_id,
    place: toPlace(mission && { ...mission, test_id }, undefined),
    at,
    updated_at: !isRun,
  };
}
