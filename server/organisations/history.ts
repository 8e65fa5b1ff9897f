import type { Trx } from '../database/database.ts';
import { type Recorded, recordWrite } from '../history/service.ts';
import type { OrganisationName } from './contract.ts';
import * as store from './store.ts';

/** A write to an organisation or to something of it. */
type Write = Omit<Recorded, 'place'>;

/** Records a write to an organisation, its brand or a tool, in the histories of its missions and engagements too. */
export async function recordOrganisationWrite(
  trx: Trx,
  organisationId: string,
  write: Write,
): Promise<boolean> {
  const isChanged = await recordWrite(trx, write);
  if (isChanged) await recordInWork(trx, await store.listWork(trx, organisationId), write);
  return isChanged;
}

export async function recordInWork(trx: Trx, work: store.Work, write: Write): Promise<void> {
  for (const mission_id of work.missions) await recordWrite(trx, { ...write, place: { mission_id } });
  for (const engagement_id of work.engagements)
    await recordWrite(trx, { ...write, place: { engagement_id } });
}

/** Records that the organisation of missions and engagements is another one, or has another name. */
export async function recordNewOrganisation(
  trx: Trx,
  work: store.Work,
  { at, by }: Pick<Recorded, 'at' | 'by'>,
  change: { before: OrganisationName; after: OrganisationName },
): Promise<void> {
  const write = {
    at,
    by,
    verb: 'changed',
    before: { organisation: toName(change.before) },
    after: { organisation: toName(change.after) },
  } as const;
  for (const id of work.missions) {
    await recordWrite(trx, { ...write, object: 'mission', id, place: { mission_id: id } });
  }
  for (const id of work.engagements) {
    await recordWrite(trx, { ...write, object: 'engagement', id, place: { engagement_id: id } });
  }
}

const toName = ({ id, name }: OrganisationName): OrganisationName => ({ id, name });
