import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './warning.module.css';

/** Marks an accepted value that looks wrong. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <IconAlertTriangle size={13} aria-hidden />
      {children}
    </span>
  );
}
