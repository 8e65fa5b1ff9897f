import { PasswordInput, type PasswordInputProps, Text } from '@mantine/core';

/** A field for a password or a token, which also says to assistive technology when it is wrong. */
export function SecretInput(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}

/** Said in a form that came back with all that was typed but this. */
export function EnterAgain({ what }: { what: string }) {
  return (
    <Text size="sm" role="status">
      Enter the {what} again: it was not kept.
    </Text>
  );
}
