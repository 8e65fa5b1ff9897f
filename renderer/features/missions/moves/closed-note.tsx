import { Button } from '@mantine/core';
import { IconArchive, IconFlag } from '@tabler/icons-react';
import { isArchived, takesRecords } from '../../../../domain/missions.ts';
import type { Mission } from '../../../../server/missions/contract.ts';
import { rich } from '../../../rich.ts';
import { t } from '../../../words.ts';
import styles from './closed-note.module.css';
import { useMissionMoves } from './use-mission-moves.tsx';

/** A line saying that a mission, or a test of it, is read-only, with a link to reopen it if possible. */
export function ClosedNote({ mission }: { mission: Mission }) {
  const { moves, isMoving } = useMissionMoves(mission);
  const { status } = mission;
  const reopen = moves.find(({ name }) => name === 'reopen');
  if (takesRecords(status)) return null;
  if (isArchived(status)) {
    return (
      <p className={styles.note} role="note">
        <span className={styles.text}>
          {rich('tests.iconarchive_this_mission_is_archived_everyth', {
            iconarchive: <IconArchive size={15} aria-hidden />,
          })}
        </span>
      </p>
    );
  }
  return (
    <div className={styles.note} role="note">
      <span className={styles.text}>
        <IconFlag size={15} aria-hidden />
        <span>{t('tests.this_mission_is_completed_it_is')}</span>
      </span>
      {reopen ? (
        <Button size="compact-sm" variant="default" disabled={isMoving} onClick={reopen.run}>
          {t('tests.reopen')}
        </Button>
      ) : null}
    </div>
  );
}
