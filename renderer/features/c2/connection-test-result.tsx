import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ConnectionTest } from '../../../server/c2/configurations/contract.ts';
import { Name } from '../../ui/text/name.tsx';
import styles from './c2-view.module.css';
import { formatFingerprint } from './c2-words.ts';

export type TestOfConnection = {
  result: ConnectionTest | null;
  error: Error | null;
  isPending: boolean;
  run: () => void;
  pin: (fingerprint: string) => void;
};

/** What came of the last test of the connection, and what can be done about it. */
export function ConnectionTestResult({ test }: { test: TestOfConnection }) {
  if (test.error !== null) {
    return (
      <Alert
        color="red"
        mt="sm"
        icon={<IconAlertTriangle aria-hidden />}
        title="The connection could not be tested"
      >
        {test.error.message}
      </Alert>
    );
  }
  const { result } = test;
  if (result === null) return null;
  if (result.ok) {
    return (
      <Alert color="green" mt="sm" icon={<IconCircleCheck aria-hidden />} title="The connection works">
        <Text size="sm">
          <Name>{result.detail}</Name>
          {result.version === null ? null : (
            <>
              {' '}
              · version <Name>{result.version}</Name>
            </>
          )}{' '}
          · answered in {result.latency_ms} ms
        </Text>
      </Alert>
    );
  }
  const fingerprint = result.presented_fingerprint;
  return (
    <Alert color="red" mt="sm" icon={<IconAlertTriangle aria-hidden />} title="The connection does not work">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Name>{result.detail}</Name>
        </Text>
        {fingerprint === null ? null : (
          <>
            <Text size="sm">
              The server presented a certificate with this SHA-256. Compare it with the one on the framework’s
              own machine; if they are the same, pin it, and only that certificate is accepted from then on.
            </Text>
            <div className={styles.fingerprint}>{formatFingerprint(fingerprint)}</div>
            <Button size="xs" variant="default" onClick={() => test.pin(fingerprint)}>
              Pin this certificate
            </Button>
          </>
        )}
      </Stack>
    </Alert>
  );
}
