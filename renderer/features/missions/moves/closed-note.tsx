import { Button } from '@mantine/core';
import { IconArchive, IconFlag } from '@tabler/icons-react';
import { isArchived, takesRecords } from '../../../../domain/missions.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import styles from './closed-note.module.css';
import { useMissionMoves } from './use-mission-moves.tsx';

/** Says in a line that a mission, or a test of it, is only read, and leads back where there is a way. */
export function ClosedNote({ mission }: { mission: Mission }) {
  const { moves, isMoving } = useMissionMoves(mission);
  const { status } = mission;
  const reopen = moves.find(({ name }) => name === 'reopen');
  if (takesRecords(status)) return null;
  if (isArchived(status)) {
    return (
      <p className={styles.note} role="note">
        <IconArchive size={15} aria-hidden />
        This mission is archived: everything can be read, nothing can be changed.
      </p>
    );
  }
  return (
    <div className={styles.note} role="note">
      <IconFlag size={15} aria-hidden />
      <span>This mission is completed: it is read only. Evidence and remediations can still be added.</span>
      {reopen ? (
        <Button size="compact-sm" variant="default" disabled={isMoving} onClick={reopen.run}>
          Reopen
        </Button>
      ) : null}
    </div>
  );
}
