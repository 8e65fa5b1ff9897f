import { Skeleton, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Mission } from '../../../server/missions/contract.ts';
import { t } from '../../words.ts';
import type { MissionActions } from './actions/use-mission-actions.tsx';
import { MissionHead } from './mission-head.tsx';
import { ClosedNote } from './moves/closed-note.tsx';

type Props = { mission: Mission; actions: MissionActions; children: ReactNode };

/** The head of a mission and, below it, one of its tabs. */
export function MissionView({ mission, actions, children }: Props) {
  return (
    <Stack gap={6}>
      <MissionHead mission={mission} actions={actions} />
      <ClosedNote mission={mission} />
      {children}
    </Stack>
  );
}

export function MissionSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label={t('missions.loading_the_mission')} role="status">
      <Skeleton height={26} width="40%" />
      <Skeleton height={24} />
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
