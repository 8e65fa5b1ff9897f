import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import type { Row } from '../../database/tables.ts';
import { wholly } from '../../database/view.ts';
import type { CatalogTag } from '../../fields.ts';
import { isHidden, isHiddenScenario } from './rules.ts';

// `shown_position` of scenarios and tests says what everybody sees, and in which order. It follows from `hidden` and from the
// mission, and is settled with each change of an outline. A row that was not settled is hidden.

type Hideable = Pick<
  Row<'mission_tests'>,
  'id' | 'position' | 'hidden' | 'shown_position' | 'catalog_tags_json'
>;
type ScenarioRow = Hideable & Pick<Row<'scenarios'>, 'name' | 'description'>;
type TestRow = Hideable & { scenario_id: string };

const settleAll = (table: 'mission_tests' | 'scenarios') =>
  prepare<{ mission: string }, never>((db, parameter) =>
    db
      .updateTable(table as 'scenarios')
      .set(({ ref }) => ({ shown_position: ref('position') }))
      .where('mission_id', '=', parameter('mission'))
      .where(({ or, eb, ref }) =>
        or([eb('shown_position', 'is', null), eb('shown_position', '<>', ref('position'))]),
      ),
  );
const settleAllTests = settleAll('mission_tests');
const settleAllScenarios = settleAll('scenarios');

const hiddenIn = prepare<{ mission: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', parameter('mission'))
    .where('hidden', '=', 1)
    .limit(1),
);
const hiddenScenariosIn = prepare<{ mission: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('scenarios')
    .select('id')
    .where('mission_id', '=', parameter('mission'))
    .where('hidden', '=', 1)
    .limit(1),
);

type MissionRow = Pick<
  Row<'missions'>,
  'visibility' | 'last_change_at' | 'updated_at' | 'shown_change_at' | 'shown_sign'
>;
const missionOf = prepare<{ mission: string }, MissionRow>((db, parameter) =>
  db
    .selectFrom('missions')
    .select(['visibility', 'last_change_at', 'updated_at', 'shown_change_at', 'shown_sign'])
    .where('id', '=', parameter('mission')),
);

/**
 * Settles what everybody sees of a mission after a write to its outline at this time; the write moves on what they see of its
 * clock only if it changed that, or `isForAll`.
 */
export function settle(trx: Trx, mission: string, time: string, isForAll: boolean): Promise<void> {
  return wholly(async () => {
    const [row] = await missionOf(trx, { mission });
    if (row === undefined) return;
    const isVeiled =
      row.shown_change_at !== null ||
      row.visibility === 'blind' ||
      (await hiddenIn(trx, { mission })).length > 0 ||
      (await hiddenScenariosIn(trx, { mission })).length > 0;
    if (!isVeiled) {
      await settleAllScenarios(trx, { mission });
      await settleAllTests(trx, { mission });
      return;
    }
    await settleVeiled(trx, mission, row, time, isForAll);
    await settleAbout(trx, mission);
  });
}

const kinds = [
  { table: 'findings', links: 'finding_tests', column: 'finding_id' },
  { table: 'remediations', links: 'remediation_tests', column: 'remediation_id' },
] as const;

/**
 * Settles which findings and remediations of a mission, or which one of them, are about hidden tests alone. One whose tests are gone
 * stays hidden while anything is, since it would tell of them.
 */
export function settleAbout(trx: Trx, mission: string, id?: string): Promise<void> {
  return wholly(async () => {
    const [row] = await missionOf(trx, { mission });
    if (row === undefined || row.shown_change_at === null) return;
    const isOne = id === undefined ? sql`1 = 1` : sql`id = ${id}`;
    for (const { table, links, column } of kinds) {
      const [about, of] = [sql.table(table), sql.table(links)];
      const isLinked = sql`exists (select 1 from ${of} as link where link.${sql.ref(column)} = ${about}.id)`;
      const isShown = sql`exists (select 1 from ${of} as link join mission_tests as test on test.id = link.test_id
        where link.${sql.ref(column)} = ${about}.id and test.shown_position is not null)`;
      await sql`update ${about} set hidden = 1
        where mission_id = ${mission} and ${isOne} and hidden is null and ${isLinked} and not ${isShown}`.execute(
        trx,
      );
      await sql`update ${about} set hidden = null
        where mission_id = ${mission} and ${isOne} and hidden = 1 and (${isShown} or not exists (
          select 1 from mission_tests as test where test.mission_id = ${mission} and test.shown_position is null))`.execute(
        trx,
      );
      // Once nothing is hidden any more, all have one version.
      await sql`update ${about} set shown_updated_at = null, shown_updated_by = null
        where mission_id = ${mission} and ${isOne} and shown_updated_at is not null and not exists (
          select 1 from mission_tests as test where test.mission_id = ${mission} and test.shown_position is null)`.execute(
        trx,
      );
    }
  });
}

