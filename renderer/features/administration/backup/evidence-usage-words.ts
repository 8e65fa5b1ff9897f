import type { EvidenceUsage } from '../../../../server/evidence/contract.ts';

const mebibyte = 1024 * 1024;

/** A size in MiB, as quotas are set: 0.4 MiB, 1,024 MiB. */
export function formatMebibytes(bytes: number): string {
  const value = bytes / mebibyte;
  if (value > 0 && value < 0.1) return 'under 0.1 MiB';
  return `${value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })} MiB`;
}

/** What is allowed, in words. */
export function describeQuotas({ mission, person }: EvidenceUsage['quotas']): string {
  const counted = 'Evidence of deleted missions counts too.';
  if (mission === null && person === null) {
    return `No limit is set: evidence takes as much as the disk has. ${counted}`;
  }
  const ofMission =
    mission === null
      ? 'a mission or engagement any amount'
      : `a mission or engagement at most ${formatMebibytes(mission)}`;
  const ofPerson =
    person === null ? 'one person any amount' : `one person at most ${formatMebibytes(person)}`;
  return `Evidence allowed: ${ofMission}, ${ofPerson}. ${counted}`;
}

/** Whether nine tenths of what is allowed are used. */
export function isNearlyFull(bytes: number, most: number | null): boolean {
  return most !== null && bytes >= most * 0.9;
}
