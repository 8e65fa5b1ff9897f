import { List, Text } from '@mantine/core';
import type { Mission } from '../../../../server/missions/contract.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { t } from '../../../words.ts';
import { SeenNote } from '../hiding/seen-note.tsx';

type Open = { pending: number; unreviewed: number; remediations: number };

/** Counts of unfinished work in a mission. */
export function findOpen({ counts, remediations }: Mission): Open {
  return {
    pending: counts.pending,
    unreviewed: counts.executed,
    remediations: remediations.open + remediations.in_progress,
  };
}

/** Lists open work before a mission is completed anyway. */
export function CompleteDialog({
  mission,
  open,
  onComplete,
  onClose,
}: {
  mission: Mission;
  open: Open;
  onComplete: () => void;
  onClose: () => void;
}) {
  return (
    <ConfirmDialog
      title={t('tests.complete_this_mission')}
      confirm={t('tests.complete')}
      isDestructive={false}
      onConfirm={async () => onComplete()}
      onClose={onClose}
    >
      <div>
        <Text size="sm">{t('tests.not_everything_is_done')}</Text>
        <SeenNote of={mission} />
        <List size="sm" mt={4}>
          {open.pending > 0 ? (
            <List.Item>{t('tests.open_pending', { count: open.pending })}</List.Item>
          ) : null}
          {open.unreviewed > 0 ? (
            <List.Item>{t('tests.open_unreviewed', { count: open.unreviewed })}</List.Item>
          ) : null}
          {open.remediations > 0 ? (
            <List.Item>{t('tests.open_remediations', { count: open.remediations })}</List.Item>
          ) : null}
        </List>
      </div>
      <Text size="sm">{t('tests.a_completed_mission_is_read_only')}</Text>
    </ConfirmDialog>
  );
}
