import { Button } from '@mantine/core';
import { IconArchive, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { findMissionMove } from '../../../../domain/missions.ts';
import type { MissionListItem } from '../../../../server/missions/contract.ts';
import { dropMission, moveMission, renewMissions } from '../../../api/missions/missions.ts';
import { BulkDialog } from '../../../ui/dialogs/bulk-dialog.tsx';
import { t } from '../../../words.ts';

/** Actions for several missions; each asks first, because none can be undone. */
export function MissionBulk({
  missions,
  onDone,
}: {
  missions: readonly MissionListItem[];
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<'archive' | 'delete' | null>(null);
  const archivable = missions.filter(({ status }) => findMissionMove(status, 'archived') !== undefined);
  const close = () => setAsking(null);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArchive size={14} aria-hidden />}
        disabled={archivable.length === 0}
        title={archivable.length === 0 ? t('missions.only_completed_missions_can_be_archived') : undefined}
        onClick={() => setAsking('archive')}
      >
        {archivable.length > 0 && archivable.length < missions.length
          ? t('missions.archive_some', { count: archivable.length })
          : t('missions.archive')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking('delete')}
      >
        {t('shared.delete')}
      </Button>
      {asking === 'archive' ? (
        <BulkDialog
          title={(count) => t('missions.archive_all', { count })}
          confirm={t('missions.archive')}
          items={archivable}
          onEach={({ id }) => moveMission(queryClient, id, 'archived')}
          onDone={onDone}
          onClose={close}
        >
          {t('missions.they_can_be_read_from_then')}
        </BulkDialog>
      ) : null}
      {asking === 'delete' ? (
        <BulkDialog
          title={(count) => t('missions.delete_all', { count })}
          confirm={t('shared.delete')}
          items={missions}
          onEach={({ id }) => dropMission(id)}
          onTried={() => renewMissions(queryClient)}
          onDone={onDone}
          onClose={close}
        >
          {t('missions.they_will_be_gone_for_everybody')}
        </BulkDialog>
      ) : null}
    </>
  );
}
