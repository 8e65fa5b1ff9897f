import { Alert } from '@mantine/core';
import { t } from '../../words.ts';

export function Unreadable({ error }: { error: Error }) {
  return (
    <Alert color="red" role="alert" title={t('evidence.content.unreadable')}>
      {error.message}
    </Alert>
  );
}
