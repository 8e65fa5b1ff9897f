import { t } from '../../words.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Duration of a wait or age, in one unit: "just now", "12 min", "3 h", "4 d". */
export function tellAge(since: string, now: number): string {
  const past = now - Date.parse(since);
  if (past < minute) return t('shared.just_now');
  if (past < hour) return t('shared.past_min', { past: Math.floor(past / minute) });
  if (past < day) return t('shared.past_h', { past: Math.floor(past / hour) });
  return t('shared.past_d', { past: Math.floor(past / day) });
}
