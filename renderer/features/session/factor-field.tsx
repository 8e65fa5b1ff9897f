import { Anchor, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SecondFactorMethod } from './factor-methods.ts';
import type { FactorValues } from './factor-values.ts';

const change: Record<SecondFactorMethod, string> = {
  totp: 'Use a code of your app',
  recovery_code: 'Use a recovery code',
  passkey: 'Use a passkey',
};

/** Where somebody shows a second factor, and chooses another one. */
export function FactorField<Values extends FactorValues>({
  form,
  method,
  methods,
  onMethod,
  isFirst = false,
}: {
  form: UseFormReturnType<Values>;
  method: SecondFactorMethod;
  methods: readonly SecondFactorMethod[];
  onMethod: (method: SecondFactorMethod) => void;
  isFirst?: boolean;
}) {
  return (
    <>
      {method === 'passkey' ? (
        <Text size="sm">The browser asks for your passkey when you go on.</Text>
      ) : method === 'totp' ? (
        <TextInput
          key="totp"
          label="Code of your authenticator app"
          description="Six digits, which change every half minute"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={isFirst}
          {...form.getInputProps('code')}
        />
      ) : (
        <TextInput
          key="recovery_code"
          label="Recovery code"
          description="One of those you keep; each works once"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          autoFocus={isFirst}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          {...form.getInputProps('recovery_code')}
        />
      )}
      {methods.length < 2 ? null : (
        <Group gap="md">
          {methods
            .filter((other) => other !== method)
            .map((other) => (
              <Anchor key={other} component="button" type="button" size="sm" onClick={() => onMethod(other)}>
                {change[other]}
              </Anchor>
            ))}
        </Group>
      )}
    </>
  );
}
