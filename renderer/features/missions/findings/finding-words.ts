import type { Finding } from '../../../../server/missions/findings/contract.ts';
import { t } from '../../../words.ts';

/** The number of a finding, for example F-1. */
export const nameNumber = ({ number }: Pick<Finding, 'number'>): string =>
  t('names.finding_number', { number: String(number) });

/** Name of a finding: its number and title. */
export const nameFinding = (finding: Pick<Finding, 'number' | 'title'>): string =>
  t('names.finding', { number: nameNumber(finding), title: finding.title });

export const toFindingPath = (missionId: string, id: string): string =>
  `/missions/${missionId}/findings/${id}`;
