import { Button, Group } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { MissionStatus } from '../../../domain/missions.ts';
import { type MissionMove, missionStatuses } from '../../../domain/missions.ts';
import { missionMoveLabel, missionStatusName } from './mission-words.ts';
import styles from './status-stepper.module.css';

/** Where a mission stands, and the moves it can make from there. */
export function StatusStepper({
  status,
  moves,
  isMoving,
}: {
  status: MissionStatus;
  moves: readonly (MissionMove & { run: () => void })[];
  isMoving: boolean;
}) {
  const now = missionStatuses.indexOf(status);
  return (
    <Group gap="sm">
      <ol className={styles.steps} aria-label="Status">
        {missionStatuses.map((step, index) => (
          <li
            key={step}
            {...(index === now ? { 'aria-current': 'step' as const } : {})}
            data-passed={index < now || undefined}
          >
            {index > 0 ? <span className={styles.line} aria-hidden /> : null}
            <span className={styles.mark} aria-hidden>
              {index < now ? <IconCheck size={11} /> : index + 1}
            </span>
            {missionStatusName[step]}
          </li>
        ))}
      </ol>
      <Group gap={6}>
        {moves.map((move) => (
          <Button
            key={move.to}
            size="compact-sm"
            variant={missionStatuses.indexOf(move.to) > now ? 'filled' : 'default'}
            disabled={isMoving}
            onClick={move.run}
          >
            {missionMoveLabel[move.name]}
          </Button>
        ))}
      </Group>
    </Group>
  );
}
