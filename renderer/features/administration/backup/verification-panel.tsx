import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconShieldCheck } from '@tabler/icons-react';
import type { Verification } from '../../../../server/backup/contract.ts';
import { formatCount } from '../../../ui/text/format-count.ts';
import { Moment } from '../../../ui/times/time.tsx';
import styles from './backup.module.css';
import { describeProgress } from './backup-words.ts';
import { DamagedFiles } from './damaged-files.tsx';
import { JobProgress } from './job-progress.tsx';

const words = { database: 'Checking the database', files: 'Reading files', archive: 'Reading files' };

type Props = {
  verification: Verification | null;
  isBusy: boolean;
  isStarting: boolean;
  onVerify: () => void;
};

/** Checks what is stored now, and says what was found. */
export function VerificationPanel({ verification, isBusy, isStarting, onVerify }: Props) {
  return (
    <section aria-labelledby="verification-title" className={styles.panel}>
      <Group justify="space-between" align="flex-start" gap="sm" mb="sm">
        <div>
          <Title order={2} id="verification-title">
            Verify what is stored now
          </Title>
          <Text size="sm" c="dimmed" maw={560}>
            Checks the whole database and compares every stored file with its digest. Changes nothing.
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconShieldCheck size={16} aria-hidden />}
          disabled={isBusy}
          loading={isStarting}
          onClick={onVerify}
        >
          Verify
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
        Not verified since the server was started.
      </Text>
    );
  }
  if (verification.state === 'running') {
    return <JobProgress label="Verifying what is stored" {...describeProgress(verification, words)} />;
  }
  const { result, problem, ended_at } = verification;
  if (result === null) {
    return (
      <Alert color="red" role="alert" icon={<IconAlertTriangle />} title="The verification was not finished">
        {problem?.detail}
      </Alert>
    );
  }
  const { database_problems, records, damaged, damaged_total, unrecorded } = result;
  const isWhole = database_problems.length + damaged_total === 0;
  return (
    <Alert
      {...(isWhole ? { variant: 'default' } : { color: 'red' })}
      role={isWhole ? 'status' : 'alert'}
      icon={isWhole ? <IconCircleCheck /> : <IconAlertTriangle />}
      title={isWhole ? 'Everything is whole' : 'Something is damaged'}
    >
      <Text size="sm">
        {database_problems.length === 0 ? 'The database is whole; ' : 'The database is damaged; '}
        {damaged_total === 0
          ? records === 0
            ? 'no files are stored'
            : `${formatCount(records, 'stored file')} intact`
          : `${damaged_total.toLocaleString()} of ${formatCount(records, 'stored file')} missing or damaged`}
        {ended_at === null ? null : (
          <>
            {' · '}
            <Moment at={ended_at} />
          </>
        )}
      </Text>
      {unrecorded > 0 ? (
        <Text size="sm">
          {formatCount(unrecorded, 'file')} in the folder {unrecorded === 1 ? 'belongs' : 'belong'} to
          nothing, which does no harm: one being uploaded just now counts too.
        </Text>
      ) : null}
      {database_problems.length > 0 ? (
        <ul className={styles.damaged} aria-label="Problems of the database">
          {database_problems.map((found) => (
            <li key={found}>{found}</li>
          ))}
        </ul>
      ) : null}
      {damaged_total > 0 ? <DamagedFiles files={damaged} total={damaged_total} /> : null}
      {isWhole ? null : (
        <Text size="sm" mt={6}>
          Keep your older backups. A file can be put right by attaching the same one again; a damaged database
          by restoring a backup.
        </Text>
      )}
    </Alert>
  );
}
