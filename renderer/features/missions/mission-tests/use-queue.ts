import { useEffect } from 'react';
import { waitingStatus } from '../../../../domain/missions.ts';
import type { Side } from '../../../../domain/sides.ts';
import type { Row } from '../arrangement/rows.ts';

/** Tests opened in the last queue. Each has its own page, so this outlives them. */
let opened: { queue: string; tests: ReadonlySet<string> } = { queue: '', tests: new Set() };

/**
 * The tests of a mission that wait for a side, in its order. Those opened on the way stay among them when they no longer wait, so
 * that one can go back to them.
 */
export function useQueue(missionId: string, testId: string, side: Side | null, all: readonly Row[]): Row[] {
  const queue = `${missionId} ${side}`;
  useEffect(() => {
    const before = opened.queue === queue ? opened.tests : [];
    opened = { queue, tests: new Set([...before, testId]) };
  }, [queue, testId]);
  if (side === null) return [];
  const isOpened = (id: string) => id === testId || (opened.queue === queue && opened.tests.has(id));
  return all.filter(({ test: { id, status } }) => status === waitingStatus[side] || isOpened(id));
}
