import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Written } from '../../../ui/text/written.tsx';
import { t } from '../../../words.ts';
import styles from './report.module.css';

/** The text that a section has from the record until somebody keeps it or writes another. */
export function DraftedText({ text, onKeep }: { text: string; onKeep: (() => void) | null }) {
  return (
    <div className={styles.drafted}>
      <p className={styles.shows}>{t('mission_report.drafted.mark')}</p>
      <Written text={text} />
      {onKeep === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCheck size={14} aria-hidden />}
          onClick={onKeep}
        >
          {t('mission_report.drafted.keep')}
        </Button>
      )}
    </div>
  );
}
