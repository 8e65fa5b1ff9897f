import type { AlertReason } from '../../../../domain/alerts.ts';
import { describeDuration } from '../../../../domain/charts/figure-words.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { AcceptedAlert, ListedAlert } from '../../../../server/missions/alerts/contract.ts';
import type { WaitingAlert } from '../../../api/missions/alerts.ts';
import { t, words } from '../../../words.ts';

export type ListedSuggestion = ListedAlert['suggestions'][number];

const mostReasons = 4;

/** The weightiest reasons of a suggestion, in one line. */
export function describeReasons({ reasons }: ListedSuggestion): string {
  return reasons.slice(0, mostReasons).map(describeReason).join(', ');
}

function describeReason({ kind, alert, seconds }: ListedSuggestion['reasons'][number]): string {
  const span = describeDuration(Math.abs(seconds ?? 0), words);
  const value = toVisibleText(alert ?? '');
  const all: Record<AlertReason, () => string> = {
    host_same: () => t('alerts.reason.host_same'),
    host_name: () => t('alerts.reason.host_name'),
    host_cut: () => t('alerts.reason.host_cut'),
    host_address: () => t('alerts.reason.host_address'),
    host_other: () => t('alerts.reason.host_other'),
    time_within: () => t('alerts.reason.time_after', { span }),
    time_soon: () => t('alerts.reason.time_after', { span }),
    time_later: () => t('alerts.reason.time_after', { span }),
    time_late: () => t('alerts.reason.time_after', { span }),
    time_near: () => t('alerts.reason.time_before', { span }),
    time_zone: () => t('alerts.reason.time_zone'),
    time_before: () => t('alerts.reason.time_before', { span }),
    technique_same: () => t('alerts.reason.technique_same', { value }),
    technique_child: () => t('alerts.reason.technique_child', { value }),
    technique_parent: () => t('alerts.reason.technique_parent', { value }),
    technique_other: () => t('alerts.reason.technique_other'),
    rule_known: () => t('alerts.reason.rule_known'),
    process_same: () => t('alerts.reason.process_same', { value }),
    process_number: () => t('alerts.reason.process_number'),
    process_parent: () => t('alerts.reason.process_parent', { value }),
    command_same: () => t('alerts.reason.command_same'),
    command_like: () => t('alerts.reason.command_like'),
    command_word: () => t('alerts.reason.command_word', { value }),
    command_cleanup: () => t('alerts.reason.command_cleanup'),
    user_same: () => t('alerts.reason.user_same'),
    user_other: () => t('alerts.reason.user_other'),
  };
  return all[kind]();
}

/** The recorded values that an accepted alert did not change; null if there are none. */
export function describeDifferences({ differences }: AcceptedAlert): string | null {
  if (differences.length === 0) return null;
  const fields = differences.map(({ field }) => t(`alerts.field.${field}`)).join(', ');
  return t('alerts.differences', { count: differences.length, fields });
}

/** The decision of somebody else on an alert since it was listed. */
export function describeDecision(
  { state, isGone, decided_by }: WaitingAlert,
  testName: string | undefined,
): string {
  if (isGone) return t('alerts.decided.gone');
  const person = toVisibleText(decided_by?.display_name ?? t('alerts.decided.somebody'));
  if (state === 'not_ours') return t('alerts.decided.not_ours', { person });
  if (testName === undefined) return t('alerts.decided.accepted', { person });
  return t('alerts.decided.accepted_for', { person, test: toVisibleText(testName) });
}

export const nameAlert = ({ title, rule_name }: Pick<ListedAlert, 'title' | 'rule_name'>): string =>
  toVisibleText(title ?? rule_name ?? t('alerts.nameless'));
