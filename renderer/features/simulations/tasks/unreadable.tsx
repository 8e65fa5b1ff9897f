import { Text } from '@mantine/core';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

/** Names the unreadable fields of this row, if there are any. */
export function Unreadable({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)">
      {rich('simulations.could_not_be_read_join', { join: <Name>{fields.join(', ')}</Name> })}
    </Text>
  );
}

/** Number of unreadable rows in a list. */
export function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" mt="xs">
      {t('simulations.rows_unread', { count })}
    </Text>
  );
}
