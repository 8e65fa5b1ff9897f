import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArchive, IconClockExclamation } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Backup, BackupJob, Verification } from '../../../../server/backup/contract.ts';
import styles from './backup.module.css';
import { BackupList } from './backup-list.tsx';
import { describeProgress, formatAgo, isOverdue } from './backup-words.ts';
import { DamagedFiles } from './damaged-files.tsx';
import { EvidenceUsagePanel } from './evidence-usage-panel.tsx';
import { JobProgress } from './job-progress.tsx';
import { VerificationPanel } from './verification-panel.tsx';

type Props = {
  list: ComponentProps<typeof BackupList>;
  usage: ComponentProps<typeof EvidenceUsagePanel>;
  /** The newest that is not known to be damaged; undefined while on its way. */
  newest: Backup | null | undefined;
  hasMissions: boolean;
  now: number;
  job: BackupJob | null;
  verification: Verification | null;
  /** Why a job was refused. */
  refusal: Error | null;
  isStarting: boolean;
  /** Whether the window belongs to the desktop application. */
  isDesktop: boolean;
  onMake: () => void;
  onMakeWithout: () => void;
  onVerifyData: () => void;
};

export function BackupView(props: Props) {
  const { list, newest, now, job, verification, refusal } = props;
  return (
    <Stack gap="md">
      <title>Backup · Damson</title>
      <section aria-labelledby="backup-title" className={styles.panel}>
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2} id="backup-title">
              {newest ? `Last backup ${formatAgo(newest.made_at, now)}` : 'Backup'}
            </Title>
            <Text size="sm" c="dimmed" maw={560}>
              Made while everybody goes on working, and read back before it counts. It lies in the folder
              “backups” of the data folder: download it and keep it on another disk.
            </Text>
          </div>
          <Button
            leftSection={<IconArchive size={16} aria-hidden />}
            disabled={list.isBusy}
            loading={props.isStarting}
            onClick={props.onMake}
          >
            Make a backup
          </Button>
        </Group>
        <Stack gap="sm" mt="sm" className={styles.notes as string}>
          {refusal === null ? null : (
            <Alert color="red" role="alert" icon={<IconAlertTriangle />}>
              {refusal.message}
            </Alert>
          )}
          <JobState job={job} onMakeWithout={props.onMakeWithout} />
          {newest !== undefined && job?.state !== 'running' && props.hasMissions && isOverdue(newest, now) ? (
            <Alert color="yellow" role="note" icon={<IconClockExclamation />}>
              {newest === null
                ? 'There are missions here and no backup of them.'
                : 'What was recorded since the last backup is on this disk only.'}
            </Alert>
          ) : null}
        </Stack>
      </section>
      <section aria-label="Backups">
        <BackupList {...list} />
      </section>
      <VerificationPanel
        verification={verification}
        isBusy={list.isBusy}
        isStarting={props.isStarting}
        onVerify={props.onVerifyData}
      />
      <EvidenceUsagePanel {...props.usage} />
      <Restore isDesktop={props.isDesktop} />
    </Stack>
  );
}

function JobState({ job, onMakeWithout }: { job: BackupJob | null; onMakeWithout: () => void }): ReactNode {
  if (job === null || job.state === 'done') return null;
  if (job.state === 'running') {
    const making = job.kind === 'make';
    const words = {
      database: 'Copying the database',
      files: 'Storing files',
      archive: making ? 'Reading the backup back' : 'Reading the backup',
    };
    return (
      <JobProgress
        label={making ? 'Making a backup' : 'Verifying a backup'}
        {...describeProgress(job, words)}
      />
    );
  }
  const { problem, damaged, damaged_total } = job;
  if (problem?.code === 'evidence_corrupt') {
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle />}
        title={`${problem.detail.charAt(0).toUpperCase()}${problem.detail.slice(1)}`}
      >
        <Text size="sm">
          Attach the same files again where they belong, or go on without them: a backup then holds everything
          else.
        </Text>
        <DamagedFiles files={damaged} total={damaged_total} />
        <Button size="xs" variant="default" mt="sm" onClick={onMakeWithout}>
          Make it without these files…
        </Button>
      </Alert>
    );
  }
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle />}
      title={job.kind === 'make' ? 'The backup was not made' : 'The backup could not be read to its end'}
    >
      {problem?.detail}
    </Alert>
  );
}

function Restore({ isDesktop }: { isDesktop: boolean }) {
  return (
    <section aria-labelledby="restore-title" className={styles.panel}>
      <Title order={2} id="restore-title" mb={6}>
        To restore a backup
      </Title>
      <ol className={styles.steps}>
        {isDesktop ? (
          <li>
            Choose <b>File › Open backup…</b> in the menu. It is put into a new data folder; the present one
            stays as it is.
          </li>
        ) : (
          <li>
            On the server’s computer, into a new folder:{' '}
            <Code>damson restore backup.damson --data-dir new-folder</Code>. The present data folder stays as
            it is. In the desktop application: <b>File › Open backup…</b>
          </li>
        )}
        {isDesktop ? null : (
          <li>
            Then start Damson with that folder: <Code>damson serve --data-dir new-folder</Code>
          </li>
        )}
        <li>
          All of it is verified before anything is put in place, and everybody has to sign in again. Stored C2
          tokens need the encryption key they were stored with.
        </li>
      </ol>
    </section>
  );
}
