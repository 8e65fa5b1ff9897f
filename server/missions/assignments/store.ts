import type { Db } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import { toPerson } from '../../person.ts';

type Person = { id: string; display_name: string };
export type Assigned = { id: string; tags: string[]; assignee: Person | null };

function selectAssigned(db: Db, missionId: string) {
  return db
    .selectFrom('mission_tests as test')
    .leftJoin('users as assignee', 'assignee.id', 'test.assignee_id')
    .select(['test.id', 'test.tags_json', 'test.assignee_id', 'assignee.display_name as assignee_name'])
    .where('test.mission_id', '=', missionId);
}

type AssignedRow = Awaited<ReturnType<ReturnType<typeof selectAssigned>['execute']>>[number];

function toAssigned(row: AssignedRow): Assigned {
  return {
    id: row.id,
    tags: JSON.parse(row.tags_json),
    assignee: toPerson(row.assignee_id, row.assignee_name),
  };
}

/** Tags and assignees of these tests, without those not in the mission. */
export async function listAssigned(db: Db, missionId: string, ids: readonly string[]): Promise<Assigned[]> {
  const rows = await selectAssigned(db, missionId)
    .where('test.id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return rows.map(toAssigned);
}

/** The tests assigned to anyone but these people. */
export async function listAssignedBeyond(
  db: Db,
  missionId: string,
  users: readonly string[],
): Promise<Assigned[]> {
  const rows = await selectAssigned(db, missionId)
    .where('test.assignee_id', 'is not', null)
    .where('test.assignee_id', 'not in', anyOf(JSON.stringify(users)))
    .execute();
  return rows.map(toAssigned);
}
