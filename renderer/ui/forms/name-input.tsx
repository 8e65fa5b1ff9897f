import { TextInput, type TextInputProps } from '@mantine/core';

/** The name of something, which has the focus when its form opens. A name that is there is selected: what is typed replaces it. */
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
