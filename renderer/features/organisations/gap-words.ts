import type { GapReason } from '../../../domain/gaps.ts';
import { t } from '../../words.ts';

export const reasonWords = (): Readonly<Record<GapReason, { label: string; color: string }>> => ({
  never: { label: t('organisations.never_tested'), color: 'red' },
  missed: { label: t('organisations.missed'), color: 'red' },
  not_judged: { label: t('organisations.not_judged'), color: 'yellow' },
  logged_only: { label: t('organisations.only_logged'), color: 'yellow' },
  old: { label: t('organisations.tested_over_a_year_ago'), color: 'gray' },
});
