import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { deleteEngagement } from '../../api/engagements/engagements.ts';
import { BulkDialog } from '../../ui/dialogs/bulk-dialog.tsx';
import { t } from '../../words.ts';

/** Actions for several engagements. */
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
        {t('shared.delete')}
      </Button>
      {isAsking ? (
        <BulkDialog
          title={(count) => t('engagements.delete_all', { count })}
          confirm={t('shared.delete')}
          items={engagements}
          onEach={({ id }) => deleteEngagement(queryClient, id, async () => {})}
          onDone={onDone}
          onClose={() => setAsking(false)}
        >
          {t('engagements.they_will_be_gone_for_good')}
        </BulkDialog>
      ) : null}
    </>
  );
}
