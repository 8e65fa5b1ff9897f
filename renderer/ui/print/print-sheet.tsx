import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-sheet.module.css';
import { useIsPrinting } from './printing.ts';

/** What stands on paper in place of the page: all of what the page is about, also what the screen leaves out. */
export function PrintSheet({ children, wide = false }: { children: () => ReactNode; wide?: boolean }) {
  if (!useIsPrinting()) return null;
  return createPortal(
    <div className={styles.sheet} data-wide={wide || undefined} data-print-sheet>
      {children()}
    </div>,
    document.body,
  );
}
