import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { Neighbours } from './neighbours.ts';

export type Steps = {
  around: Neighbours;
  /** Whether the record on the screen has been left already. */
  isLeft: () => boolean;
  toNext: () => void;
  toPrevious: () => void;
};

/** The records gone to that are not drawn yet, oldest first. Each has a page of its own, which is why this outlives them. */
let ahead: readonly string[] = [];

/**
 * Leads from a record to its neighbours, also faster than they are drawn: the next one is that after the last one gone to, so
 * that every press of the key counts.
 */
export function useSteps(
  id: string,
  findAround: (id: string) => Neighbours,
  pathOf: (id: string) => string,
): Steps {
  const navigate = useNavigate();
  useEffect(() => {
    // What was gone to in another way is where one is.
    ahead = ahead.slice(ahead.lastIndexOf(id) + 1 || ahead.length);
  }, [id]);
  const findLast = () => ahead.at(-1) ?? id;
  const go = (to: string | null) => {
    if (to === null) return;
    ahead = [...ahead, to];
    // The next record is looked at where this one was.
    void navigate(pathOf(to), { preventScrollReset: true });
  };
  return {
    around: findAround(id),
    isLeft: () => findLast() !== id,
    toNext: () => go(findAround(findLast()).next),
    toPrevious: () => go(findAround(findLast()).previous),
  };
}
