import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { type ComparedMissions, comparisonFile } from '../../../api/missions/comparison.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { t } from '../../../words.ts';

const formats = [
  { format: 'csv', file: 'comparison.csv' },
  { format: 'layer', file: 'comparison-layer.json' },
] as const;

/** Saves a comparison as a file. */
export function SavedAs({ missions }: { missions: ComparedMissions }) {
  const save = async ({ format, file }: (typeof formats)[number]) => {
    try {
      saveFile(file, await comparisonFile(missions, format));
    } catch (error) {
      notifications.show({
        color: 'red',
        title: t('results.comparison.not_saved'),
        message: (error as Error).message,
      });
    }
  };
  return formats.map((each) => (
    <Button
      key={each.format}
      size="xs"
      variant="default"
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => void save(each)}
    >
      {t(`results.comparison.save.${each.format}`)}
    </Button>
  ));
}
