import type { ReactNode } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import styles from './prose.module.css';

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

/** A text written about the work to do; hidden when empty. */
export function Prose({
  label,
  text,
  beside,
  children,
}: {
  label: string;
  text: string | null;
  beside?: ReactNode;
  /** The same text with marks. */
  children?: ReactNode;
}) {
  if (!text) return null;
  return (
    <Labelled label={label} beside={beside}>
      <p className={styles.prose}>{children ?? toVisibleText(text)}</p>
    </Labelled>
  );
}
