import { type ReactNode, useRef } from 'react';
import styles from './file-picker.module.css';

/** Lets someone choose a file with the control rendered by `children`. */
export function FilePicker({
  label,
  accept,
  onPick,
  children,
}: {
  label: string;
  /** File types offered by the browser; any if omitted. */
  accept?: string;
  onPick: (files: File[]) => void;
  children: (choose: () => void) => ReactNode;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        accept={accept}
        tabIndex={-1}
        className={styles.file}
        aria-label={label}
        onChange={(event) => {
          onPick([...(event.currentTarget.files ?? [])]);
          // Allows choosing the same file again after correcting it.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
