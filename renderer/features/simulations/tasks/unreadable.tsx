import { Text } from '@mantine/core';
import { Name } from '../../../ui/text/name.tsx';

/** Names what a framework told of this row in a form that could not be read, where there is such a thing. */
export function Unreadable({ fields }: { fields: readonly string[] }) {
  if (fields.length === 0) return null;
  return (
    <Text size="xs" c="var(--mantine-color-error)">
      Could not be read: <Name>{fields.join(', ')}</Name>
    </Text>
  );
}

/** How many rows of a list could not be read at all. */
export function LeftOut({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Text size="sm" c="var(--mantine-color-error)" mt="xs">
      {count === 1 ? 'One more row' : `${count} more rows`} of the framework could not be read.
    </Text>
  );
}
