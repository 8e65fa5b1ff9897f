import { Button, Kbd } from '@mantine/core';
import { listVariables } from '../../../../domain/variables.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { SidePanel } from '../../../ui/dialogs/side-panel.tsx';
import { ReadOnlyMark } from '../../../ui/notes/read-only-mark.tsx';
import { TextField } from '../../../ui/record/fields.tsx';
import { MomentField } from '../../../ui/record/moment-field.tsx';
import { useShownValue } from '../../../ui/record/use-field-state.ts';
import { PicturesInto } from '../../../ui/text/pictures-of.ts';
import { t } from '../../../words.ts';
import { EvidenceSection } from '../../evidence/evidence-section.tsx';
import { MissingValues } from '../variables/missing-values.tsx';
import { RedDetails } from './red-details.tsx';
import { fieldName } from './test-record.ts';
import type { TestViewProps } from './test-view-props.ts';
import { useEmptyFields } from './use-suggestions.ts';

/** Execution by red. */
export function RedRecord(props: TestViewProps) {
  const { may, evidence } = props;
  const readOnly = !may('red');
  return (
    <SidePanel
      side="red"
      title={t('tests.red_s_record')}
      beside={readOnly ? <ReadOnlyMark /> : <TakeSuggested {...props} />}
    >
      <TextField
        {...props}
        field="command"
        label={fieldName().command}
        readOnly={readOnly}
        placeholder={toVisibleText(props.suggested.values.command ?? '')}
        mono
      />
      <LeftOver {...props} />
      <TextField {...props} field="output" label={fieldName().output} readOnly={readOnly} mono minRows={3} />
      <PicturesInto
        value={{ owner: { kind: 'test', id: props.test.id, missionId: props.test.mission_id }, side: 'red' }}
      >
        <TextField
          {...props}
          field="red_comment"
          label={fieldName().red_comment}
          readOnly={readOnly}
          markdown
        />
      </PicturesInto>
      <MomentField {...props} field="executed_at" label={fieldName().executed_at} readOnly={readOnly} />
      <RedDetails {...props} />
      <EvidenceSection {...evidence.of('red')} />
    </SidePanel>
  );
}

/** Fills in all values of the last test, or of the previous run, in one click. */
function TakeSuggested({ writer, suggested }: TestViewProps) {
  const empty = useEmptyFields(writer, suggested);
  if (suggested.take === null || empty.length === 0) return null;
  const values = empty.map(
    (field) => `${fieldName()[field]}: ${toVisibleText(suggested.values[field] ?? '')}`,
  );
  return (
    <Button
      size="compact-xs"
      variant="default"
      title={values.join('\n')}
      aria-description={values.join(', ')}
      rightSection={<Kbd size="xs">{'h'}</Kbd>}
      aria-keyshortcuts="h"
      onClick={suggested.take}
    >
      {suggested.run === null ? t('tests.as_last_time') : t('tests.as_in_run', { number: suggested.run })}
    </Button>
  );
}

/** Variables of the plan still unresolved in the recorded command. */
function LeftOver(props: TestViewProps) {
  const command = useShownValue({ ...props, field: 'command' });
  const planned = listVariables([props.test.suggested_command]);
  const left = listVariables([command]).filter((name) => planned.includes(name));
  return <MissingValues names={left} />;
}
