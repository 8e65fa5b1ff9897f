import { Anchor, Group, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { t } from '../../words.ts';
import type { SecondFactorMethod } from './factor-methods.ts';
import type { FactorValues } from './factor-values.ts';

/** Field for a second factor, with a choice of the other methods. */
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
        <Text size="sm">{t('session.the_browser_asks_for_your_passkey')}</Text>
      ) : method === 'totp' ? (
        <TextInput
          key="totp"
          label={t('session.code_of_your_authenticator_app')}
          description={t('session.six_digits_which_change_every_half')}
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus={isFirst}
          {...form.getInputProps('code')}
        />
      ) : (
        <TextInput
          key="recovery_code"
          label={t('session.recovery_code')}
          description={t('session.one_of_those_you_keep_each')}
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
                {t(`session.change.${other}`)}
              </Anchor>
            ))}
        </Group>
      )}
    </>
  );
}
