import { type ReactNode, useRef } from 'react';
import styles from './file-picker.module.css';

/** Lets somebody choose a file by the control that `children` makes. */
export function FilePicker({
  label,
  accept,
  onPick,
  children,
}: {
  label: string;
  /** Which files the browser offers; any where it is left out. */
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
          // The same file may be chosen again, once it was put right.
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
