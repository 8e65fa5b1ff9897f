import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { forgetLeftTests } from '../../../api/missions/mission-tests.ts';

/** Enough for going back and forth without waiting. */
const mostLeft = 10;

/** Drops all but the last few visited tests: people go through hundreds, and each may hold long texts. */
export function useFewTests(testId: string): void {
  const queryClient = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every test that is gone to
  useEffect(() => forgetLeftTests(queryClient, mostLeft), [queryClient, testId]);
}
