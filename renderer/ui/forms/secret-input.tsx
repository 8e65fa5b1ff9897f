import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';
import { t } from '../../words.ts';

/** A field for a password or a token, which also reports errors to assistive technology. */
export function SecretInput(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}

/** Shown when a form is restored without its secret value. */
export function EnterAgain({ what }: { what: string }) {
  return (
    <Text size="sm" role="status">
      {t('shared.enter_the_what_again_it_was', { what })}
    </Text>
  );
}
