import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './warning.module.css';

/** A value that looks odd but is accepted. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <IconAlertTriangle size={13} aria-hidden />
      {children}
    </span>
  );
}
