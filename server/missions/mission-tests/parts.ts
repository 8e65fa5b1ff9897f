import { findOutcome, type Outcome } from '../../../domain/outcomes.ts';
import type { Db } from '../../database/database.ts';
import { Memory } from '../../database/memory.ts';
import type { Fact } from '../../facts/contract.ts';
import { listFacts } from '../../facts/service.ts';
import type { Followed } from '../attack-path/contract.ts';
import { listFollowed } from '../attack-path/store.ts';
import type { EvidenceRecord } from '../evidence/contract.ts';
import { listEvidence } from '../evidence/register.ts';
import type { FoundTest } from './store.ts';

/** Facts and evidence, some 20 MB. */
const mostRemembered = 20_000;

/** Shown names of tools and people. */
const namedTables = ['organisation_tools', 'organisations', 'users'] as const;

export type KnownFacts = { facts: Fact[]; outcome: Outcome | null };

/** Parts of a test's current run stored in separate rows. */
export type TestParts = KnownFacts & { evidence: EvidenceRecord[]; follows: Followed[] };

/** The facts of a test and their summary. */
export async function findFacts(db: Db, testId: string): Promise<KnownFacts> {
  const facts = await listFacts(db, { column: 'test_id', id: testId });
  return { facts, outcome: facts.length === 0 ? null : findOutcome(facts) };
}

/** The facts of a test, their summary, its evidence, and the tests it follows. */
export async function findParts(
  db: Db,
  { id, outcome }: Pick<FoundTest, 'id' | 'outcome'>,
): Promise<TestParts> {
  const known = outcome === null ? { facts: [], outcome } : await findFacts(db, id);
  return { ...known, evidence: await listEvidence(db, id), follows: await listFollowed(db, id) };
}

/**
 * Caches the parts of a test until the test changes: a write to its facts or its evidence is a write to the test. Not for use
 * inside a transaction, whose version of a test may never be committed.
 */
export class PartsMemory {
  readonly #known = new Memory<TestParts>(
    namedTables,
    mostRemembered,
    ({ facts, evidence, follows }) => 1 + facts.length + evidence.length + follows.length,
  );

  of(db: Db, test: Pick<FoundTest, 'id' | 'outcome' | 'updated_at'>): Promise<TestParts> {
    return this.#known.of(db, { id: test.id, version: test.updated_at }, () => findParts(db, test));
  }
}
