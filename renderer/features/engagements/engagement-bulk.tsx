import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { deleteEngagement } from '../../api/engagements/engagements.ts';
import { BulkDialog } from '../../ui/dialogs/bulk-dialog.tsx';
import { formatCount } from '../../ui/text/format-count.ts';

/** What can be done with several engagements. */
export function EngagementBulk({
  engagements,
  onDone,
}: {
  engagements: readonly Engagement[];
  onDone: () => void;
}) {
  const queryClient = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        Delete
      </Button>
      {isAsking ? (
        <BulkDialog
          title={(count) => `Delete ${formatCount(count, 'engagement')}?`}
          confirm="Delete"
          items={engagements}
          onEach={({ id }) => deleteEngagement(queryClient, id, async () => {})}
          onDone={onDone}
          onClose={() => setAsking(false)}
        >
          They will be gone for good, with their simulations, what both sides recorded in them, their C2
          connections and the outputs that came from these.
        </BulkDialog>
      ) : null}
    </>
  );
}
