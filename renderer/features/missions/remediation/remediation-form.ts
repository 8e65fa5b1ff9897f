import type { NamedRule } from '../../../../domain/detection-rules.ts';
import { longestName, longestNote } from '../../../../domain/limits.ts';
import type { Priority, RemediationStatus } from '../../../../domain/remediations.ts';
import type { Remediation, RemediationPatch } from '../../../../server/missions/remediations/contract.ts';
import type { ApiError } from '../../../api/connection/problem.ts';
import type { RemediationClash, RemediationField } from '../../../api/missions/remediations.ts';
import { toNullIfEmpty } from '../../../ui/forms/or-null.ts';
import { atMost, checkDay, requireText } from '../../../ui/forms/rules.ts';
import { t } from '../../../words.ts';
import { describeTheirs, explainClash } from '../explain-clash.ts';

export type RemediationValues = {
  title: string;
  shortcoming: string;
  root_cause: string;
  measure: string;
  risk_if_not_done: string;
  priority: Priority;
  status: RemediationStatus;
  owner_id: string | null;
  owner_text: string;
  due_on: string;
  test_ids: string[];
  rule: NamedRule | null;
};

/** Initial values of the form; `suggested` values are for a new remediation. */
export function toValues(
  remediation: Remediation | null,
  suggested: Partial<RemediationValues> = {},
): RemediationValues {
  return {
    title: remediation?.title ?? '',
    shortcoming: remediation?.shortcoming ?? '',
    root_cause: remediation?.root_cause ?? '',
    measure: remediation?.measure ?? '',
    risk_if_not_done: remediation?.risk_if_not_done ?? '',
    priority: remediation?.priority ?? 'medium',
    status: remediation?.status ?? 'open',
    owner_id: remediation?.owner?.id ?? null,
    owner_text: remediation?.owner_text ?? '',
    due_on: remediation?.due_on ?? '',
    test_ids: remediation?.test_ids ?? [],
    rule: remediation?.rule ?? null,
    ...suggested,
  };
}

const note = atMost(longestNote);
export const remediationRules = () => ({
  title: requireText(t('remediation.enter_title'), longestName),
  shortcoming: note,
  root_cause: note,
  measure: note,
  risk_if_not_done: note,
  owner_text: atMost(longestName),
  due_on: checkDay,
});

/** Request body with the named fields. */
export function toPatch(values: Partial<RemediationValues>): RemediationPatch {
  const { owner_id, owner_text, title, priority, status, test_ids, rule, ...texts } = values;
  return {
    ...(title === undefined ? {} : { title }),
    ...(priority === undefined ? {} : { priority }),
    ...(status === undefined ? {} : { status }),
    ...(test_ids === undefined ? {} : { test_ids }),
    ...(rule === undefined ? {} : { rule }),
    ...(owner_id === undefined ? {} : { owner: owner_id === null ? null : { id: owner_id } }),
    ...(owner_text === undefined ? {} : { owner_text: toNullIfEmpty(owner_text) }),
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, toNullIfEmpty(text)])),
  };
}

/** Explains a refused save of fields that someone else has written in the meantime. */
export function toRefusal(clash: RemediationClash): ApiError {
  return explainClash(clash, (who, field) => describe(who, clash.theirs, field));
}

function describeField(
  theirs: Remediation,
  field: Exclude<RemediationField, 'priority' | 'status' | 'test_ids' | 'verified_by_run'>,
): string | null | undefined {
  if (field === 'owner') return theirs.owner?.display_name;
  if (field === 'rule') return theirs.rule?.rule_name ?? theirs.rule?.rule_id;
  return theirs[field];
}

function describe(who: string, theirs: Remediation, field: RemediationField): string {
  if (field === 'priority') return describeTheirs(who, t(`names.priority.${theirs.priority}`));
  if (field === 'status') return describeTheirs(who, t(`names.remediation_status.${theirs.status}`));
  if (field === 'test_ids') return t('remediation.clash.tests', { who, count: theirs.test_ids.length });
  if (field === 'verified_by_run') {
    const run = theirs.verified_by_run?.number;
    return run === undefined
      ? t('remediation.clash.not_verified', { who })
      : t('remediation.clash.verified', { who, run });
  }
  return describeTheirs(who, describeField(theirs, field));
}
