import type { Mission } from '../../../../server/missions/contract.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import type { FieldContext } from '../../../ui/record/fields.tsx';
import { type FindingField, toValues } from './finding-record.ts';

export type FindingViewProps = Omit<FieldContext<FindingField>, 'values'> & {
  finding: Finding;
  mission: Mission;
  /** Whether this person may write the finding. */
  isOpen: boolean;
  names: Readonly<Record<FindingField, string>>;
  remediations: readonly Remediation[];
  onRemediation: (remediation: Remediation) => void;
  /** Each is null when unavailable. */
  onRemedy: (() => void) | null;
  onDelete: (() => void) | null;
};

/** Returns the props of a field by its name. */
export function useField({ finding, isOpen, names, ...context }: FindingViewProps) {
  const values = toValues(finding);
  return <Field extends FindingField>(field: Field) => ({
    writer: context.writer,
    lastWrite: context.lastWrite,
    onCompare: context.onCompare,
    values,
    field: field as FindingField,
    label: names[field],
    readOnly: !isOpen,
  });
}
