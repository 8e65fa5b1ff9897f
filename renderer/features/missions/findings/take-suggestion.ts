import type { QueryClient } from '@tanstack/react-query';
import { describeReasons } from '../../../../domain/charts/figure-words.ts';
import type { Finding, Suggestion } from '../../../../server/missions/findings/contract.ts';
import { addFinding } from '../../../api/missions/findings.ts';
import { t, words } from '../../../words.ts';

/** Reasons of a suggestion in sentences. */
export const describeSuggestion = ({ reasons }: Suggestion): string =>
  reasons.length === 0 ? t('findings.attack_succeeded') : describeReasons({ reasons }, words);

/** Creates a suggested finding, with its reasons as the description. */
export function takeSuggestion(
  queryClient: QueryClient,
  missionId: string,
  suggestion: Suggestion,
): Promise<Finding> {
  const { reasons: _reasons, ...filled } = suggestion;
  return addFinding(queryClient, missionId, { ...filled, description: describeSuggestion(suggestion) });
}
