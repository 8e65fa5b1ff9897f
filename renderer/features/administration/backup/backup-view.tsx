import { Alert, Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconArchive, IconClockExclamation } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import type { Backup, BackupJob, Verification } from '../../../../server/backup/contract.ts';
import { rich } from '../../../rich.ts';
import { t } from '../../../words.ts';
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
  /** The newest backup not known to be damaged; undefined while loading. */
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
      <title>{t('administration.backup_damson')}</title>
      <section aria-labelledby="backup-title" className={styles.panel}>
        <Group justify="space-between" align="flex-start" gap="sm">
          <div>
            <Title order={2} id="backup-title">
              {newest
                ? t('administration.last_backup', { ago: formatAgo(newest.made_at, now) })
                : t('administration.backup')}
            </Title>
            <Text size="sm" c="dimmed" maw={560}>
              {t('administration.made_while_everybody_goes_on_working')}
            </Text>
          </div>
          <Button
            leftSection={<IconArchive size={16} aria-hidden />}
            disabled={list.isBusy}
            loading={props.isStarting}
            onClick={props.onMake}
          >
            {t('administration.make_a_backup')}
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
                ? t('administration.there_are_missions_here_and_no')
                : t('administration.what_was_recorded_since_the_last')}
            </Alert>
          ) : null}
        </Stack>
      </section>
      <section aria-label={t('administration.backups')}>
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
      database: t('administration.copying_the_database'),
      files: t('administration.storing_files'),
      archive: making ? t('administration.reading_the_backup_back') : t('administration.reading_the_backup'),
    };
    return (
      <JobProgress
        label={making ? t('administration.making_a_backup') : t('administration.verifying_a_backup')}
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
        <Text size="sm">{t('administration.attach_the_same_files_again_where')}</Text>
        <DamagedFiles files={damaged} total={damaged_total} />
        <Button size="xs" variant="default" mt="sm" onClick={onMakeWithout}>
          {t('administration.make_it_without_these_files')}
        </Button>
      </Alert>
    );
  }
  return (
    <Alert
      color="red"
      role="alert"
      icon={<IconAlertTriangle />}
      title={
        job.kind === 'make'
          ? t('administration.the_backup_was_not_made')
          : t('administration.the_backup_could_not_be_read')
      }
    >
      {problem?.detail}
    </Alert>
  );
}

function Restore({ isDesktop }: { isDesktop: boolean }) {
  return (
    <section aria-labelledby="restore-title" className={styles.panel}>
      <Title order={2} id="restore-title" mb={6}>
        {t('administration.to_restore_a_backup')}
      </Title>
      <ol className={styles.steps}>
        {isDesktop ? (
          <li>{rich('administration.choose_file_open_backup_in_the', { b: (parts) => <b>{parts}</b> })}</li>
        ) : (
          <li>
            {rich('administration.on_the_server_s_computer_into', {
              code: (parts) => <Code>{parts}</Code>,
              b: (parts) => <b>{parts}</b>,
            })}
          </li>
        )}
        {isDesktop ? null : (
          <li>
            {rich('administration.then_start_damson_with_that_folder', {
              code: (parts) => <Code>{parts}</Code>,
            })}
          </li>
        )}
        <li>{t('administration.all_of_it_is_verified_before')}</li>
      </ol>
    </section>
  );
}
