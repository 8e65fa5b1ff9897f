import { isDeepStrictEqual } from 'node:util';
import type { Trx } from '../../database/database.ts';
import { findView, inView, shownOnly, wholly } from '../../database/view.ts';
import type { Person } from '../../person.ts';
import * as store from './store.ts';

type Versioned = { id: string; updated_at: string; updated_by: Person | null };

/**
 * Makes a write to a finding or a remediation. If somebody who does not see hidden tests sees no difference, its version stays the same
 * for them. Returns a hidden test then, by which its entry in the history is hidden too, else null. Refuses what `write` refuses.
 */
export async function keepShownVersion(
  trx: Trx,
  { table, missionId, id }: { table: 'findings' | 'remediations'; missionId: string; id: string },
  read: () => Promise<Versioned | null>,
  write: () => Promise<void>,
): Promise<string | null> {
  const hidden = await findHiddenTest(trx, missionId);
  const readShown = () => (hidden === null ? null : inView(shownOnly, read));
  const before = await readShown();
  await write();
  const after = await readShown();
  const isUnseen =
    before !== null && after !== null && isDeepStrictEqual(toContent(before), toContent(after));
  await store.setShownVersion(trx, table, id, isUnseen ? before : null);
  return isUnseen ? hidden : null;
}

function toContent({ updated_at: _at, updated_by: _by, ...content }: Versioned): object {
  return content;
}

/** A hidden test of the mission, if the caller sees it. */
async function findHiddenTest(trx: Trx, missionId: string): Promise<string | null> {
  const view = findView();
  const seesAll = view === null || (view.leads !== null && (await store.isLead(trx, missionId, view.leads)));
  return seesAll ? wholly(() => store.findHiddenTest(trx, missionId)) : null;
}
