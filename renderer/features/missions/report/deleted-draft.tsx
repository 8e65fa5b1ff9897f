import { Text } from '@mantine/core';
import { Name } from '../../../ui/text/name.tsx';

/** What deleting a draft means. */
export function DeletedDraft({ title }: { title: string }) {
  return (
    <Text size="sm">
      <b>
        <Name>{title}</Name>
      </b>{' '}
      will be gone for everybody, with all that is written in it. The history of the mission still tells of
      it.
    </Text>
  );
}
