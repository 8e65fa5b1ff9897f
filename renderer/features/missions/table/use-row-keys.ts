import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useKeysHelp } from '../../../ui/keys/keys-help.tsx';
import { missionKeys } from '../../../ui/keys/shortcuts.ts';
import { usePageKeys } from '../../../ui/keys/use-page-keys.ts';
import type { Row } from '../arrangement/rows.ts';

/**
 * j and k, or the arrows once a test has the focus, move between tests; x selects. Enter opens the test, because it is a link.
 * Only visible tests are in the page, so keys continue from the last target, even if its row is not in the page yet.
 */
export function useRowKeys(given: {
  box: RefObject<HTMLElement | null>;
  rows: readonly Row[];
  /** Scrolls a test into view, so that its row is rendered. */
  onShow: (testId: string) => void;
  onFocus: (testId: string) => void;
  onPick: ((testId: string) => void) | null;
  /** The test open next to the table; if there is one, keys open their target. */
  openTest: string | null;
  onOpen: (testId: string) => void;
}): void {
  const latest = useRef(given);
  latest.current = given;
  /** The last focused test. */
  const place = useRef<string | null>(null);
  /** The test that gets the focus as soon as its row is rendered. */
  const awaited = useRef<string | null>(null);

  const focusAwaited = () => {
    if (awaited.current === null) return;
    const { box } = latest.current;
    const link = box.current?.querySelector<HTMLElement>(`[data-test-id="${CSS.escape(awaited.current)}"]`);
    if (!link) return;
    awaited.current = null;
    link.focus({ preventScroll: true });
  };
  useLayoutEffect(focusAwaited);

  const stepBy = (by: number) => (event: KeyboardEvent) => {
    const { rows, onShow } = latest.current;
    const focused = readTestId(document.activeElement);
    // Without a focused test the arrows scroll the page, as everywhere.
    if (focused === null && awaited.current === null && event.key.startsWith('Arrow')) return;
    const from = awaited.current ?? focused ?? place.current ?? latest.current.openTest;
    const index = rows.findIndex(({ test }) => test.id === from);
    const target = rows[Math.max(0, index + by)];
    if (target === undefined) return;
    event.preventDefault();
    awaited.current = target.test.id;
    place.current = target.test.id;
    onShow(target.test.id);
    focusAwaited();
    if (latest.current.openTest !== null) latest.current.onOpen(target.test.id);
  };
  const pick = (event: KeyboardEvent) => {
    const focused = readTestId(document.activeElement);
    if (focused === null || latest.current.onPick === null) return;
    event.preventDefault();
    latest.current.onPick(focused);
  };
  useKeysHelp(missionKeys());
  usePageKeys([
    ['j', stepBy(1)],
    ['k', stepBy(-1)],
    ['ArrowDown', stepBy(1)],
    ['ArrowUp', stepBy(-1)],
    ['x', pick],
  ]);

  useEffect(() => {
    // If people move the focus in the meantime, it is not taken back.
    const noteFocus = (event: FocusEvent) => {
      awaited.current = null;
      const focused = readTestId(event.target as Element);
      if (focused === null) return;
      place.current = focused;
      latest.current.onFocus(focused);
    };
    addEventListener('focusin', noteFocus);
    return () => removeEventListener('focusin', noteFocus);
  }, []);
}

function readTestId(element: Element | null): string | null {
  return (element as HTMLElement | null)?.dataset.testId ?? null;
}
