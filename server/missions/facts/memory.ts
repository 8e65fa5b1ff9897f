import { findOutcome, type Outcome } from '../../../domain/outcomes.ts';
import type { Db } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import type { Fact } from '../../facts/contract.ts';
import { listFacts } from '../../facts/service.ts';

/** Some 20 MB. */
const mostRemembered = 20_000;

/** What facts show of others: the names of tools and people. */
const namedTables = ['organisation_tools', 'organisations', 'users'] as const;

export type KnownFacts = { facts: Fact[]; outcome: Outcome | null };

export const noFacts: KnownFacts = { facts: [], outcome: null };

/** The facts of a test and what they come to. */
export async function findFacts(db: Db, testId: string): Promise<KnownFacts> {
  const facts = await listFacts(db, { column: 'test_id', id: testId });
  return { facts, outcome: facts.length === 0 ? null : findOutcome(facts) };
}

/**
 * Remembers the facts of a test until the test changes: a write to its facts is one to the test. Not for use inside a transaction,
 * whose version of a test may never be.
 */
export class FactsMemory {
  readonly #known = new Memory<KnownFacts>(namedTables, mostRemembered, ({ facts }) => facts.length);

  of(db: Db, { id, updated_at }: { id: string; updated_at: string }): Promise<KnownFacts> {
    return this.#known.of(db, { id, version: updated_at }, () => findFacts(db, id));
  }
}
