import { type PathEdge, renameEdges } from '../../../domain/attack-path.ts';
import type { Trx } from '../../database/database.ts';
import { insertWhole } from '../../database/insert.ts';
import { anyOf } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import { newId } from '../../ids.ts';
import { Turn } from '../../turn.ts';
import { insertEdges } from '../attack-path/store.ts';
import { toFolder } from '../evidence/store.ts';
import type { OpenMission } from '../heads.ts';

type TestRow = Row<'mission_tests'>;

/** Each may have long texts. */
const copiedAtOnce = 50;

/** Copies tests with everything stored below them, and the edges among them; returns the new ids. Files are not copied. */
export async function copyRows(
  trx: Trx,
  { to, at }: { to: OpenMission; at: string },
  tests: readonly TestRow[],
  place: { scenario_id: string; position: number },
  members: ReadonlySet<string>,
  pause: () => Promise<void>,
): Promise<Map<string, string>> {
  const ids = new Map(tests.map(({ id }) => [id, newId()]));
  const turn = new Turn();
  for (let from = 0; from < tests.length; from += copiedAtOnce) {
    const some = tests.slice(from, from + copiedAtOnce);
    const copies = some.map((test, index) => {
      const isMember = test.assignee_id !== null && members.has(test.assignee_id);
      return {
        ...test,
        id: ids.get(test.id) as string,
        mission_id: to.id,
        scenario_id: place.scenario_id,
        position: place.position + from + index,
        assignee_id: isMember ? test.assignee_id : null,
        updated_at: at,
      };
    });
    await insertWhole(trx, 'mission_tests', copies);
    await copyParts(trx, to, toList(some), ids);
    await turn.giveWay(pause);
  }
  const edges: PathEdge[] = await trx
    .selectFrom('test_follows')
    .select(['test_id', 'follows_id', 'condition'])
    .where('test_id', 'in', toList(tests))
    .execute();
  await insertEdges(trx, to, renameEdges(edges, ids));
  return ids;
}

const toList = (rows: readonly { id: string }[]) => anyOf(JSON.stringify(rows.map(({ id }) => id)));

/** Runs, evidence, facts and expected tools of tests. */
async function copyParts(
  trx: Trx,
  to: OpenMission,
  tests: ReturnType<typeof toList>,
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  const of = <T extends 'test_runs' | 'evidence' | 'facts' | 'expectation_tools'>(table: T) =>
    trx
      .selectFrom(table as 'facts')
      .selectAll()
      .where('test_id', 'in', tests)
      .execute() as unknown as Promise<(Row<T> & { test_id: string })[]>;
  const testOf = ({ test_id }: { test_id: string }) => ids.get(test_id) as string;

  const runs = rename(await of('test_runs'));
  const runOf = (run: string | null) => (run === null ? null : (runs.ids.get(run) ?? null));
  await insertWhole(
    trx,
    'test_runs',
    runs.rows.map((run) => ({ ...run, test_id: testOf(run) })),
  );

  const files = rename(await of('evidence'));
  await insertWhole(
    trx,
    'evidence',
    files.rows.map((file) => ({
      ...file,
      mission_id: to.id,
      test_id: testOf(file),
      run_id: runOf(file.run_id),
      stored_in: toFolder(file),
    })),
  );

  const present = await of('facts');
  const facts = rename(present);
  await insertWhole(
    trx,
    'facts',
    facts.rows.map((fact) => ({ ...fact, test_id: testOf(fact), run_id: runOf(fact.run_id) })),
  );
  const named = await trx
    .selectFrom('fact_evidence')
    .selectAll()
    .where('fact_id', 'in', toList(present))
    .execute();
  await insertWhole(
    trx,
    'fact_evidence',
    named.flatMap(({ fact_id, evidence_id }) => {
      const file = files.ids.get(evidence_id);
      return file === undefined ? [] : [{ fact_id: facts.ids.get(fact_id) as string, evidence_id: file }];
    }),
  );

  const tools = await of('expectation_tools');
  await insertWhole(
    trx,
    'expectation_tools',
    tools.map((tool) => ({ ...tool, test_id: testOf(tool) })),
  );
}

/** Rows under new ids, in the order of their own, and the new id of each. */
function rename<R extends { id: string }>(rows: readonly R[]): { rows: R[]; ids: Map<string, string> } {
  const sorted = rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const ids = new Map(sorted.map(({ id }) => [id, newId()]));
  return { rows: sorted.map((row) => ({ ...row, id: ids.get(row.id) as string })), ids };
}
