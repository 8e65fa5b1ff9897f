import type { FindingSide } from '../../../domain/findings.ts';
import { type Db, inSnapshot, type Trx } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import type { Entry, FindingHistoryQuery, WholeEntry } from '../../history/contract.ts';
import { listHistoryOf, readEntry } from '../../history/service.ts';
import type { Found } from '../../paging.ts';
import type { Principal } from '../../permissions.ts';
import type { Finding } from './contract.ts';
import { toReader } from './reader.ts';

/**
 * A page of a finding's history visible to this user, newest first: entries of times when its side was one they may read, or all
 * of them for their own finding. Refuses nothing.
 */
export async function listFindingHistory(
  db: Db,
  user: Principal,
  finding: Finding,
  { limit, offset, ...filter }: FindingHistoryQuery,
): Promise<Found<Entry>> {
  const entries = await inSnapshot(db, (trx) => listReadable(trx, user, finding));
  const found = entries.filter((entry) => passes(entry, filter));
  return { items: found.slice(offset, offset + limit), total: found.length };
}

/** One of these entries with the full texts it changed. Refuses `not_found`. */
export async function readFindingEntry(
  db: Db,
  user: Principal,
  finding: Finding,
  seq: number,
): Promise<WholeEntry> {
  const entries = await inSnapshot(db, (trx) => listReadable(trx, user, finding));
  if (!entries.some((entry) => entry.seq === seq)) throw notFound('Entry');
  return readEntry(db, seq);
}

function passes(
  { actor, at }: Entry,
  { actor_id, since, before }: Omit<FindingHistoryQuery, 'limit' | 'offset'>,
): boolean {
  return (
    (actor_id === undefined || actor?.id === actor_id) &&
    (since === undefined || at >= since) &&
    (before === undefined || at < before)
  );
}

async function listReadable(trx: Trx, user: Principal, finding: Finding): Promise<Entry[]> {
  const entries = await listHistoryOf(trx, 'finding', finding.id);
  if (finding.created_by?.id === user.id) return entries;
  const { sides } = toReader(user);
  // The side is unknown before an erased entry, which may have changed it; entries in the mission's history belong to both sides.
  let side: FindingSide | null = finding.side;
  const reads = (one: FindingSide | null): boolean =>
    one === null ? sides.includes('red') && sides.includes('blue') : sides.includes(one);
  return entries.filter(({ changes, mission_id }) => {
    const after = side;
    const change = changes?.side as [FindingSide | null, FindingSide] | undefined;
    if (changes === null) side = null;
    else if (change !== undefined) side = change[0];
    const isFirst = change !== undefined && change[0] === null;
    return mission_id !== null || (reads(after) && (isFirst || reads(side)));
  });
}
