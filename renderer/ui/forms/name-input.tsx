import { TextInput, type TextInputProps } from '@mantine/core';

/** The name of an object, focused when its form opens. An existing name is selected, so that typing replaces it. */
export function NameInput({ onFocus, ...props }: TextInputProps) {
  return (
    <TextInput
      data-autofocus
      {...props}
      onFocus={(event) => {
        event.currentTarget.select();
        onFocus?.(event);
      }}
    />
  );
}
