import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReportSummary, ReportVerification } from '../../../../server/missions/reports/contract.ts';
import { reportVerification } from '../../../api/reports.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { Digest } from './digest.tsx';
import styles from './report.module.css';
import { formatName } from './report-words.ts';

type Props = { report: ReportSummary; onClose: () => void };

/** Whether an issued report is still what it was, in plain words, with the digest to compare elsewhere. */
export function VerifyDialog({ report, onClose }: Props) {
  const { data, error, refetch } = useQuery(reportVerification(report));
  return (
    <Modal opened onClose={onClose} title={t('mission_report.is_this_report_what_was_issued')} size="lg">
      <Stack gap="md">
        <Text size="sm">
          <b>
            <Name>{report.title}</Name>
          </b>
        </Text>
        {data !== undefined ? (
          <Answer verification={data} />
        ) : error !== null ? (
          <Alert color="red" role="alert" title={t('mission_report.it_could_not_be_verified')}>
            <Group gap="sm">
              <Text size="sm">{error.message}</Text>
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {t('shared.try_again')}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Skeleton height={80} role="status" aria-busy="true" aria-label={t('mission_report.verifying')} />
        )}
        <div>
          <Text size="sm" mb={6}>
            {t('mission_report.to_tell_whether_a_copy_that')}
          </Text>
          <ul className={styles.files}>
            {report.files.map(({ format, sha256 }) => (
              <li key={format}>
                <Text size="sm">{formatName()[format].name}</Text>
                <Digest of={formatName()[format].name} sha256={sha256} />
              </li>
            ))}
          </ul>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Answer({ verification: { files, history } }: { verification: ReportVerification }) {
  const isWell = files.every(({ intact }) => intact) && history !== false;
  return (
    <Alert
      role="status"
      color={isWell ? 'green' : 'red'}
      icon={isWell ? <IconShieldCheck /> : <IconAlertTriangle />}
      title={
        isWell
          ? t('mission_report.yes_it_is_what_was_issued')
          : t('mission_report.no_something_is_not_what_was')
      }
    >
      <List size="sm">
        {files.map(({ format, intact }) => (
          <List.Item key={format}>
            {formatName()[format].name}:{' '}
            {intact
              ? t('mission_report.the_file_is_unchanged')
              : t('mission_report.the_file_is_missing_or_was')}
          </List.Item>
        ))}
        <List.Item>
          {history === null
            ? t('mission_report.it_names_no_entry_of_the')
            : history
              ? t('mission_report.the_history_still_has_the_entry')
              : t('mission_report.the_history_no_longer_has_the')}
        </List.Item>
      </List>
    </Alert>
  );
}
