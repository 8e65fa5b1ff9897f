import { Text } from '@mantine/core';
import { rich } from '../../../rich.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

/** Names what a framework told of this row in a form that could not be read, where there is such a thing. */
export function Unreadable({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)">
      {rich('simulations.could_not_be_read_join', { join: <Name>{fields.join(', ')}</Name> })}
    </Text>
  );
}

/** How many rows of a list could not be read at all. */
export function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" mt="xs">
      {t('simulations.rows_unread', { count })}
    </Text>
  );
}
