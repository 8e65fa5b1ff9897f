import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { largestImport } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { rich } from '../../rich.ts';
import { FilePicker } from '../../ui/forms/file-picker.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import styles from './interchange.module.css';
import { cancelSending, dismissRefusal, sendFiles, useSending } from './sending.ts';

/** Picks a file, and shows the result of the last upload. */
export function ImportZone() {
  const queryClient = useQueryClient();
  const { file, refused } = useSending();
  const hint = useId();
  return (
    <>
      <section className={styles.zone} aria-label={t('interchange.import_a_file')}>
        <FilePicker
          label={t('interchange.file_to_import')}
          onPick={(files) => void sendFiles(queryClient, files)}
        >
          {(choose) => (
            <Button
              leftSection={<IconFileImport size={15} aria-hidden />}
              disabled={file !== null}
              aria-describedby={hint}
              onClick={choose}
            >
              {t('interchange.choose_a_file')}
            </Button>
          )}
        </FilePicker>
        {file === null ? (
          <Text size="xs" c="dimmed" id={hint} className={styles.hint as string}>
            {t('interchange.or_drop_one_here_on_home', { largest_import: largestImport / 1024 / 1024 })}
          </Text>
        ) : (
          <>
            <div className={styles.hint}>
              <Text size="xs" role="status">
                {rich('interchange.sending_name', { name: <Name>{file.name}</Name> })}
              </Text>
              <Progress
                value={file.share * 100}
                aria-label={t('interchange.upload_of_name', { name: toVisibleText(file.name) })}
              />
            </div>
            <Button size="compact-sm" variant="default" onClick={cancelSending}>
              {t('shared.cancel')}
            </Button>
          </>
        )}
      </section>
      {refused === null ? null : (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle />}
          title={rich('interchange.name_was_not_taken', { name: <Name>{refused.name}</Name> })}
          withCloseButton
          closeButtonLabel={t('shared.close')}
          onClose={dismissRefusal}
        >
          {refused.message}
        </Alert>
      )}
    </>
  );
}
