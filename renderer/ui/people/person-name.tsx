import { Text } from '@mantine/core';
import { t } from '../../words.ts';
import { Name } from '../text/name.tsx';

/** A person's name; null if the user is deleted. */
export function PersonName({ person }: { person: { display_name: string } | null }) {
  if (person === null) {
    return (
      <Text span inherit c="dimmed">
        {t('shared.deleted_user')}
      </Text>
    );
  }
  return <Name>{person.display_name}</Name>;
}
