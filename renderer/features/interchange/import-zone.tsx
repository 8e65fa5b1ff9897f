import { Alert, Button, Progress, Text } from '@mantine/core';
import { IconAlertTriangle, IconFileImport } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { largestImport } from '../../../domain/limits.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { FilePicker } from '../../ui/forms/file-picker.tsx';
import { Name } from '../../ui/text/name.tsx';
import styles from './interchange.module.css';
import { cancelSending, dismissRefusal, sendFiles, useSending } from './sending.ts';

/** Where a file is chosen, and what came of sending the last. */
export function ImportZone() {
  const queryClient = useQueryClient();
  const { file, refused } = useSending();
  const hint = useId();
  return (
    <>
      <section className={styles.zone} aria-label="Import a file">
        <FilePicker label="File to import" onPick={(files) => void sendFiles(queryClient, files)}>
          {(choose) => (
            <Button
              leftSection={<IconFileImport size={15} aria-hidden />}
              disabled={file !== null}
              aria-describedby={hint}
              onClick={choose}
            >
              Choose a file
            </Button>
          )}
        </FilePicker>
        {file === null ? (
          <Text size="xs" c="dimmed" id={hint} className={styles.hint as string}>
            Or drop one here, on Home, or on the list of missions or templates (up to{' '}
            {largestImport / 1024 / 1024} MiB). You see what it would do before anything is imported.
          </Text>
        ) : (
          <>
            <div className={styles.hint}>
              <Text size="xs" role="status">
                Sending <Name>{file.name}</Name> …
              </Text>
              <Progress value={file.share * 100} aria-label={`Upload of ${toVisibleText(file.name)}`} />
            </div>
            <Button size="compact-sm" variant="default" onClick={cancelSending}>
              Cancel
            </Button>
          </>
        )}
      </section>
      {refused === null ? null : (
        <Alert
          color="red"
          role="alert"
          icon={<IconAlertTriangle />}
          title={
            <>
              <Name>{refused.name}</Name> was not taken
            </>
          }
          withCloseButton
          closeButtonLabel="Close"
          onClose={dismissRefusal}
        >
          {refused.message}
        </Alert>
      )}
    </>
  );
}
