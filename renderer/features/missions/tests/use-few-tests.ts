import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetLeftTests } from '../../../api/mission-tests.ts';

/** Enough to go back and forth between without waiting. */
const mostLeft = 10;

/** Forgets the tests one has left but for the last of them: one goes through hundreds, and the texts of each may be long. */
export function useFewTests(testId: string): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every test that is gone to
  useEffect(() => forgetLeftTests(queryClient, mostLeft), [queryClient, testId]);
}
