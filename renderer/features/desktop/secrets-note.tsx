import { Alert } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { secretsNote } from '../../api/connection/desktop.ts';
import { t } from '../../words.ts';

/** Warns when this computer has no keyring to protect Damson's secrets. */
export function SecretsNote() {
  const { data } = useQuery(secretsNote);
  if (data !== 'file') return null;
  return (
    <Alert
      color="yellow"
      icon={<IconKey aria-hidden />}
      role="note"
      title={t('desktop.this_computer_has_no_keyring')}
    >
      {t('desktop.damson_keeps_its_secrets_in_a')}
    </Alert>
  );
}
