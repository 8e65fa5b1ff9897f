import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { readJoinFingerprint } from '../../../domain/fingerprints.ts';
import { Fingerprint } from '../../ui/copy/fingerprint.tsx';

/** For whoever came by a link that names the server's certificate, which no page can look at itself. */
export function CertificateNote() {
  const named = readJoinFingerprint(location.hash);
  if (named === null) return null;
  return (
    <Alert color="gray" role="note" title="Your browser warned of this server?">
      <Stack gap="xs">
        <Text size="sm">
          That is expected once. Before you sign in, compare the SHA-256 fingerprint of the certificate that
          your browser shows with the one of your link:
        </Text>
        <Fingerprint of={named} />
        <Anchor component={Link} to="/help/sharing#compare-the-fingerprint" size="sm">
          Where browsers show it
        </Anchor>
      </Stack>
    </Alert>
  );
}
