import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReportSummary, ReportVerification } from '../../../../server/missions/reports/contract.ts';
import { reportVerification } from '../../../api/reports.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Digest } from './digest.tsx';
import styles from './report.module.css';
import { formatName } from './report-words.ts';

type Props = { report: ReportSummary; onClose: () => void };

/** Whether an issued report is still what it was, in plain words, with the digest to compare elsewhere. */
export function VerifyDialog({ report, onClose }: Props) {
  const { data, error, refetch } = useQuery(reportVerification(report));
  return (
    <Modal opened onClose={onClose} title="Is this report what was issued?" size="lg">
      <Stack gap="md">
        <Text size="sm">
          <b>
            <Name>{report.title}</Name>
          </b>
        </Text>
        {data !== undefined ? (
          <Answer verification={data} />
        ) : error !== null ? (
          <Alert color="red" role="alert" title="It could not be verified">
            <Group gap="sm">
              <Text size="sm">{error.message}</Text>
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                Try again
              </Button>
            </Group>
          </Alert>
        ) : (
          <Skeleton height={80} role="status" aria-busy="true" aria-label="Verifying" />
        )}
        <div>
          <Text size="sm" mb={6}>
            To tell whether a copy that was handed over is the same, compare its SHA-256 with that of its
            format:
          </Text>
          <ul className={styles.files}>
            {report.files.map(({ format, sha256 }) => (
              <li key={format}>
                <Text size="sm">{formatName[format].name}</Text>
                <Digest of={formatName[format].name} sha256={sha256} />
              </li>
            ))}
          </ul>
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Close
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
      title={isWell ? 'Yes, it is what was issued' : 'No, something is not what was issued'}
    >
      <List size="sm">
        {files.map(({ format, intact }) => (
          <List.Item key={format}>
            {formatName[format].name}:{' '}
            {intact ? 'the file is unchanged' : 'the file is missing or was changed. Do not hand it over'}
          </List.Item>
        ))}
        <List.Item>
          {history === null
            ? 'It names no entry of the history'
            : history
              ? 'The history still has the entry that it was made at'
              : 'The history no longer has the entry that it was made at: somebody has changed the database'}
        </List.Item>
      </List>
    </Alert>
  );
}
