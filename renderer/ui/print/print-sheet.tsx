import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import styles from './print-sheet.module.css';
import { useIsPrinting } from './printing.ts';

/** Printed form of a page: its full content, including parts hidden on screen. */
export function PrintSheet({ children, wide = false }: { children: () => ReactNode; wide?: boolean }) {
  if (!useIsPrinting()) return null;
  return createPortal(
    <div className={styles.sheet} data-wide={wide || undefined} data-print-sheet>
      {children()}
    </div>,
    document.body,
  );
}
