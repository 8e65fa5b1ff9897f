import type { Icon } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';

/** An action available on the open page. */
export type PageAction = { label: string; icon: Icon; run: () => void };

const here = new Set<{ current: readonly PageAction[] }>();

/** Adds actions of the page to the command palette while it is open. */
export function usePageActions(actions: readonly PageAction[]): void {
  const offered = useRef(actions);
  useEffect(() => {
    offered.current = actions;
  });
  useEffect(() => {
    here.add(offered);
    return () => {
      here.delete(offered);
    };
  }, []);
}

/** The actions of the open page, those of its outermost part last. */
export function listPageActions(): PageAction[] {
  return [...here].flatMap(({ current }) => current);
}
