import type { Db } from '../../database/database.ts';
import { notFound } from '../../errors.ts';
import type { Principal } from '../../permissions.ts';
import { requireVisibleMission } from '../visibility.ts';
import type { Report } from './contract.ts';
import * as store from './store.ts';

/** Place of a report in its path. */
export type ReportPlace = { mission_id: string; report_id: string };

/** The report of a path. Refuses `not_found`. */
export async function requireReport(db: Db, user: Principal, place: ReportPlace): Promise<Report> {
  await requireVisibleMission(db, user, place.mission_id);
  return findReport(db, place);
}

/** The report at a place. Refuses `not_found`. The caller has checked access. */
export async function findReport(db: Db, { mission_id, report_id }: ReportPlace): Promise<Report> {
  const found = await store.findReport(db, mission_id, report_id);
  if (found === null) throw notFound('Report');
  return found;
}

/**
 * Number of reports of a mission, and time of the last change: a marker that changes with any of them. The caller has checked
 * access.
 */
export const readReportsSign: (
  db: Db,
  missionId: string,
) => Promise<{ reports: number; changed_at: string | null }> = store.readSign;
