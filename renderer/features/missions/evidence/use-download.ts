import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { EvidenceRecord } from '../../../../server/missions/evidence/contract.ts';
import { evidenceBytes } from '../../../api/evidence.ts';
import { toVisibleText } from '../../../ui/visible-text.ts';

/** Saves a file of evidence under its name. */
export function useDownload(): (record: EvidenceRecord) => Promise<void> {
  const queryClient = useQueryClient();
  return async (record) => {
    try {
      const bytes = await queryClient.fetchQuery(evidenceBytes(record.id));
      const url = URL.createObjectURL(bytes);
      const link = document.createElement('a');
      link.href = url;
      // The file on disk gets the name that is shown here.
      link.download = toVisibleText(record.file_name);
      link.click();
      // The browser holds the bytes by then.
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    } catch (error) {
      notifications.show({
        color: 'red',
        title: 'The file could not be downloaded',
        message: (error as Error).message,
      });
    }
  };
}
