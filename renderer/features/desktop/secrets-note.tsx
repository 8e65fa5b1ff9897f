import { Alert } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { secretsNote } from '../../api/connection/desktop.ts';

/** Says when this computer has no keyring to put Damson’s secrets behind. */
export function SecretsNote() {
  const { data } = useQuery(secretsNote);
  if (data !== 'file') return null;
  return (
    <Alert color="yellow" icon={<IconKey aria-hidden />} role="note" title="This computer has no keyring">
      Damson keeps its secrets in a file of the data folder that only you may read. Whoever can read your
      files could open what they protect: stored C2 tokens and sign-ins.
    </Alert>
  );
}
