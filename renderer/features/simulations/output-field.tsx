import { Button, Group, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { longestText } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Simulation } from '../../../server/simulations/contract.ts';
import { rich } from '../../rich.ts';
import { type FieldContext, LabelLine, ReadOnly, TextField } from '../../ui/record/fields.tsx';
import { useFieldState } from '../../ui/record/use-field-state.ts';
import { HostileText } from '../../ui/text/hostile-text.tsx';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { type OutputBlock, splitOutput } from './output-blocks.ts';
import { fieldName, type SimulationField } from './simulation-fields.ts';
import styles from './simulation-view.module.css';

type Props = FieldContext<SimulationField> & { simulation: Simulation; readOnly: boolean };

/** Red's output: in blocks with task headings to read, as one text to edit. */
export function OutputField({ simulation, readOnly, ...context }: Props) {
  const [isWriting, setWriting] = useState(false);
  const state = useFieldState(context.writer, 'output');
  const output = simulation.output ?? '';
  const field = { ...context, field: 'output' as const, label: fieldName().output };
  const isLong = output.length > longestText;
  const isHeaded = simulation.output_parts.length > 0;
  const mayWrite = !readOnly && !isLong;
  if (mayWrite && (!isHeaded || isWriting || state?.draft != null)) {
    return (
      <div ref={isWriting ? focusField : null}>
        <TextField {...field} readOnly={false} mono minRows={4} />
        {isHeaded && isWriting ? (
          <Button size="compact-xs" variant="default" mt={4} onClick={() => setWriting(false)}>
            {t('simulations.show_by_task')}
          </Button>
        ) : null}
      </div>
    );
  }
  if (!isHeaded && !isLong) return <TextField {...field} readOnly mono />;
  const shown = isHeaded ? (
    <div className={styles.outputs}>
      {splitOutput(output, simulation.output_parts).map((block) => (
        <Block key={block.start} block={block} />
      ))}
    </div>
  ) : (
    <HostileText text={output} label={fieldName().output} />
  );
  if (readOnly) {
    return (
      <ReadOnly {...field} readOnly>
        {shown}
      </ReadOnly>
    );
  }
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <LabelLine {...field} readOnly />
        {mayWrite ? (
          <Button
            size="compact-xs"
            variant="default"
            leftSection={<IconPencil size={13} aria-hidden />}
            onClick={() => setWriting(true)}
          >
            {t('simulations.edit_output')}
          </Button>
        ) : null}
      </Group>
      {shown}
      {isLong ? (
        <Text size="xs" c="dimmed" mt={4}>
          {t('simulations.too_long_to_be_changed_by')}
        </Text>
      ) : null}
    </div>
  );
}

function focusField(field: HTMLElement | null): void {
  field?.querySelector('textarea')?.focus();
}

function Block({ block: { task, text } }: { block: OutputBlock }) {
  if (task === null) {
    return (
      <div>
        <p className={styles.outputHead}>{t('simulations.written_by_hand')}</p>
        <HostileText text={text} label={t('simulations.output_written_by_hand')} />
      </div>
    );
  }
  return (
    <div>
      <p className={styles.outputHead}>
        <b>{rich('simulations.task_externalid', { externalid: <Name>{task.external_id}</Name> })}</b>
        {task.callback === null ? null : (
          <span>
            <Name>{task.callback}</Name>
          </span>
        )}
        {task.completed_at === null ? null : <Moment at={task.completed_at} />}
        {task.command === null ? null : <code>{toVisibleText(task.command)}</code>}
      </p>
      <HostileText
        text={text}
        label={t('simulations.output_of_task_externalid', { externalid: toVisibleText(task.external_id) })}
      />
    </div>
  );
}
