import type { Trx } from '../database/database.ts';
import { type Recorded, recordWrite } from '../history/service.ts';
import { Turn } from '../turn.ts';
import type { OrganisationName } from './contract.ts';
import * as store from './store.ts';

/** A write to an organisation or its parts. */
type Write = Omit<Recorded, 'place'>;
type Pause = () => Promise<void>;

/** Records a write to an organisation, its branding or a tool, also in the histories of its missions and engagements. */
export async function recordOrganisationWrite(
  trx: Trx,
  organisationId: string,
  write: Write,
  pause: Pause,
): Promise<boolean> {
  const isChanged = await recordWrite(trx, write);
  if (isChanged) await recordInWork(trx, await store.listWork(trx, organisationId), write, pause);
  return isChanged;
}

export async function recordInWork(trx: Trx, work: store.Work, write: Write, pause: Pause): Promise<void> {
  await forEachPlace(work, pause, (place) => recordWrite(trx, { ...write, place }));
}

/** An organisation may have thousands of missions, so others read in between. */
async function forEachPlace(
  { missions, engagements }: store.Work,
  pause: Pause,
  record: (
    place: { mission_id: string } | { engagement_id: string },
    about: { object: 'mission' | 'engagement'; id: string },
  ) => Promise<unknown>,
): Promise<void> {
  const turn = new Turn();
  for (const id of missions) {
    await record({ mission_id: id }, { object: 'mission', id });
    await turn.giveWay(pause);
  }
  for (const id of engagements) {
    await record({ engagement_id: id }, { object: 'engagement', id });
    await turn.giveWay(pause);
  }
}

/** Records that missions and engagements got another organisation, or that it was renamed. */
export async function recordNewOrganisation(
  trx: Trx,
  work: store.Work,
  { at, by }: Pick<Recorded, 'at' | 'by'>,
  change: { before: OrganisationName; after: OrganisationName },
  pause: Pause,
): Promise<void> {
  const write = {
    at,
    by,
    verb: 'changed',
    before: { organisation: toName(change.before) },
    after: { organisation: toName(change.after) },
  } as const;
  await forEachPlace(work, pause, (place, about) => recordWrite(trx, { ...write, ...about, place }));
}

const toName = ({ id, name }: OrganisationName): OrganisationName => ({ id, name });
