import type { Backup, BackupJob, Verification } from '../../../../server/backup/contract.ts';
import { formatCount } from '../../../ui/text/format-count.ts';

const day = 24 * 60 * 60 * 1000;
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

/** How long ago something was, as people say it. */
export function formatAgo(at: string, now: number): string {
  const milliseconds = Math.max(0, now - Date.parse(at));
  for (const [unit, length] of [
    ['day', day],
    ['hour', day / 24],
    ['minute', 60_000],
  ] as const) {
    if (milliseconds >= length) return relative.format(-Math.floor(milliseconds / length), unit);
  }
  return 'just now';
}

/** Whether it is time for a new one: none is newer than a day. */
export function isOverdue(newest: Pick<Backup, 'made_at'> | null, now: number): boolean {
  return newest === null || now - Date.parse(newest.made_at) > day;
}

/** What a backup holds, in the order people ask for it. */
export function describeContents(counts: NonNullable<Backup['counts']>): string {
  const parts: [number, string][] = [
    [counts.missions, 'mission'],
    [counts.engagements, 'engagement'],
    [counts.evidence + counts.simulation_outputs + counts.simulation_evidence + counts.report_files, 'file'],
    [counts.users, 'user'],
  ];
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [formatCount(count, what)])).join(', ');
}

/** How far a job is, in words, and as a share of 100 where that is known. */
export function describeProgress(
  { phase, done, total }: Pick<BackupJob | Verification, 'phase' | 'done' | 'total'>,
  words: { database: string; files: string; archive: string },
): { text: string; percent: number | null } {
  const percent = total === 0 ? null : Math.min(100, Math.floor((100 * done) / total));
  if (phase === 'files' && total > 0)
    return { text: `${words.files}: ${done.toLocaleString()} of ${total.toLocaleString()}`, percent };
  return { text: percent === null ? words[phase] : `${words[phase]}: ${percent} %`, percent };
}
