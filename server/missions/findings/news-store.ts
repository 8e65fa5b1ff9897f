import { type FindingSide, type FindingStatus, listReadableSides } from '../../../domain/findings.ts';
import { listEffectivePermissions, type Role } from '../../../domain/permissions.ts';
import type { Trx } from '../../database/database.ts';

/** Members to notify of a finding: the lead and both sides, if they may read it. */
export async function listReaders(trx: Trx, missionId: string, side: FindingSide): Promise<string[]> {
  const rows = await trx
    .selectFrom('mission_members as member')
    .innerJoin('users', 'users.id', 'member.user_id')
    .leftJoin('group_members', 'group_members.user_id', 'users.id')
    .leftJoin('group_permissions', 'group_permissions.group_id', 'group_members.group_id')
    .select(['users.id', 'users.role', 'group_permissions.permission'])
    .where('member.mission_id', '=', missionId)
    .where('member.role_hint', '!=', 'observer')
    .execute();
  return [...Map.groupBy(rows, ({ id }) => id)].flatMap(([id, own]) => {
    const granted = own.flatMap(({ permission }) => permission ?? []);
    const permissions = new Set(listEffectivePermissions(own[0]?.role as Role, granted));
    return listReadableSides(permissions).includes(side) ? [id] : [];
  });
}

/** Findings naming a test that was run again, with the start of its current run. */
export async function listOfRetested(
  trx: Trx,
  testId: string,
): Promise<{ finding_id: string; side: FindingSide; status: FindingStatus; run_started_at: string }[]> {
  const rows = await trx
    .selectFrom('finding_tests as link')
    .innerJoin('mission_tests as test', 'test.id', 'link.test_id')
    .innerJoin('findings', 'findings.id', 'link.finding_id')
    .select(['findings.id as finding_id', 'findings.side', 'findings.status', 'test.run_started_at'])
    .distinct()
    .where('link.test_id', '=', testId)
    .where('test.run_number', '>', 2)
    .execute();
  return rows.map((row) => ({ ...row, run_started_at: row.run_started_at ?? '' }));
}

/** People notified since a time that a finding was reopened. */
export async function listTold(trx: Trx, findingId: string, since: string): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .where('finding_id', '=', findingId)
    .where('finding_news', '=', 'finding_came_back')
    .where('created_at', '>=', since)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
