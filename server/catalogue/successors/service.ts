import { follow, followAll, type Successors } from '../../../domain/successors.ts';
import type { Db, Trx } from '../../database/database.ts';
import type { Threats } from '../threats/rules.ts';
import { readBundledSuccessors } from './bundled.ts';
import * as store from './store.ts';

/** Successors of revoked techniques, from every synchronised bundle and then the bundled table. */
export async function readSuccessors(db: Db): Promise<Successors> {
  const own = await store.listSuccessors(db);
  return own.length === 0 ? readBundledSuccessors() : new Map([...(await readBundledSuccessors()), ...own]);
}

/** Returns a function that maps an external id of any edition to its current one in the catalogue. */
export async function readFollower(db: Db): Promise<(id: string) => string> {
  const successors = await readSuccessors(db);
  const live = await store.listLiveIds(db);
  return (id) => follow(successors, id, (other) => live.has(other));
}

/** Stores a bundle's successors of revoked techniques. */
export const keepSuccessors: typeof store.putSuccessors = store.putSuccessors;

/** Takes threats of another edition than the catalogue's, returns them with the current techniques. */
export async function bringThreatsUpToDate(
  trx: Trx,
  { threats, data_components, ...rest }: Threats,
): Promise<Threats> {
  const successors = await readSuccessors(trx);
  const live = await store.listLiveIds(trx);
  const isLive = (id: string) => live.has(id);
  const components = new Map<string, Set<string>>();
  for (const [technique, names] of data_components) {
    const id = follow(successors, technique, isLive);
    components.set(id, new Set([...(components.get(id) ?? []), ...names]));
  }
  return {
    ...rest,
    threats: threats.map((threat) => ({
      ...threat,
      techniques: followAll(successors, threat.techniques, isLive).sort(),
    })),
    data_components: [...components]
      .map(([technique, names]): [string, string[]] => [technique, [...names].sort()])
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  };
}
