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

/** The tags of these tests and whose work they are, but for those that the mission does not have. */
export async function listAssigned(db: Db, missionId: string, ids: readonly string[]): Promise<Assigned[]> {
  const rows = await selectAssigned(db, missionId)
    .where('test.id', 'in', anyOf(JSON.stringify(ids)))
    .execute();
  return rows.map(toAssigned);
}

/** The tests that are the work of somebody else than these. */
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
