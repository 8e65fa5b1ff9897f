import type { Trx } from '../../database/database.ts';
import { findSources } from '../sources/store.ts';
import type { Items } from '../thread/plan-file.ts';
import { type Candidate, matchExecution } from './match.ts';

/** The test of an existing mission that an execution fills; null if none of the candidates matches. */
export async function findTestOf(
  trx: Trx,
  item: Items['execution'],
  candidates: readonly Candidate[],
): Promise<Candidate | null> {
  const of = { format: 'atomic', kind: 'test_template', scope: '' } as const;
  const known = item.template === null ? null : await findSources(trx, of, [item.template]);
  return matchExecution(item, known?.get(item.template ?? '')?.object_id ?? null, candidates);
}
