import { Button, Group } from '@mantine/core';
import { fillCommand, splitCommand } from '../../../../domain/variables.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Labelled } from '../../../ui/text/prose.tsx';
import { t } from '../../../words.ts';
import { CommandText } from '../variables/command-text.tsx';
import { MissingValues } from '../variables/missing-values.tsx';
import type { TestViewProps } from './test-view-props.ts';

/**
 * The commands of the plan with the values of their variables; whoever writes for red takes one over into the record with one
 * press.
 */
export function SuggestedCommand({ test, mission, may, values, writer, onVariables }: TestViewProps) {
  const command = test.suggested_command;
  const variables = [test.variables, mission?.variables ?? {}, test.variable_defaults];
  const use = (text: string) => {
    const draft = writer.states.get().command?.draft;
    const present = (draft ? draft.value : values.command) ?? '';
    // Existing text stays: it may be the command that was run.
    writer.edit('command', present.trim() === '' ? text : `${present}\n${text}`);
    void writer.flush();
  };
  return (
    <>
      {command ? (
        <Labelled
          label={t('tests.suggested_command')}
          beside={
            <Group gap={6}>
              <VariablesButton {...{ test, onVariables }} />
              {may('red') ? (
                <Button
                  size="compact-xs"
                  variant="default"
                  onClick={() => use(fillCommand(command, ...variables).text)}
                >
                  {t('tests.use_suggested_command')}
                </Button>
              ) : null}
            </Group>
          }
        >
          <FilledCommand command={command} variables={variables} label={t('tests.suggested_command')} />
        </Labelled>
      ) : null}
      {test.cleanup_command ? (
        <Labelled
          label={t('tests.clean_up_command')}
          beside={command ? null : <VariablesButton {...{ test, onVariables }} />}
        >
          <FilledCommand
            command={test.cleanup_command}
            variables={variables}
            label={t('tests.clean_up_command')}
          />
        </Labelled>
      ) : null}
    </>
  );
}

function FilledCommand({
  command,
  variables,
  label,
}: {
  command: string;
  variables: Record<string, string>[];
  label: string;
}) {
  const { text, missing } = fillCommand(command, ...variables);
  return (
    <>
      <HostileText text={text} label={label}>
        <CommandText parts={splitCommand(command, ...variables)} />
      </HostileText>
      <MissingValues names={missing} />
    </>
  );
}

function VariablesButton({ test, onVariables }: Pick<TestViewProps, 'test' | 'onVariables'>) {
  const hasSome = [test.suggested_command, test.cleanup_command].some((text) => text?.includes('#{'));
  if (onVariables === null || !hasSome) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={onVariables}>
      {t('tests.variables')}
    </Button>
  );
}
