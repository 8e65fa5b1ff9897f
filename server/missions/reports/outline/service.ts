import { isoTime } from '../../../database/clock.ts';
import { findInUse } from '../../../database/database.ts';
import { notFound } from '../../../errors.ts';
import type { Principal } from '../../../permissions.ts';
import type { ReportOutline } from '../contract.ts';
import { type ReportPlace, requireReport } from '../find.ts';
import type { Reports } from '../renderings/service.ts';
import { toBuild } from '../renderings/source.ts';
import { listKnownWords } from '../store.ts';
import { makeOutline } from './job.ts';

/**
 * The texts drafted from the record for a draft, and the items required of it. Refuses `not_found`, also an issued report, and what
 * `makeOutline` refuses.
 */
export async function readOutline(
  { db, now, source }: Pick<Reports, 'db' | 'now' | 'source'>,
  user: Principal,
  place: ReportPlace,
): Promise<ReportOutline> {
  const report = await requireReport(db, user, place);
  if (report.status !== 'draft') throw notFound('Draft');
  return makeOutline({
    database: findInUse(db),
    report: toBuild(report, null, source.version, isoTime(now())),
    decided: report.options.sanitised
      ? [...report.options.left_words, ...(await listKnownWords(db, report.mission_id))]
      : [],
  });
}
