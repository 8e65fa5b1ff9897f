import { type RefObject, useEffect, useRef } from 'react';
import { isTyping } from '../../ui/is-typing.ts';
import type { Row } from './arrange-tests.ts';

/** j and k, or the arrows once a test has the focus, go from test to test; x selects. Enter opens, being a link. */
export function useRowKeys(given: {
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** Brings a test into sight, and so into the page. */
  onShow: (testId: string) => void;
  onPick: ((testId: string) => void) | null;
}): void {
  const latest = useRef(given);
  latest.current = given;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      const { box, rows, onShow, onPick } = latest.current;
      const focused = (document.activeElement as HTMLElement | null)?.dataset.testId ?? null;
      const by = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (by !== undefined) {
        if (focused === null && event.key.startsWith('Arrow')) return;
        const index = focused === null ? -1 : rows.findIndex(({ test }) => test.id === focused);
        const target = rows[Math.max(0, index + by)];
        if (target === undefined) return;
        event.preventDefault();
        onShow(target.test.id);
        focusWhenThere(box, target.test.id, 20);
      } else if (event.key === 'x' && focused !== null && onPick !== null) {
        event.preventDefault();
        onPick(focused);
      }
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** A row out of sight comes into the page a few frames after it was scrolled to. */
function focusWhenThere(box: RefObject<HTMLElement | null>, testId: string, frames: number): void {
  const link = box.current?.querySelector<HTMLElement>(`[data-test-id="${CSS.escape(testId)}"]`);
  if (link) link.focus({ preventScroll: true });
  else if (frames > 0) requestAnimationFrame(() => focusWhenThere(box, testId, frames - 1));
}
