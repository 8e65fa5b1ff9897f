import { flushSync } from 'react-dom';
import { createStore } from '../../api/connection/store.ts';
import { useStore } from '../../api/connection/use-store.ts';

const printing = createStore(false);

const scheme = 'data-mantine-color-scheme';

/** Printing uses the light scheme; print-only content is rendered before the browser lays out the page. */
export function preparePrinting(): void {
  const root = document.documentElement;
  let before: string | null = null;
  addEventListener('beforeprint', () => {
    before = root.getAttribute(scheme);
    root.setAttribute(scheme, 'light');
    flushSync(() => printing.set(true));
  });
  addEventListener('afterprint', () => {
    if (before !== null) root.setAttribute(scheme, before);
    printing.set(false);
  });
}

export function useIsPrinting(): boolean {
  return useStore(printing);
}
