import { Button } from '@mantine/core';
import { IconArchive, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { MissionListItem } from '../../../../server/missions/contract.ts';
import { dropMission, moveMission, renewMissions } from '../../../api/missions.ts';
import { BulkDialog } from '../../../ui/bulk-dialog.tsx';
import { formatCount } from '../../../ui/format-count.ts';

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
  const completed = missions.filter(({ status }) => status === 'completed');
  const close = () => setAsking(null);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconArchive size={14} aria-hidden />}
        disabled={completed.length === 0}
        title={completed.length === 0 ? 'Only completed missions can be archived' : undefined}
        onClick={() => setAsking('archive')}
      >
        Archive {completed.length > 0 && completed.length < missions.length ? completed.length : ''}
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
          items={completed}
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
