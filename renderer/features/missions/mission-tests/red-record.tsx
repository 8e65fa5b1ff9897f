import { listVariables } from '../../../../domain/variables.ts';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { ReadOnlyMark } from '../../../ui/notes/read-only-mark.tsx';
import { MomentField, TextField } from '../../../ui/record/fields.tsx';
import { useShownValue } from '../../../ui/record/use-field-state.ts';
import { t } from '../../../words.ts';
import { EvidenceSection } from '../../evidence/evidence-section.tsx';
import { MissingValues } from '../variables/missing-values.tsx';
import { RedDetails } from './red-details.tsx';
import { fieldName } from './test-record.ts';
import type { TestViewProps } from './test-view-props.ts';

/** Execution by red. */
export function RedRecord(props: TestViewProps) {
  const { may, evidence } = props;
  const readOnly = !may('red');
  return (
    <SidePanel side="red" title={t('tests.red_s_record')} beside={readOnly ? <ReadOnlyMark /> : null}>
      <TextField {...props} field="command" label={fieldName().command} readOnly={readOnly} mono />
      <LeftOver {...props} />
      <TextField {...props} field="output" label={fieldName().output} readOnly={readOnly} mono minRows={3} />
      <TextField {...props} field="red_comment" label={fieldName().red_comment} readOnly={readOnly} />
      <MomentField {...props} field="executed_at" label={fieldName().executed_at} readOnly={readOnly} />
      <RedDetails {...props} />
      <EvidenceSection {...evidence.of('red')} />
    </SidePanel>
  );
}

/** The variables of the plan that the command of the record has still. */
function LeftOver(props: TestViewProps) {
  const command = useShownValue({ ...props, field: 'command' });
  const planned = listVariables([props.test.suggested_command]);
  const left = listVariables([command]).filter((name) => planned.includes(name));
  return <MissingValues names={left} />;
}
