import type { EvidenceUsage } from '../../../../server/evidence/contract.ts';
import { t } from '../../../words.ts';

const mebibyte = 1024 * 1024;

/** A size in MiB, as quotas are set: 0.4 MiB, 1,024 MiB. */
export function formatMebibytes(bytes: number): string {
  const value = bytes / mebibyte;
  if (value > 0 && value < 0.1) return 'under 0.1 MiB';
  return t('administration.value_number_mib', { value });
}

/** What is allowed, in words. */
export function describeQuotas({ mission, person }: EvidenceUsage['quotas']): string {
  const counted = t('administration.evidence_of_deleted_missions_counts_too');
  if (mission === null && person === null) {
    return t('administration.no_limit_is_set_evidence_takes', { counted });
  }
  const ofMission =
    mission === null
      ? t('administration.a_mission_or_engagement_any_amount')
      : t('administration.a_mission_or_engagement_at_most', { mission: formatMebibytes(mission) });
  const ofPerson =
    person === null
      ? t('administration.one_person_any_amount')
      : t('administration.one_person_at_most_person', { person: formatMebibytes(person) });
  return t('administration.evidence_allowed_of_mission_of_person', {
    of_mission: ofMission,
    of_person: ofPerson,
    counted,
  });
}

/** Whether nine tenths of what is allowed are used. */
export function isNearlyFull(bytes: number, most: number | null): boolean {
  return most !== null && bytes >= most * 0.9;
}