async function settleVeiled(
  trx: Trx,
  mission: string,
  { visibility, shown_change_at, shown_sign }: MissionRow,
  time: string,
  isForAll: boolean,
): Promise<void> {
  const hideables = ['id', 'position', 'hidden', 'shown_position', 'catalog_tags_json'] as const;
  const scenarios: ScenarioRow[] = await trx
    .selectFrom('scenarios')
    .select([...hideables, 'name', 'description'])
    .where('mission_id', '=', mission)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const tests: TestRow[] = await trx
    .selectFrom('mission_tests')
    .select([...hideables, 'scenario_id'])
    .where('mission_id', '=', mission)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const testsOf = Map.groupBy(tests, ({ scenario_id }) => scenario_id);
  const outline: unknown[] = [];
  const tags = new Map<string, CatalogTag>();
  const note = ({ catalog_tags_json }: Hideable) => {
    for (const tag of JSON.parse(catalog_tags_json) as CatalogTag[]) {
      if (!tags.has(tag.external_id)) tags.set(tag.external_id, tag);
    }
  };
  let place = 0;
  for (const [position, scenario] of scenarios.entries()) {
    const own = testsOf.get(scenario.id) ?? [];
    const shown = own.filter((test) => !isHidden(test, scenario, { visibility }));
    const isShown = shown.length > 0 || !isHiddenScenario(scenario, { visibility });
    await put(trx, 'scenarios', scenario, position, isShown ? place : null);
    for (const [at, test] of own.entries()) {
      const shownAt = shown.indexOf(test);
      await put(trx, 'mission_tests', test, at, shownAt === -1 ? null : shownAt);
    }
    if (!isShown) continue;
    place += 1;
    note(scenario);
    for (const test of shown) note(test);
    const { id, name, description, catalog_tags_json } = scenario;
    outline.push([id, name, description, catalog_tags_json, shown.map((test) => test.id)]);
  }
  const sign = createHash('sha256').update(JSON.stringify(outline)).digest('base64url');
  const isFirst = shown_change_at === null;
  const isSeen = isForAll || isFirst || sign !== shown_sign || (await isShownTestOf(trx, mission, time));
  await trx
    .updateTable('missions')
    .set({
      shown_sign: sign,
      shown_tags_json: JSON.stringify([...tags.values()]),
      ...(isSeen && { shown_change_at: time, shown_outline_at: time, shown_updated_at: time }),
    })
    .where('id', '=', mission)
    .execute();
}

const shownTestAt = prepare<{ mission: string; time: string }, { id: string }>((db, parameter) =>
  db
    .selectFrom('mission_tests')
    .select('id')
    .where('mission_id', '=', parameter('mission'))
    .where('updated_at', '=', parameter('time'))
    .where('shown_position', 'is not', null)
    .limit(1),
);

async function isShownTestOf(trx: Trx, mission: string, time: string): Promise<boolean> {
  return (await shownTestAt(trx, { mission, time })).length > 0;
}

/** Positions stay without gaps, whoever planned without seeing all of them. */
async function put(
  trx: Trx,
  table: 'scenarios' | 'mission_tests',
  row: Hideable,
  position: number,
  shown_position: number | null,
): Promise<void> {
  if (row.position === position && row.shown_position === shown_position) return;
  await trx
    .updateTable(table as 'scenarios')
    .set({ position, shown_position })
    .where('id', '=', row.id)
    .execute();
}

/** Notes a write to tests at this time on what everybody sees of the mission's clock, if one of them is shown. */
export const noteShownChange: (trx: Trx, where: { mission: string; time: string }) => Promise<unknown> =
  prepare<{ mission: string; time: string }, never>((db, parameter) =>
    db
      .updateTable('missions')
      .set({ shown_change_at: parameter('time') })
      .where('id', '=', parameter('mission'))
      .where('shown_change_at', 'is not', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('mission_tests')
            .select('id')
            .where('mission_id', '=', parameter('mission'))
            .where('updated_at', '=', parameter('time'))
            .where('shown_position', 'is not', null),
        ),
      ),
  );

/** Time of the last change to a mission, or to anything in it: a write takes a later one, whoever does not see all. */
export function readLastChange(db: Db, mission: string): Promise<string> {
  return wholly(async () => {
    const { last_change_at = '', updated_at = '' } = (await missionOf(db, { mission }))[0] ?? {};
    return last_change_at > updated_at ? last_change_at : updated_at;
  });
}
