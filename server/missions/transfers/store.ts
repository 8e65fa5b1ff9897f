import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { OpenMission } from '../heads.ts';
import { planBytes } from '../snapshots/store.ts';

type TestRow = Row<'mission_tests'>;

const toList = (ids: readonly string[]) => anyOf(JSON.stringify(ids));

/** Tests of a scenario, or these tests, in order. */
export function listRows(db: Db, of: { scenario: string } | { test: string }): Promise<TestRow[]> {
  const [column, id] =
    'scenario' in of ? (['scenario_id', of.scenario] as const) : (['id', of.test] as const);
  return db.selectFrom('mission_tests').selectAll().where(column, '=', id).orderBy('position').execute();
}

/** Approximate size in bytes of the plans of these tests. */
export async function weighTests(db: Db, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select ${planBytes} as bytes
    from mission_tests where id in ${toList(ids)}`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

export async function listMemberIds(db: Db, missionId: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('mission_members')
    .select('user_id')
    .where('mission_id', '=', missionId)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Number of tests of a mission. */
export async function countTestsOf(db: Db, missionId: string): Promise<number> {
  const { n } = await db
    .selectFrom('mission_tests')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('mission_id', '=', missionId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The template that a scenario was made from. */
export async function findTemplateOf(db: Db, scenarioId: string): Promise<string | null> {
  const row = await db
    .selectFrom('scenarios')
    .select('source_template_id')
    .where('id', '=', scenarioId)
    .executeTakeFirst();
  return row?.source_template_id ?? null;
}

export async function moveScenarioRow(
  trx: Trx,
  to: OpenMission,
  id: string,
  position: number,
): Promise<void> {
  await trx.updateTable('scenarios').set({ mission_id: to.id, position }).where('id', '=', id).execute();
}

/** Findings and remediations that name some of these tests, by number and title. */
export async function listNaming(db: Db, ids: readonly string[]): Promise<string[]> {
  const findings = await db
    .selectFrom('finding_tests as link')
    .innerJoin('findings', 'findings.id', 'link.finding_id')
    .select(['findings.number', 'findings.title'])
    .distinct()
    .where('link.test_id', 'in', toList(ids))
    .orderBy('findings.number')
    .execute();
  const remediations = await db
    .selectFrom('remediation_tests as link')
    .innerJoin('remediations', 'remediations.id', 'link.remediation_id')
    .select('remediations.title')
    .distinct()
    .where('link.test_id', 'in', toList(ids))
    .orderBy('remediations.title')
    .execute();
  return [
    ...findings.map(({ number, title }) => `F-${number} ${title}`),
    ...remediations.map(({ title }) => title),
  ];
}

/**
 * Cuts what ties these tests to the mission they leave: its findings, remediations, executions, sightings, notifications and other
 * tests.
 */
export async function untie(trx: Trx, from: OpenMission, ids: readonly string[], at: string): Promise<void> {
  const tests = toList(ids);
  await trx
    .updateTable('mission_tests')
    .set({ updated_at: at })
    // Not by the row that is written: the database would go through all of them for each.
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('test_follows as edge')
        .innerJoin('mission_tests as followed', 'followed.id', 'edge.follows_id')
        .innerJoin('mission_tests as follower', 'follower.id', 'edge.test_id')
        .select('edge.test_id')
        .where('edge.follows_id', 'in', tests)
        .where(({ or, eb }) =>
          // A new version of what everybody sees would tell of a hidden test.
          or([eb('followed.shown_position', 'is not', null), eb('follower.shown_position', 'is', null)]),
        ),
    )
    .execute();
  await trx
    .deleteFrom('test_follows')
    .where(({ or, and, eb }) =>
      or([
        and([eb('test_id', 'in', tests), eb('follows_id', 'not in', tests)]),
        and([eb('follows_id', 'in', tests), eb('test_id', 'not in', tests)]),
      ]),
    )
    .execute();
  await trx.deleteFrom('finding_tests').where('test_id', 'in', tests).execute();
  await trx
    .deleteFrom('finding_evidence')
    .where('evidence_id', 'in', ({ selectFrom }) =>
      selectFrom('evidence').select('id').where('test_id', 'in', tests),
    )
    .execute();
  await trx.deleteFrom('remediation_tests').where('test_id', 'in', tests).execute();
  await trx
    .updateTable('remediations')
    .set({ verified_test_id: null, verified_run: null })
    .where('verified_test_id', 'in', tests)
    .execute();
  await trx.updateTable('mission_executions').set({ test_id: null }).where('test_id', 'in', tests).execute();
  await trx
    .updateTable('mission_sightings')
    .set({ test_id: null, run: null, fact_id: null, undo_json: null })
    .where('mission_id', '=', from.id)
    .where('test_id', 'in', tests)
    .execute();
  await trx.deleteFrom('notifications').where('test_id', 'in', tests).execute();
}

/** Keeps hidden, wherever it is, what is hidden of a scenario and these tests. */
export async function keepHidden(trx: Trx, ids: readonly string[], scenarioId: string | null): Promise<void> {
  await trx
    .updateTable('mission_tests')
    .set({ hidden: 1 })
    .where('id', 'in', toList(ids))
    .where('shown_position', 'is', null)
    .execute();
  if (scenarioId === null) return;
  await trx
    .updateTable('scenarios')
    .set({ hidden: 1 })
    .where('id', '=', scenarioId)
    .where('shown_position', 'is', null)
    .execute();
}

/** Moves tests with everything stored below them; files stay in their folders. */
export async function moveRows(
  trx: Trx,
  { from, to, at }: { from: OpenMission; to: OpenMission; at: string },
  tests: readonly TestRow[],
  members: ReadonlySet<string>,
): Promise<void> {
  const ids = toList(tests.map(({ id }) => id));
  await trx
    .updateTable('mission_tests')
    .set({ mission_id: to.id, updated_at: at })
    .where('id', 'in', ids)
    .execute();
  const strangers = tests.filter(({ assignee_id }) => assignee_id !== null && !members.has(assignee_id));
  if (strangers.length > 0) {
    await trx
      .updateTable('mission_tests')
      .set({ assignee_id: null })
      .where('id', 'in', toList(strangers.map(({ id }) => id)))
      .execute();
  }
  await trx.updateTable('replay_steps').set({ mission_id: to.id }).where('test_id', 'in', ids).execute();
  const folder = sql<string>`coalesce(stored_in, mission_id || '/' || test_id)`;
  await trx
    .updateTable('evidence')
    .set({
      mission_id: to.id,
      // Back where it was stored first, it has no other folder.
      stored_in: sql`nullif(${folder}, ${`${to.id}/`} || test_id)`,
    })
    .where('test_id', 'in', ids)
    .execute();
  // An alert that the other mission has received, too, stays.
  await trx
    .updateTable('mission_alerts')
    .set({ mission_id: to.id })
    .where('mission_id', '=', from.id)
    .where('test_id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mission_alerts as other')
            .select('other.id')
            .where('other.mission_id', '=', to.id)
            .whereRef('other.source', '=', 'mission_alerts.source')
            .whereRef('other.external_id', '=', 'mission_alerts.external_id'),
        ),
      ),
    )
    .execute();
  await trx
    .updateTable('mission_alerts')
    .set({ test_id: null, fact_id: null })
    .where('mission_id', '=', from.id)
    .where('test_id', 'in', ids)
    .execute();
}
