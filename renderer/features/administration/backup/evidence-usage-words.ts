import type { EvidenceUsage } from '../../../../server/evidence/contract.ts';
import { formatNumber, t } from '../../../words.ts';

const mebibyte = 1024 * 1024;

/** A size in MiB, the unit of quotas: 0.4 MiB, 1,024 MiB. */
export function formatMebibytes(bytes: number): string {
  const value = bytes / mebibyte;
  if (value > 0 && value < 0.1) return t('administration.mebibytes.few', { amount: formatNumber(0.1) });
  return t('administration.mebibytes.amount', {
    amount: formatNumber(value, { maximumFractionDigits: value < 10 ? 1 : 0 }),
  });
}

/** Limits, in words. */
export function describeQuotas({ mission, person }: EvidenceUsage['quotas']): string {
  if (mission === null) {
    return person === null
      ? t('administration.quotas.none')
      : t('administration.quotas.person', { person: formatMebibytes(person) });
  }
  if (person === null) return t('administration.quotas.mission', { mission: formatMebibytes(mission) });
  return t('administration.quotas.both', {
    mission: formatMebibytes(mission),
    person: formatMebibytes(person),
  });
}

/** Whether nine tenths of the limit is used. */
export function isNearlyFull(bytes: number, most: number | null): boolean {
  return most !== null && bytes >= most * 0.9;
}
