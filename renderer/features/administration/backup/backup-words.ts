import type { Backup, BackupJob, Verification } from '../../../../server/backup/contract.ts';
import { getLocale, t } from '../../../words.ts';

const day = 24 * 60 * 60 * 1000;

/** How long ago something was, as people say it. */
export function formatAgo(at: string, now: number): string {
  const milliseconds = Math.max(0, now - Date.parse(at));
  for (const [unit, length] of [
    ['day', day],
    ['hour', day / 24],
    ['minute', 60_000],
  ] as const) {
    if (milliseconds >= length)
      return new Intl.RelativeTimeFormat(getLocale(), { numeric: 'auto' }).format(
        -Math.floor(milliseconds / length),
        unit,
      );
  }
  return t('administration.just_now');
}

/** Whether it is time for a new one: none is newer than a day. */
export function isOverdue(newest: Pick<Backup, 'made_at'> | null, now: number): boolean {
  return newest === null || now - Date.parse(newest.made_at) > day;
}

/** Content of a backup, in the order people ask for it. */
export function describeContents(counts: NonNullable<Backup['counts']>): string {
  const files =
    counts.evidence + counts.simulation_outputs + counts.simulation_evidence + counts.report_files;
  const parts = [
    ['administration.count.missions', counts.missions],
    ['administration.count.engagements', counts.engagements],
    ['administration.count.files', files],
    ['administration.count.users', counts.users],
  ] as const;
  return parts.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })])).join(', ');
}

/** How far a job is, in words, and as a share of 100 where that is known. */
export function describeProgress(
  { phase, done, total }: Pick<BackupJob | Verification, 'phase' | 'done' | 'total'>,
  words: { database: string; files: string; archive: string },
): { text: string; percent: number | null } {
  const percent = total === 0 ? null : Math.min(100, Math.floor((100 * done) / total));
  if (percent === null) return { text: words[phase], percent };
  const text =
    phase === 'files'
      ? t('administration.progress.files', { what: words.files, done, total })
      : t('administration.progress.percent', { what: words[phase], percent });
  return { text, percent };
}
