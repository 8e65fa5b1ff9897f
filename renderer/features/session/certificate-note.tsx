import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { readJoinFingerprint } from '../../../domain/fingerprints.ts';
import { Fingerprint } from '../../ui/copy/fingerprint.tsx';
import { t } from '../../words.ts';

/** For people who followed a link with the certificate's fingerprint; a page can't check it itself. */
export function CertificateNote() {
  const named = readJoinFingerprint(location.hash);
  if (named === null) return null;
  return (
    <Alert color="gray" role="note" title={t('session.your_browser_warned_of_this_server')}>
      <Stack gap="xs">
        <Text size="sm">{t('session.that_is_expected_once_before_you')}</Text>
        <Fingerprint of={named} />
        <Anchor component={Link} to="/help/sharing#compare-the-fingerprint" size="sm">
          {t('session.where_browsers_show_it')}
        </Anchor>
      </Stack>
    </Alert>
  );
}
