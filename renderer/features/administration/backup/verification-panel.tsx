import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import type { Verification } from '../../../../server/backup/contract.ts';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import styles from './backup.module.css';
import { describeProgress } from './backup-words.ts';
import { DamagedFiles } from './damaged-files.tsx';
import { JobProgress } from './job-progress.tsx';

const words = () => ({
  database: t('administration.checking_the_database'),
  files: t('administration.reading_files'),
  archive: t('administration.reading_files'),
});

type Props = {
  verification: Verification | null;
  isBusy: boolean;
  isStarting: boolean;
  onVerify: () => void;
};

/** Verifies the stored data, and shows the result. */
export function VerificationPanel({ verification, isBusy, isStarting, onVerify }: Props) {
  return (
    <section aria-labelledby="verification-title" className={styles.panel}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <div>
          <Title order={2} id="verification-title">
            {t('administration.verify_what_is_stored_now')}
          </Title>
          <Text size="sm" c="dimmed" maw={560}>
            {t('administration.checks_the_whole_database_and_compares')}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          disabled={isBusy}
          loading={isStarting}
          onClick={onVerify}
        >
          {t('shared.verify')}
        </Button>
      </Group>
      <State verification={verification} />
    </section>
  );
}

function State({ verification }: { verification: Verification | null }) {
  if (verification === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('administration.not_verified_since_the_server_was')}
      </Text>
    );
  }
  if (verification.state === 'running') {
    return (
      <JobProgress
        label={t('administration.verifying_what_is_stored')}
        {...describeProgress(verification, words())}
      />
    );
  }
  const { result, problem, ended_at } = verification;
  if (result === null) {
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle />}
        title={t('administration.the_verification_was_not_finished')}
      >
        {problem?.detail}
      </Alert>
    );
  }
  const { database_problems, records, damaged, damaged_total, unrecorded } = result;
  const isWhole = database_problems.length + damaged_total === 0;
  const database = database_problems.length === 0 ? 'database_whole' : 'database_damaged';
  const files = damaged_total === 0 ? 'files_whole' : 'files_damaged';
  return (
    <Alert
      {...(isWhole ? { variant: 'default' } : { color: 'red' })}
      role={isWhole ? 'status' : 'alert'}
      icon={isWhole ? <IconCircleCheck /> : <IconAlertTriangle />}
      title={isWhole ? t('administration.everything_is_whole') : t('administration.something_is_damaged')}
    >
      <Text size="sm">
        {t(`administration.found.${database}.${files}`, { damaged: damaged_total, records })}
        {ended_at === null ? null : (
          <>
            {' · '}
            <Moment at={ended_at} />
          </>
        )}
      </Text>
      {unrecorded > 0 ? <Text size="sm">{t('administration.unrecorded', { count: unrecorded })}</Text> : null}
      {database_problems.length > 0 ? (
        <ul className={styles.damaged} aria-label={t('administration.problems_of_the_database')}>
          {database_problems.map((found) => (
            <li key={found}>{found}</li>
          ))}
        </ul>
      ) : null}
      {damaged_total > 0 ? <DamagedFiles files={damaged} total={damaged_total} /> : null}
      {isWhole ? null : (
        <Text size="sm" mt={6}>
          {t('administration.keep_your_older_backups_a_file')}
        </Text>
      )}
    </Alert>
  );
}
