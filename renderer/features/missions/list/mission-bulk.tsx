import { Button } from '@mantine/core';
import { IconArchive, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { findMissionMove } from '../../../../domain/missions.ts';
import type { MissionListItem } from '../../../../server/missions/contract.ts';
import { dropMission, moveMission, renewMissions } from '../../../api/missions/missions.ts';
import { BulkDialog } from '../../../ui/dialogs/bulk-dialog.tsx';
import { formatCount } from '../../../ui/text/format-count.ts';

/** What can be done with several missions: none of it can be undone, so each asks. */
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
        title={archivable.length === 0 ? 'Only completed missions can be archived' : undefined}
        onClick={() => setAsking('archive')}
      >
        Archive {archivable.length > 0 && archivable.length < missions.length ? archivable.length : ''}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking('delete')}
      >
        Delete
      </Button>
      {asking === 'archive' ? (
        <BulkDialog
          title={(count) => `Archive ${formatCount(count, 'mission')}?`}
          confirm="Archive"
          items={archivable}
          onEach={({ id }) => moveMission(queryClient, id, 'archived')}
          onDone={onDone}
          onClose={close}
        >
          They can be read from then on, and nothing in them can be changed any more. This is final.
        </BulkDialog>
      ) : null}
      {asking === 'delete' ? (
        <BulkDialog
          title={(count) => `Delete ${formatCount(count, 'mission')}?`}
          confirm="Delete"
          items={missions}
          onEach={({ id }) => dropMission(id)}
          onTried={() => renewMissions(queryClient)}
          onDone={onDone}
          onClose={close}
        >
          They will be gone for everybody, with their tests and their evidence.
        </BulkDialog>
      ) : null}
    </>
  );
}
