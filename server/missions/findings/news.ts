import { standOf } from '../../../domain/findings.ts';
import { findTestGap } from '../../../domain/test-gaps.ts';
import type { Trx } from '../../database/database.ts';
import { notify } from '../../notifications/service.ts';
import type { Principal } from '../../permissions.ts';
import { readEarlierRuns } from '../figures/earlier.ts';
import { listRuns } from '../figures/figured-test.ts';
import { listTheseTests } from '../figures/store.ts';
import type { OpenTest } from '../mission-tests/store.ts';
import type { Finding } from './contract.ts';
import { listOfRetested, listReaders, listTold } from './news-store.ts';

type Write = { at: string; by: Principal };

/** Notifies the lead and the sides that may read a finding that it was confirmed. */
export async function tellConfirmed(trx: Trx, write: Write, finding: Finding): Promise<void> {
  const about = { mission_id: finding.mission.id, finding_id: finding.id };
  const readers = await listReaders(trx, about.mission_id, finding.side);
  await notify(trx, { ...write, ...about, kind: 'finding_confirmed' }, readers);
}

/** Notifies the same people of findings reopened by a write to a test, once per run. */
export async function tellCameBack(
  trx: Trx,
  write: Write,
  { id, mission_id }: Pick<OpenTest, 'id' | 'mission_id'>,
): Promise<void> {
  const findings = await listOfRetested(trx, id);
  if (findings.length === 0) return;
  const [test] = await listTheseTests(trx, [id]);
  if (test === undefined) return;
  const earlier = (await readEarlierRuns(trx, mission_id, new Set([id]))).get(id);
  const gaps = [findTestGap(listRuns(test), { earlier })?.state ?? null];
  for (const { finding_id, side, status, run_started_at } of findings) {
    if (status === 'dismissed' || !standOf({ status, remediations: [], gaps }).came_back) continue;
    const about = { mission_id, finding_id };
    const told = await listTold(trx, finding_id, run_started_at);
    const readers = (await listReaders(trx, mission_id, side)).filter((user) => !told.has(user));
    await notify(trx, { ...write, ...about, kind: 'finding_came_back' }, readers);
  }
}
