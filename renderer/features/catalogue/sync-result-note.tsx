import { Alert, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { SyncResult } from '../../../server/catalogue/contract.ts';

/** What a synchronisation did. */
export function SyncResultNote({ result }: { result: SyncResult }) {
  const { added, updated, deprecated } = result.changes;
  return (
    <Alert
      color="green"
      icon={<IconCheck aria-hidden />}
      role="status"
      title={`ATT&CK ${result.version ?? 'of an unknown version'} is loaded`}
    >
      <Text size="sm">
        {added} added, {updated} changed, {deprecated} deprecated.{' '}
        {result.verified ? 'Its digest is the expected one.' : 'Its digest was not checked.'}
      </Text>
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        SHA-256 {result.sha256}
      </Text>
    </Alert>
  );
}
