import { type Db, prepare, type Trx } from '../database/database.ts';
import type { Row } from '../database/tables.ts';
import { toPerson } from '../person.ts';
import { type Fact, readConfirmed } from './contract.ts';

/** Holder of facts: a test, by its current run, or a simulation. */
export type FactOwner = { column: 'test_id' | 'simulation_id'; id: string };
/** The same, or a closed run of a test. */
export type FactSource = FactOwner | { column: 'run_id'; id: string };

/** The table that links the facts of an owner to evidence. */
const evidenceTable = {
  test_id: 'fact_evidence',
  run_id: 'fact_evidence',
  simulation_id: 'fact_simulation_evidence',
} as const;

const readings = {
  test_id: prepareReading('test_id'),
  simulation_id: prepareReading('simulation_id'),
  run_id: prepareReading('run_id'),
};

/** A fact as read, with the names of its tool and its analyst. */
export type FactRow = Omit<Row<'facts'>, 'simulation_id'> & {
  tool_name: string | null;
  analyst_name: string | null;
  /** The sighting that it was made from, if that is read. */
  sighting_id?: string | null;
};

/** For a test, only the facts of its current run. */
function prepareReading(column: FactSource['column']) {
  const isOpen = column !== 'run_id';
  // Both tables have the same columns.
  const table = evidenceTable[column] as 'fact_evidence';
  const facts = prepare<{ id: string }, FactRow>((db, parameter) =>
    db
      .selectFrom('facts')
      .leftJoin('organisation_tools as tool', 'tool.id', 'facts.tool_id')
      .leftJoin('users as analyst', 'analyst.id', 'facts.analyst_id')
      .leftJoin('mission_sightings as sighting', 'sighting.fact_id', 'facts.id')
      .selectAll('facts')
      .select(['tool.name as tool_name', 'analyst.display_name as analyst_name'])
      .select('sighting.id as sighting_id')
      .where(`facts.${column}`, '=', parameter('id'))
      .$if(isOpen, (all) => all.where('facts.run_id', 'is', null))
      .orderBy('facts.id'),
  );
  const evidence = prepare<{ id: string }, Row<'fact_evidence'>>((db, parameter) =>
    db
      .selectFrom('facts')
      .innerJoin(`${table} as named`, 'named.fact_id', 'facts.id')
      .select(['named.fact_id', 'named.evidence_id'])
      .where(`facts.${column}`, '=', parameter('id'))
      .$if(isOpen, (all) => all.where('facts.run_id', 'is', null))
      .orderBy('named.evidence_id'),
  );
  return { facts, evidence };
}

/** Every fact of an owner, oldest first. */
export async function listFacts(db: Db, { column, id }: FactSource): Promise<Fact[]> {
  const reading = readings[column];
  const rows = await reading.facts(db, { id });
  if (rows.length === 0) return [];
  const evidence = await reading.evidence(db, { id });
  const evidenceOf = Map.groupBy(evidence, ({ fact_id }) => fact_id);
  return rows.map((row) => {
    const named = evidenceOf.get(row.id) ?? [];
    return toFact(
      row,
      named.map(({ evidence_id }) => evidence_id),
    );
  });
}

/** Takes the row of a fact and the ids of its evidence, returns the fact. */
export function toFact(row: FactRow, evidence_ids: string[]): Fact {
  return {
    id: row.id,
    kind: row.kind,
    result: row.result,
    at: row.at,
    time_confirmed: readConfirmed(row.time_confirmed),
    tool: row.tool_id === null || row.tool_name === null ? null : { id: row.tool_id, name: row.tool_name },
    rule_name: row.rule_name,
    rule_id: row.rule_id,
    alert_id: row.alert_id,
    severity: row.severity,
    category: row.category,
    modifiers: JSON.parse(row.modifiers_json),
    note: row.note,
    evidence_ids,
    analyst: toPerson(row.analyst_id, row.analyst_name),
    settled: row.settled === 1,
    ...(row.sighting_id != null && { from_sighting: row.sighting_id }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Whether this fact belongs to a closed run of the owner. */
export async function isOfClosedRun(db: Db, { column, id }: FactOwner, factId: string): Promise<boolean> {
  const row = await db
    .selectFrom('facts')
    .select('id')
    .where('id', '=', factId)
    .where(column, '=', id)
    .where('run_id', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A fact as written, with tool and analyst by id. */
export type StoredFact = Omit<
  Row<'facts'>,
  'test_id' | 'simulation_id' | 'modifiers_json' | 'run_id' | 'time_confirmed' | 'settled'
> & {
  time_confirmed: boolean | null;
  settled: boolean;
  modifiers: readonly string[];
  evidence_ids: readonly string[];
};

export async function insertFact(trx: Trx, owner: FactOwner, fact: StoredFact): Promise<void> {
  const { modifiers, evidence_ids, ...row } = fact;
  await trx
    .insertInto('facts')
    .values({
      ...row,
      ...toColumns(fact),
      test_id: null,
      simulation_id: null,
      run_id: null,
      [owner.column]: owner.id,
      modifiers_json: JSON.stringify(modifiers),
    })
    .execute();
  await setEvidence(trx, owner, fact.id, evidence_ids);
}

export async function updateFact(trx: Trx, owner: FactOwner, fact: StoredFact): Promise<void> {
  const { modifiers, evidence_ids, ...row } = fact;
  await trx
    .updateTable('facts')
    .set({ ...row, ...toColumns(fact), modifiers_json: JSON.stringify(modifiers) })
    .where('id', '=', fact.id)
    .execute();
  await setEvidence(trx, owner, fact.id, evidence_ids);
}

function toColumns({
  time_confirmed,
  settled,
}: StoredFact): Pick<Row<'facts'>, 'time_confirmed' | 'settled'> {
  return {
    time_confirmed: time_confirmed === null ? null : time_confirmed ? 1 : 0,
    settled: settled ? 1 : null,
  };
}

async function setEvidence(
  trx: Trx,
  { column }: FactOwner,
  factId: string,
  evidenceIds: readonly string[],
): Promise<void> {
  const table = evidenceTable[column];
  await trx.deleteFrom(table).where('fact_id', '=', factId).execute();
  if (evidenceIds.length === 0) return;
  const rows = evidenceIds.map((evidence_id) => ({ fact_id: factId, evidence_id }));
  await trx.insertInto(table).values(rows).execute();
}

export async function deleteFact(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('facts').where('id', '=', id).execute();
}
