import { timeAfter } from '../../database/clock.ts';
import type { Trx } from '../../database/database.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import { newId } from '../../ids.ts';
import type { CatalogueBundle } from '../bundle/stix.ts';
import type { SyncResult } from '../contract.ts';
import { compareCatalogues, judgeGone } from '../rules.ts';
import * as store from '../store.ts';
import { bringThreatsUpToDate, keepSuccessors } from '../successors/service.ts';
import { readThreats, replaceThreats } from '../threats/store.ts';
import * as syncStore from './store.ts';

export type Replacement = {
  bundle: CatalogueBundle;
  /** History entry of the sync. */
  source: string;
  verified: boolean;
  by: Author;
  at: number;
};

/** Replaces the catalogue with a bundle, in the caller's transaction, and returns the changes. */
export async function replaceCatalogue(
  trx: Trx,
  { bundle, source, verified, by, at }: Replacement,
): Promise<SyncResult> {
  const difference = compareCatalogues(await store.listEntries(trx), bundle.entries);
  const { deprecated, removed } = judgeGone(difference.gone, await syncStore.listTaggedIds(trx));
  await syncStore.writeDifference(trx, difference);
  await syncStore.markDeprecated(trx, deprecated);
  await syncStore.deleteEntries(trx, removed);

  const last = await store.findLastSync(trx);
  const synced_at = timeAfter(last?.synced_at ?? null, () => at);
  const record = { version: bundle.version, source_url: source, sha256: bundle.sha256, verified };
  await keepSuccessors(trx, bundle.successors);
  await replaceThreats(trx, await bringThreatsUpToDate(trx, bundle.threats ?? (await readThreats(trx))));
  // A bundle with only techniques leaves the threats unchanged.
  const threats =
    bundle.threats === null
      ? { threats_version: last?.threats_version ?? null, threats_synced_at: last?.threats_synced_at ?? null }
      : { threats_version: bundle.threats.version, threats_synced_at: synced_at };
  await syncStore.insertSync(trx, newId(), { ...record, synced_at, ...threats });
  const changes = {
    added: difference.added.length,
    updated: difference.updated.length,
    deprecated: deprecated.length,
  };
  await recordWrite(trx, {
    at: synced_at,
    by,
    verb: 'synchronised',
    object: 'catalogue',
    id: null,
    after: { ...record, ...changes },
  });
  return { ...record, counts: await store.countEntries(trx), changes, last_sync: synced_at };
}
