import { mostClocks } from '../../../domain/alerts.ts';
import { isoTime } from '../../database/clock.ts';
import { type Db, inSnapshot, inTransaction, type Trx } from '../../database/database.ts';
import type { Services } from '../../database/services.ts';
import { invalid } from '../../errors.ts';
import { type Author, recordWrite } from '../../history/service.ts';
import type { Principal } from '../../permissions.ts';
import { openPlan } from '../doors.ts';
import type { OpenMission } from '../heads.ts';
import type {
  ClockChange,
  Clocks,
  ClocksSign,
  ConfirmedClock,
  MeasuredClock,
  RecordedClock,
} from './contract.ts';
import { listHosts, measureClocks, toHost } from './rules.ts';
import * as store from './store.ts';

/** The clocks of the hosts of a mission, as confirmed and as measured from accepted alerts. The caller has checked access. */
export function readClocks({ db }: Pick<Services, 'db'>, missionId: string): Promise<Clocks> {
  return inSnapshot(db, async (trx) => {
    const { confirmed, measured } = await read(trx, missionId);
    return { hosts: listHosts(confirmed, measured) };
  });
}

/** Differs after every change of a mission's confirmed clocks. */
export function readClocksSign(db: Db, missionId: string): Promise<ClocksSign> {
  return store.readSign(db, missionId);
}

async function read(
  db: Db,
  missionId: string,
): Promise<{ confirmed: Map<string, ConfirmedClock>; measured: Map<string, MeasuredClock> }> {
  const pairs = await store.listPairs(db, missionId);
  return { confirmed: await store.readConfirmed(db, missionId), measured: measureClocks(pairs) };
}

/**
 * Says by how much the clock of a host is ahead, or takes that back; returns the clocks of the mission. What changes nothing writes
 * nothing. Refuses `not_found`, `invalid` a text that is no host and more clocks than a mission may have, `archived`, `locked`.
 */
export function changeClock(
  { db, now }: Services,
  user: Principal,
  missionId: string,
  { host: sent, seconds }: ClockChange,
): Promise<Clocks> {
  const host = toHost(sent);
  if (host === null) throw invalid('host', 'must be the name or the address of one host');
  return inTransaction(db, async (trx) => {
    const { mission, judged } = await openPlan(trx, user, missionId, async () => {
      const present = await read(trx, missionId);
      const isNew = seconds !== null && !present.confirmed.has(host);
      if (isNew && present.confirmed.size >= mostClocks)
        throw invalid('host', `there would be ${mostClocks + 1}; the limit is ${mostClocks}`);
      return present;
    });
    const { confirmed, measured } = judged;
    const before = confirmed.get(host) ?? null;
    if (seconds === (before?.seconds ?? null)) return { hosts: listHosts(confirmed, measured) };
    const at = isoTime(now());
    if (seconds === null) {
      await store.removeClock(trx, mission, host);
    } else {
      const found = measured.get(host);
      const measurement =
        found?.seconds === seconds
          ? { pairs: found.pairs, spread: found.spread }
          : { pairs: null, spread: null };
      await store.setClock(trx, mission, { host, seconds, ...measurement, set_by: user.id, set_at: at });
    }
    await record(
      trx,
      mission,
      { at, by: user },
      {
        before: before === null ? null : { [host]: before.seconds },
        after: seconds === null ? null : { [host]: seconds },
      },
    );
    return { hosts: listHosts(await store.readConfirmed(trx, missionId), measured) };
  });
}

function record(
  trx: Trx,
  { id }: Pick<OpenMission, 'id'>,
  write: { at: string; by: Author },
  { before, after }: Record<'before' | 'after', Record<string, number> | null>,
): Promise<boolean> {
  return recordWrite(trx, {
    ...write,
    verb: 'changed',
    object: 'mission',
    id,
    place: { mission_id: id },
    before: { clocks: before },
    after: { clocks: after },
  });
}

/** Writes the clocks of a new mission. Refuses nothing: hosts that are none are left out. */
export async function putClocks(
  trx: Trx,
  mission: OpenMission,
  { by, user, at }: { by: Author; user: Principal | null; at: string },
  clocks: readonly RecordedClock[],
): Promise<void> {
  const kept = new Map(
    clocks.flatMap((clock) => {
      const host = toHost(clock.host);
      return host === null ? [] : [[host, { ...clock, host }] as const];
    }),
  );
  if (kept.size === 0) return;
  for (const clock of kept.values()) {
    await store.setClock(trx, mission, { ...clock, set_by: user?.id ?? null, set_at: at });
  }
  const after = Object.fromEntries([...kept].map(([host, { seconds }]) => [host, seconds]));
  await record(trx, mission, { at, by }, { before: null, after });
}
