import { type Db, writesTo } from '../../database/database.ts';
import type { Principal } from '../../permissions.ts';
import { readAlertsSign } from '../alerts/waiting-sign.ts';
import { readClocksSign } from '../clocks/service.ts';
import { readSign } from '../findings/service.ts';
import { readReplaySign } from '../replay/service.ts';
import { readReportsSign } from '../reports/find.ts';
import { readSightingsSign } from '../sightings/service.ts';
import { readTlptSign } from '../tlpt/service.ts';

/** Counts the writes after which somebody's unread notifications may differ. */
export const countNoticeWrites = (db: Db): number => writesTo(db, ['notifications']);

/** Counts the writes after which the `findings` event of a mission may differ. */
export const countFindingWrites = (db: Db): number =>
  writesTo(db, [
    'findings',
    'remediations',
    'finding_suggestions',
    'reports',
    'mission_tlpt',
    'mission_clocks',
    'mission_alerts',
    'mission_sightings',
    'mission_replays',
    'replay_steps',
  ]);

/** Data of the `findings` event for one person, as JSON. */
export async function readFindingsSign(db: Db, user: Principal, missionId: string): Promise<string> {
  const { changed_at, ...counts } = await readSign(db, user, missionId);
  const { reports, changed_at: reportedAt } = await readReportsSign(db, missionId);
  const [last = null] = [changed_at, reportedAt]
    .filter((at) => at !== null)
    .sort()
    .reverse();
  const tlpt_changed_at = await readTlptSign(db, missionId);
  const clocks = await readClocksSign(db, missionId);
  const alerts = await readAlertsSign(db, missionId);
  const sightings = await readSightingsSign(db, user, missionId);
  const replay_changed_at = await readReplaySign(db, missionId);
  const other = { changed_at: last, tlpt_changed_at, clocks, alerts, ...sightings, replay_changed_at };
  return JSON.stringify({ ...counts, reports, ...other });
}
