import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Neighbours } from './neighbours.ts';

export type Steps = {
  around: Neighbours;
  /** Whether the record on screen has already been left. */
  isLeft: () => boolean;
  toNext: () => void;
  toPrevious: () => void;
};

/** Records being navigated through, oldest first. Each has its own page, so this outlives them. */
let ahead: readonly string[] = [];

/** Navigation was cancelled, and the record stays on screen. */
export function forgetSteps(): void {
  ahead = [];
}

/**
 * Moves from a record to its neighbours, even faster than they render: each step continues from the last one, so that every key
 * press counts.
 */
export function useSteps(
  id: string,
  findAround: (id: string) => Neighbours,
  pathOf: (id: string) => string,
): Steps {
  const navigate = useNavigate();
  useEffect(() => {
    // Opening a record in another way resets the steps.
    ahead = ahead.slice(ahead.lastIndexOf(id) + 1 || ahead.length);
  }, [id]);
  const findLast = () => ahead.at(-1) ?? id;
  const go = (to: string | null) => {
    if (to === null) return;
    ahead = [...ahead, to];
    // The next record opens at the same scroll position.
    void navigate(pathOf(to), { preventScrollReset: true });
  };
  return {
    around: findAround(id),
    isLeft: () => findLast() !== id,
    toNext: () => go(findAround(findLast()).next),
    toPrevious: () => go(findAround(findLast()).previous),
  };
}
