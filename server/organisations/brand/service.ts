import { createHash } from 'node:crypto';
import { timeAfter } from '../../database/clock.ts';
import { type Db, inTransaction } from '../../database/database.ts';
import { recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { type Organisations, requireOrganisation } from '../service.ts';
import type { Brand } from './contract.ts';
import { readLogo, toAddress } from './rules.ts';
import * as store from './store.ts';

/** What reports of an organisation look like. The caller has judged who sees it. */
export async function readBrand(db: Db, organisationId: string): Promise<Brand> {
  return toBrand(await store.findBrand(db, organisationId));
}

/** Says what reports of an organisation look like. Refuses `not_found`, `invalid` a logo whose bytes are no PNG or JPEG. */
export function setBrand(
  { db, now }: Pick<Organisations, 'db' | 'now'>,
  user: Principal,
  organisationId: string,
  { logo: address, accent }: Brand,
): Promise<Brand> {
  const logo = address === null ? null : readLogo(address);
  return inTransaction(db, async (trx) => {
    await requireOrganisation(trx, user, organisationId);
    const before = await store.findBrand(trx, organisationId);
    const at = timeAfter(before?.updated_at ?? null, now);
    const after = { logo, accent, updated_at: at };
    const isChanged = await recordWrite(trx, {
      at,
      by: user,
      verb: 'changed',
      object: 'organisation',
      id: organisationId,
      before: toRecorded(before),
      after: toRecorded(after),
    });
    if (isChanged) await store.setBrand(trx, organisationId, after);
    return toBrand(isChanged ? after : before);
  });
}

function toBrand(stored: store.StoredBrand | null): Brand {
  if (stored === null) return { logo: null, accent: null };
  return { logo: stored.logo === null ? null : toAddress(stored.logo), accent: stored.accent };
}

/** A picture is told by its digest. */
function toRecorded(stored: store.StoredBrand | null): Record<string, unknown> {
  const logo = stored?.logo ?? null;
  const digest = logo === null ? null : createHash('sha256').update(logo).digest('hex');
  return { logo_sha256: digest, accent: stored?.accent ?? null };
}
