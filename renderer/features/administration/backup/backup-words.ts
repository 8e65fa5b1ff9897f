import type { Backup, BackupJob, Verification } from '../../../../server/backup/contract.ts';
import { getLocale, t } from '../../../words.ts';

const day = 24 * 60 * 60 * 1000;

/** Elapsed time in words. */
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

/** Whether a new backup is due: the newest is more than a day old. */
export function isOverdue(newest: Pick<Backup, 'made_at'> | null, now: number): boolean {
  return newest === null || now - Date.parse(newest.made_at) > day;
}

/** Content of a backup in words, most important first. */
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

/** Progress of a job, in words, and in percent where known. */
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
