import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type { Finding, FindingPatch, ShownBy } from '../../../../server/missions/findings/contract.ts';
import { ApiError } from '../../../api/connection/problem.ts';
import { getKnownFinding, readFindingAnew, writeFinding } from '../../../api/missions/findings.ts';
import { renewMission } from '../../../api/missions/missions.ts';
import type { FieldKind } from '../../../ui/record/conflict-dialog.tsx';
import type { FieldWriter, Value } from '../../../ui/record/field-writer.ts';
import { toIds, toText } from '../../../ui/record/listed-ids.ts';
import { sayLeftBehind } from '../../../ui/record/say-left-behind.tsx';
import { useFieldWriter } from '../../../ui/record/use-field-writer.ts';
import { t } from '../../../words.ts';
import { nameFinding, toFindingPath } from './finding-words.ts';

const choices = ['severity', 'kind', 'side', 'status'] as const;
const texts = ['description', 'impact', 'root_cause', 'recommendation', 'affected'] as const;
const links = ['techniques', 'tests', 'evidence_ids', 'remediation_ids'] as const;
const findingFields = ['title', ...choices, ...texts, 'references', ...links] as const;

export type FindingField = (typeof findingFields)[number];
export type FindingWriter = FieldWriter<FindingField>;
type FindingValues = Readonly<Record<FindingField, Value>>;
export type LinkField = (typeof links)[number];

/** Labels of the fields. */
export const findingFieldNames = () =>
  Object.fromEntries(findingFields.map((field) => [field, t(`findings.field.${field}`)])) as Record<
    FindingField,
    string
  >;

const isOneOf = <Field extends string>(fields: readonly Field[], field: string): field is Field =>
  fields.some((one) => one === field);

/** Comparison of the fields; links are compared by the names of their targets. */
export const findingFieldKinds = Object.fromEntries(
  findingFields.map((field) => [
    field,
    field === 'title' ? 'line' : isOneOf(choices, field) || isOneOf(links, field) ? 'choice' : 'text',
  ]),
) as Record<FindingField, FieldKind>;

/** A test and its run, combined in one id. */
export const toTestId = ({ test_id, run }: ShownBy): string => `${test_id}:${run}`;

export function readTestId(text: string): ShownBy {
  const [test_id = '', run = '1'] = text.split(':');
  return { test_id, run: Number(run) };
}

export function toValues(finding: Finding): FindingValues {
  return {
    ...(Object.fromEntries(
      ['title' as const, ...choices, ...texts].map((field) => [field, finding[field]]),
    ) as Record<'title' | (typeof choices)[number] | (typeof texts)[number], Value>),
    references: finding.references.length === 0 ? null : finding.references.join('\n'),
    techniques: toText(finding.techniques),
    tests: toText(finding.tests.map(toTestId)),
    evidence_ids: toText(finding.evidence_ids),
    remediation_ids: toText(finding.remediation_ids),
  };
}

const toVersion = (finding: Finding) => ({ version: finding.updated_at, values: toValues(finding) });

export function toPatch(field: FindingField, value: Value): FindingPatch {
  if (field === 'references') {
    const lines = (value ?? '').split('\n').map((line) => line.trim());
    return { references: lines.filter((line) => line !== '') };
  }
  if (field === 'tests') return { tests: toIds(value).map(readTestId) };
  if (isOneOf(links, field)) return { [field]: toIds(value) };
  return { [field]: field === 'title' ? (value ?? '') : value };
}

/** Saves the fields of a finding separately. */
export function useFindingWriter(missionId: string, id: string): FindingWriter {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useFieldWriter<FindingField>(`finding.${id}`, {
    known: () => {
      const finding = getKnownFinding(queryClient, missionId, id);
      return finding && toVersion(finding);
    },
    read: async () => toVersion(await readFindingAnew(queryClient, missionId, id)),
    write: async (field, value, version) => {
      try {
        return toValues(await writeFinding(queryClient, missionId, id, toPatch(field, value), version))[
          field
        ];
      } catch (error) {
        // The finding's page then offers to copy the typed text.
        if (error instanceof ApiError && error.code === 'archived') renewMission(queryClient, missionId);
        throw error;
      }
    },
    onLeftBehind: (fields) => {
      const finding = getKnownFinding(queryClient, missionId, id);
      const names = findingFieldNames();
      sayLeftBehind({
        id: `left ${id}`,
        record: finding === undefined ? t('findings.a_finding') : nameFinding(finding),
        fields: fields.map((field) => names[field]),
        onOpen: () => void navigate(toFindingPath(missionId, id)),
      });
    },
  });
}
