import { timeAfter } from '../../database/clock.ts';
import { type Db, inLongTransaction } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import type { Principal } from '../../permissions.ts';
import { recordOrganisationWrite } from '../history.ts';
import { requireWholeOrganisation } from '../service.ts';
import type { Brand } from './contract.ts';
import { readLogo, toAddress } from './rules.ts';
import * as store from './store.ts';

/** Branding of an organisation's reports. The caller has checked access. */
export async function readBrand(db: Db, organisationId: string): Promise<Brand> {
  return toBrand(await store.findBrand(db, organisationId));
}

/**
 * Sets the branding of an organisation's reports. Refuses `not_found`, `forbidden`, `invalid` a logo whose bytes are no PNG or
 * JPEG.
 */
export function setBrand(
  { db, now }: Services,
  user: Principal,
  organisationId: string,
  { logo: address, accent }: Brand,
): Promise<Brand> {
  const logo = address === null ? null : readLogo(address);
  return inLongTransaction(db, async (trx, pause) => {
    await requireWholeOrganisation(trx, user, organisationId);
    const before = await store.findBrand(trx, organisationId);
    const at = timeAfter(before?.updated_at ?? null, now);
    const after = { logo, accent, updated_at: at };
    const write = {
      at,
      by: user,
      verb: 'changed' as const,
      object: 'organisation' as const,
      id: organisationId,
      before: store.toRecorded(before),
      after: store.toRecorded(after),
    };
    const isChanged = await recordOrganisationWrite(trx, organisationId, write, pause);
    if (isChanged) await store.setBrand(trx, organisationId, after);
    return toBrand(isChanged ? after : before);
  });
}

function toBrand(stored: store.StoredBrand | null): Brand {
  if (stored === null) return { logo: null, accent: null };
  return { logo: stored.logo === null ? null : toAddress(stored.logo), accent: stored.accent };
}
