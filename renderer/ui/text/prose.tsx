import type { ReactNode } from 'react';
import styles from './prose.module.css';
import { Written, type WrittenProps } from './written.tsx';

/** A value with its name above it. */
export function Labelled({
  label,
  beside,
  children,
}: {
  label: string;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div>
      <div className={styles.label}>
        {label}
        {beside}
      </div>
      {children}
    </div>
  );
}

/** A text in Markdown about the work to do; hidden when empty. */
export function Prose({
  label,
  text,
  beside,
  show,
}: {
  label: string;
  text: string | null;
  beside?: ReactNode;
} & Pick<WrittenProps, 'show'>) {
  if (!text) return null;
  return (
    <Labelled label={label} beside={beside}>
      <Written text={text} {...(show === undefined ? {} : { show })} />
    </Labelled>
  );
}
