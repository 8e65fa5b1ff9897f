import { useEffect } from 'react';
import type { neighbours } from '../arrange-tests.ts';

type Around = ReturnType<typeof neighbours>;

/** The tests gone to that are not drawn yet, oldest first. Each test has a page of its own, which is why this outlives them. */
let ahead: readonly string[] = [];

/**
 * Where somebody is who goes on faster than tests are drawn: the next test is that after the last one gone to, so that
 * every press of the key counts.
 */
export function useTestSteps(testId: string, around: (testId: string) => Around) {
  useEffect(() => {
    // What was gone to in another way is where one is.
    ahead = ahead.slice(ahead.lastIndexOf(testId) + 1 || ahead.length);
  }, [testId]);
  const last = () => ahead.at(-1) ?? testId;
  return {
    /** Whether the test on the screen has been left already. */
    isLeft: () => last() !== testId,
    neighbours: () => around(last()),
    note: (to: string) => {
      ahead = [...ahead, to];
    },
  };
}
