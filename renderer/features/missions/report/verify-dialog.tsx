import { Alert, Button, Group, List, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReportSummary, ReportVerification } from '../../../../server/missions/reports/contract.ts';
import { reportVerification } from '../../../api/reports.ts';
import { DialogFoot } from '../../../ui/forms/form.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { Digest } from './digest.tsx';
import styles from './report.module.css';

type Props = { report: ReportSummary; onClose: () => void };

/** Shows whether an issued report is unchanged, in plain words, with the digest to compare elsewhere. */
export function VerifyDialog({ report, onClose }: Props) {
  const { data, error, refetch } = useQuery(reportVerification(report));
  return (
    <Modal opened onClose={onClose} title={t('mission_report.verify.title')} size="lg">
      <Stack gap="md">
        <Text size="sm">
          <b>
            <Name>{report.title}</Name>
          </b>
        </Text>
        {data !== undefined ? (
          <Answer verification={data} />
        ) : error !== null ? (
          <Alert color="red" role="alert" title={t('mission_report.verify.failed')}>
            <Group gap="sm">
              <Text size="sm">{error.message}</Text>
              <Button size="xs" variant="default" onClick={() => void refetch()}>
                {t('shared.try_again')}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Skeleton
            height={80}
            role="status"
            aria-busy="true"
            aria-label={t('mission_report.verify.loading')}
          />
        )}
        <div>
          <Text size="sm" mb={6}>
            {t('mission_report.verify.copies')}
          </Text>
          <ul className={styles.files}>
            {report.files.map(({ format, sha256 }) => (
              <li key={format}>
                <Text size="sm">{t(`mission_report.format.${format}`)}</Text>
                <Digest
                  label={t('mission_report.digest_of.file', { format: t(`mission_report.format.${format}`) })}
                  sha256={sha256}
                />
              </li>
            ))}
          </ul>
        </div>
        <DialogFoot>
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('shared.close')}
          </Button>
        </DialogFoot>
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
      title={isWell ? t('mission_report.verify.yes') : t('mission_report.verify.no')}
    >
      <List size="sm">
        {files.map(({ format, intact }) => (
          <List.Item key={format}>
            {t(intact ? 'mission_report.verify.file_intact' : 'mission_report.verify.file_changed', {
              format: t(`mission_report.format.${format}`),
            })}
          </List.Item>
        ))}
        <List.Item>
          {history === null
            ? t('mission_report.verify.no_entry')
            : history
              ? t('mission_report.verify.entry_kept')
              : t('mission_report.verify.entry_lost')}
        </List.Item>
      </List>
    </Alert>
  );
}
