import { Input, SimpleGrid, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { longestVariable } from '../../../../domain/limits.ts';
import { listVariables, type Variables } from '../../../../domain/variables.ts';
import { t } from '../../../words.ts';

/** The default values of the variables in these commands, and of others with a default. */
export function VariableFields({
  commands,
  value,
  onChange,
  error,
}: {
  commands: readonly string[];
  value: Variables;
  onChange: (value: Variables) => void;
  error?: ReactNode;
}) {
  const id = useId();
  const names = [...new Set([...listVariables(commands), ...Object.keys(value)])];
  if (names.length === 0) return null;
  return (
    <fieldset aria-labelledby={`${id}-label`} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <Input.Label labelElement="div" id={`${id}-label`}>
        {t('templates.variables')}
      </Input.Label>
      <Input.Description mb={6}>{t('templates.what_name_in_a_command_is')}</Input.Description>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {names.map((name) => (
          <TextInput
            key={name}
            label={name}
            placeholder={t('templates.no_value')}
            maxLength={longestVariable}
            spellCheck={false}
            autoComplete="off"
            value={value[name] ?? ''}
            onChange={({ currentTarget }) => onChange({ ...value, [name]: currentTarget.value })}
          />
        ))}
      </SimpleGrid>
      {error ? (
        <Input.Error data-wrong tabIndex={-1} mt={6}>
          {error}
        </Input.Error>
      ) : null}
    </fieldset>
  );
}
