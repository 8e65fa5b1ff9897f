import { Button, Group, Kbd, Text } from '@mantine/core';
import {
  fillCommand,
  listVariableTexts,
  splitCommand,
  type Variables,
} from '../../../../domain/variables.ts';
import { HostileText } from '../../../ui/text/hostile-text.tsx';
import { Labelled, Prose } from '../../../ui/text/prose.tsx';
import { t } from '../../../words.ts';
import { CommandText } from '../variables/command-text.tsx';
import { MissingValues } from '../variables/missing-values.tsx';
import type { TestViewProps } from './test-view-props.ts';

/** The commands of the plan with substituted variables; people who write for red can copy one into the record in one click. */
export function SuggestedCommand({ test, command, onVariables }: TestViewProps) {
  const { variables, use, copied } = command;
  return (
    <>
      {test.suggested_command ? (
        <Labelled
          label={t('tests.suggested_command')}
          beside={
            <Group gap={6}>
              <Text span size="xs" c="dimmed" role="status">
                {copied ? t('shared.copied') : null}
              </Text>
              <VariablesButton {...{ test, onVariables }} />
              {use === null ? null : (
                <Button
                  size="compact-xs"
                  variant="default"
                  rightSection={<Kbd size="xs">{'c'}</Kbd>}
                  aria-keyshortcuts="c"
                  onClick={use}
                >
                  {t('tests.use_suggested_command')}
                </Button>
              )}
            </Group>
          }
        >
          <FilledCommand
            command={test.suggested_command}
            variables={variables}
            label={t('tests.suggested_command')}
          />
        </Labelled>
      ) : null}
      {test.cleanup_command ? (
        <Labelled
          label={t('tests.clean_up_command')}
          beside={test.suggested_command ? null : <VariablesButton {...{ test, onVariables }} />}
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

/** The procedure with substituted variables. */
export function FilledProcedure({ test, command, onVariables }: TestViewProps) {
  const { procedure } = test;
  if (!procedure) return null;
  const hasCommand = [test.suggested_command, test.cleanup_command].some(Boolean);
  return (
    <Prose
      label={t('tests.procedure')}
      text={procedure}
      beside={hasCommand ? null : <VariablesButton {...{ test, onVariables }} />}
      show={(text) => <CommandText parts={splitCommand(text, ...command.variables)} />}
    />
  );
}

function FilledCommand({
  command,
  variables,
  label,
}: {
  command: string;
  variables: readonly Variables[];
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
  const hasSome = listVariableTexts(test).some((text) => text?.includes('#{'));
  if (onVariables === null || !hasSome) return null;
  return (
    <Button size="compact-xs" variant="default" onClick={onVariables}>
      {t('tests.variables')}
    </Button>
  );
}
