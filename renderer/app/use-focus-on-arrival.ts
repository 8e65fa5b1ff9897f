import { useEffect, useRef } from 'react';
import { contentId } from './skip-link.tsx';

/**
 * Moves a focus that disappeared with the previous page to the content of this one, where Tab and a screen reader continue. A
 * loaded page starts at its top instead.
 */
export function useFocusOnArrival(page: string): void {
  const last = useRef(page);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    const frame = requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        document.getElementById(contentId)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [page]);
}
