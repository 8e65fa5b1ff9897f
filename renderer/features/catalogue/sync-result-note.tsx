import { Alert, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { SyncResult } from '../../../server/catalogue/contract.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';

/** Result of a synchronisation. */
export function SyncResultNote({ result }: { result: SyncResult }) {
  const { added, updated, deprecated } = result.changes;
  return (
    <Alert
      color="green"
      icon={<IconCheck aria-hidden />}
      role="status"
      title={t('catalogue.version_loaded', { version: result.version ?? t('catalogue.unknown_version') })}
    >
      <Text size="sm">
        {rich('catalogue.added_added_updated_changed_deprecated_depre', {
          added,
          updated,
          deprecated,
          verified: result.verified
            ? t('catalogue.its_digest_is_the_expected_one')
            : t('catalogue.its_digest_was_not_checked'),
        })}
      </Text>
      <Text size="xs" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {t('catalogue.sha_256_sha256', { sha256: result.sha256 })}
      </Text>
    </Alert>
  );
}
