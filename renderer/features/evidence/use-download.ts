import { notifications } from '@mantine/notifications';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { downloadEvidence, type EvidenceFile } from '../../api/missions/evidence.ts';
import { saveFile } from '../../ui/copy/save-file.ts';
import { t } from '../../words.ts';

/** Saves an evidence file under its name. */
export function useDownload(): (record: EvidenceFile) => Promise<void> {
  return async (record) => {
    try {
      const bytes = await downloadEvidence(record);
      // The saved file gets the displayed name.
      saveFile(toVisibleText(record.file_name), bytes);
    } catch (error) {
      notifications.show({
        color: 'red',
        title: t('evidence.not_downloaded'),
        message: (error as Error).message,
      });
    }
  };
}
