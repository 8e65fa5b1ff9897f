import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { anyOf } from '../../database/search.ts';
import { wholly } from '../../database/view.ts';
import { DomainError } from '../../errors.ts';

/** A finding or a remediation: it is hidden while all tests that it names are. */
export type Naming =
  | { table: 'finding_tests'; owner: 'finding_id'; id: string }
  | { table: 'remediation_tests'; owner: 'remediation_id'; id: string };

// Both tables have the same columns of those named here.
type Table = 'finding_tests';
type Owner = 'finding_id';

/**
 * Takes the tests that a finding or a remediation is to name, if they change. Refuses `hidden_tests` none in place of hidden ones:
 * everybody would see it.
 */
export async function refuseUnveiling(
  db: Db,
  { table, owner, id }: Naming,
  tests: readonly unknown[] | undefined,
): Promise<void> {
  if (tests === undefined || tests.length > 0) return;
  const named = await db
    .selectFrom(table as Table)
    .innerJoin('mission_tests as test', 'test.id', `${table as Table}.test_id`)
    .select('test.shown_position')
    .where(`${table as Table}.${owner as Owner}`, '=', id)
    .execute();
  if (named.length === 0 || named.some(({ shown_position }) => shown_position !== null)) return;
  throw new DomainError(
    'hidden_tests',
    'Everybody would see it: reveal its hidden tests first, or name a test that everybody sees',
  );
}

/**
 * Takes tests that leave their mission. Refuses `hidden_tests` when a finding or a remediation is about hidden ones among them and no
 * other test: without them everybody would see it.
 */
export async function refuseUnveilingByLeaving(db: Db, ids: readonly string[]): Promise<void> {
  const tests = anyOf(JSON.stringify(ids));
  const hidden = db
    .selectFrom('mission_tests')
    .select('id')
    .where('id', 'in', tests)
    .where('shown_position', 'is', null);
  for (const { table, owner } of [
    { table: 'finding_tests', owner: 'finding_id' },
    { table: 'remediation_tests', owner: 'remediation_id' },
  ] as const) {
    const { rows } = await sql`
      select 1 from ${sql.table(table)} as link where link.test_id in ${hidden} and not exists (
        select 1 from ${sql.table(table)} as other
          where other.${sql.ref(owner)} = link.${sql.ref(owner)} and other.test_id not in ${tests})
      limit 1`.execute(db);
    if (rows.length === 0) continue;
    throw new DomainError(
      'hidden_tests',
      'A finding or a remediation is about hidden tests that would leave: reveal them, or name a test that everybody sees',
    );
  }
}

/**
 * Removes the links to hidden tests and their evidence that are left once somebody who does not see them has taken out all others:
 * what that person sees must not disappear, which would tell of them. Refuses nothing.
 */
export async function dropUnseenLinks(trx: Trx, { table, owner, id }: Naming): Promise<void> {
  const list = () =>
    trx
      .selectFrom(table as Table)
      .select('test_id')
      .where(owner as Owner, '=', id)
      .execute();
  if ((await list()).length > 0 || (await wholly(list)).length === 0) return;
  await trx
    .deleteFrom(table as Table)
    .where(owner as Owner, '=', id)
    .execute();
  await trx
    .updateTable(table === 'finding_tests' ? 'findings' : 'remediations')
    .set({ hidden: null })
    .where('id', '=', id)
    .execute();
  if (table !== 'finding_tests') return;
  const proofs = await trx
    .selectFrom('finding_evidence')
    .select('evidence_id')
    .where('finding_id', '=', id)
    .execute();
  const seen = proofs.map(({ evidence_id }) => evidence_id);
  await trx
    .deleteFrom('finding_evidence')
    .where('finding_id', '=', id)
    .$if(seen.length > 0, (query) => query.where('evidence_id', 'not in', seen))
    .execute();
}
