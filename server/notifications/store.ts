import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { FindingSide } from '../../domain/findings.ts';
import { rolesOfEveryMission } from '../../domain/missions.ts';
import type { FindingNews, KeptNotificationKind } from '../../domain/notifications.ts';
import { type Permission, rolePermissions, roles } from '../../domain/permissions.ts';
import { type Db, prepare, type Trx } from '../database/database.ts';
import { anyOf } from '../database/search.ts';
import type { NewRow } from '../database/tables.ts';
import type { Found, Paging } from '../paging.ts';
import { toPerson } from '../person.ts';
import type { Notification } from './contract.ts';

/** Reader: people who see every mission are notified about any; `sides` are those whose findings they read. */
export type Reader = { id: string; seesAll: boolean; sides: readonly FindingSide[] };

/** Users among these who are active and see a mission. */
export async function listWhoSee(trx: Trx, missionId: string, userIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', anyOf(JSON.stringify(userIds)))
    .where('is_active', '=', 1)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', 'in', rolesOfEveryMission),
        exists(
          selectFrom('mission_members')
            .select('user_id')
            .where('mission_id', '=', missionId)
            .whereRef('mission_members.user_id', '=', 'users.id'),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The hidden ones of these tests. */
export async function listHidden(trx: Trx, tests: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('mission_tests')
    .select('id')
    .where('id', 'in', anyOf(JSON.stringify(tests)))
    .where('shown_position', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

const writesRed: Permission = 'mission.write_red_fields';
const rolesOfRed = roles.filter((role) => rolePermissions[role].includes(writesRed));

/** The users among these who see hidden tests of a mission: by role, by a group, or because they lead it. */
export async function listWhoSeeHidden(
  trx: Trx,
  missionId: string,
  userIds: readonly string[],
): Promise<string[]> {
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', anyOf(JSON.stringify(userIds)))
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', 'in', rolesOfRed),
        exists(
          selectFrom('group_members as member')
            .innerJoin('group_permissions as granted', 'granted.group_id', 'member.group_id')
            .select('member.user_id')
            .whereRef('member.user_id', '=', 'users.id')
            .where('granted.permission', '=', writesRed),
        ),
        exists(
          selectFrom('mission_members')
            .select('user_id')
            .where('mission_id', '=', missionId)
            .where('role_hint', '=', 'lead')
            .whereRef('mission_members.user_id', '=', 'users.id'),
        ),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** People who have written to a test. */
export async function listWhoWrote(trx: Trx, missionId: string, testId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('audit_entries')
    .select('actor_id')
    .distinct()
    .where('mission_id', '=', missionId)
    .where('test_id', '=', testId)
    .execute();
  return rows.flatMap(({ actor_id }) => actor_id ?? []);
}

type Told = {
  user: string;
  mission: string;
  kind: KeptNotificationKind;
  finding_news: FindingNews | null;
  actor: string;
  remediation: string | null;
  finding: string | null;
  since: string;
};

/** A recent unread notification of the same action by the same person. */
export async function findLately(
  trx: Trx,
  told: Told,
): Promise<{ id: string; test_id: string | null; tests: number } | undefined> {
  return trx
    .selectFrom('notifications')
    .select(['id', 'test_id', 'tests'])
    .where('user_id', '=', told.user)
    .where('mission_id', '=', told.mission)
    .where('kind', '=', told.kind)
    .where('actor_id', '=', told.actor)
    .where('remediation_id', 'is not distinct from', told.remediation)
    .where('finding_id', 'is not distinct from', told.finding)
    .where('finding_news', 'is not distinct from', told.finding_news)
    .where('read_at', 'is', null)
    .where('created_at', '>', told.since)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function widen(
  trx: Trx,
  id: string,
  change: { test_id: string | null; tests: number; created_at: string },
): Promise<void> {
  await trx.updateTable('notifications').set(change).where('id', '=', id).execute();
}

/** Adds a notification; at most `most` are kept per person. */
export async function insert(trx: Trx, row: NewRow<'notifications'>, most: number): Promise<void> {
  await trx.insertInto('notifications').values(row).execute();
  const tooMany = trx
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', row.user_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1000)
    .offset(most);
  await trx.deleteFrom('notifications').where('id', 'in', tooMany).execute();
}

function isSeenBy(all: RawBuilder<unknown> | number, user: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(mission.deleted_at is null and (${all} = 1 or exists (select 1 from mission_members where mission_members.mission_id = mission.id and mission_members.user_id = ${user})))`;
}

/** Whether its finding may be read: the side of the finding may have changed. */
function isOfReadSide(sides: RawBuilder<unknown>, user: RawBuilder<unknown> | string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(told.finding_id is null or exists (select 1 from findings where findings.id = told.finding_id and (findings.side in ${sides} or findings.created_by = ${user})))`;
}

const countUnreadOf = prepare<{ user: string; all: number; sides: string }, { n: number }>((db, parameter) =>
  db
    .selectFrom('notifications as told')
    .innerJoin('missions as mission', 'mission.id', 'told.mission_id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('told.user_id', '=', parameter('user'))
    .where('told.read_at', 'is', null)
    .where(isSeenBy(parameter('all'), parameter('user')))
    .where(isOfReadSide(anyOf(parameter('sides')), parameter('user'))),
);

export async function countUnread(db: Db, { id, seesAll, sides }: Reader): Promise<number> {
  const [row] = await countUnreadOf(db, { user: id, all: seesAll ? 1 : 0, sides: JSON.stringify(sides) });
  return Number(row?.n ?? 0);
}

/** A page of someone's notifications on missions they see, newest first. */
export async function list(
  db: Db,
  { id, seesAll, sides }: Reader,
  query: Paging & { unread?: boolean | undefined },
): Promise<Found<Notification>> {
  let found = db
    .selectFrom('notifications as told')
    .innerJoin('missions as mission', 'mission.id', 'told.mission_id')
    .where('told.user_id', '=', id)
    .where(isSeenBy(seesAll ? 1 : 0, id))
    .where(isOfReadSide(anyOf(JSON.stringify(sides)), id));
  if (query.unread !== undefined) found = found.where('told.read_at', query.unread ? 'is' : 'is not', null);
  const { n } = await found.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found
    .leftJoin('mission_tests as test', 'test.id', 'told.test_id')
    .leftJoin('remediations as remediation', 'remediation.id', 'told.remediation_id')
    .leftJoin('findings as finding', 'finding.id', 'told.finding_id')
    .leftJoin('users as actor', 'actor.id', 'told.actor_id')
    .select([
      'told.id',
      'told.kind',
      'told.finding_news',
      'told.finding_id',
      'finding.number as finding_number',
      'finding.title as finding_title',
      'told.tests',
      'told.created_at',
      'told.read_at',
      'told.actor_id',
      'actor.display_name as actor_name',
      'mission.id as mission_id',
      'mission.name as mission_name',
      'test.id as test_id',
      'test.name as test_name',
      'remediation.id as remediation_id',
      'remediation.title as remediation_title',
    ])
    .orderBy('told.created_at', 'desc')
    .orderBy('told.id', 'desc')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  const items = rows.map((row) => ({
    id: row.id,
    kind: row.finding_news ?? row.kind,
    mission: { id: row.mission_id, name: row.mission_name },
    test: row.test_id === null ? null : { id: row.test_id, name: row.test_name ?? '' },
    remediation:
      row.remediation_id === null ? null : { id: row.remediation_id, title: row.remediation_title ?? '' },
    finding:
      row.finding_id === null
        ? null
        : { id: row.finding_id, number: row.finding_number ?? 0, title: row.finding_title ?? '' },
    tests: row.tests,
    actor: toPerson(row.actor_id, row.actor_name),
    created_at: row.created_at,
    read_at: row.read_at,
  }));
  return { items, total: Number(n) };
}

/** Marks someone's notifications as read: these, or all. */
export async function markRead(
  db: Db,
  userId: string,
  ids: readonly string[] | null,
  at: string,
): Promise<void> {
  let query = db
    .updateTable('notifications')
    .set({ read_at: at })
    .where('user_id', '=', userId)
    .where('read_at', 'is', null);
  if (ids !== null) query = query.where('id', 'in', anyOf(JSON.stringify(ids)));
  await query.execute();
}
