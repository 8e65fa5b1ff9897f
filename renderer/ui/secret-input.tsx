import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** A field for a password or a token, which also says to assistive technology when it is wrong. */
export function SecretInput(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
