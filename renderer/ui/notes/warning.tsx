import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './warning.module.css';

/** Something that looks odd at a field and is taken all the same. */
export function Warning({ children }: { children: ReactNode }) {
  return (
    <span className={styles.warning}>
      <IconAlertTriangle size={13} aria-hidden />
      {children}
    </span>
  );
}
