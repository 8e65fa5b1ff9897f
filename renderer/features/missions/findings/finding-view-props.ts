import type { Mission } from '../../../../server/missions/contract.ts';
import type { Finding } from '../../../../server/missions/findings/contract.ts';
import type { Remediation } from '../../../../server/missions/remediations/contract.ts';
import type { FieldContext } from '../../../ui/record/fields.tsx';
import { type FindingField, toValues } from './finding-record.ts';

export type FindingViewProps = Omit<FieldContext<FindingField>, 'values'> & {
  finding: Finding;
  mission: Mission;
  /** Whether this person may write it. */
  isOpen: boolean;
  names: Readonly<Record<FindingField, string>>;
  remediations: readonly Remediation[];
  onRemediation: (remediation: Remediation) => void;
  /** Each is null when not available. */
  onRemedy: (() => void) | null;
  onDelete: (() => void) | null;
};

/** Props of a field by name. */
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
