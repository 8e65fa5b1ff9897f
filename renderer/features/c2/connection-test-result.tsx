import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ConnectionTest } from '../../../server/c2/configurations/contract.ts';
import { rich } from '../../rich.ts';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import styles from './c2-view.module.css';
import { formatFingerprint } from './c2-words.ts';

export type TestOfConnection = {
  result: ConnectionTest | null;
  error: Error | null;
  isPending: boolean;
  run: () => void;
  pin: (fingerprint: string) => void;
};

/** Result of the last connection test, with advice. */
export function ConnectionTestResult({ test }: { test: TestOfConnection }) {
  if (test.error !== null) {
    return (
      <Alert
        color="red"
        mt="sm"
        icon={<IconAlertTriangle aria-hidden />}
        title={t('c2.the_connection_could_not_be_tested')}
      >
        {test.error.message}
      </Alert>
    );
  }
  const { result } = test;
  if (result === null) return null;
  if (result.ok) {
    return (
      <Alert
        color="green"
        mt="sm"
        icon={<IconCircleCheck aria-hidden />}
        title={t('c2.the_connection_works')}
      >
        <Text size="sm">
          {result.version === null
            ? rich('c2.answered', { detail: <Name>{result.detail}</Name>, ms: result.latency_ms })
            : rich('c2.answered_version', {
                detail: <Name>{result.detail}</Name>,
                version: <Name>{result.version}</Name>,
                ms: result.latency_ms,
              })}
        </Text>
      </Alert>
    );
  }
  const fingerprint = result.presented_fingerprint;
  return (
    <Alert
      color="red"
      mt="sm"
      icon={<IconAlertTriangle aria-hidden />}
      title={t('c2.the_connection_does_not_work')}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Name>{result.detail}</Name>
        </Text>
        {fingerprint === null ? null : (
          <>
            <Text size="sm">{t('c2.the_server_presented_a_certificate_with')}</Text>
            <div className={styles.fingerprint}>{formatFingerprint(fingerprint)}</div>
            <Button size="xs" variant="default" onClick={() => test.pin(fingerprint)}>
              {t('c2.pin_this_certificate')}
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}
