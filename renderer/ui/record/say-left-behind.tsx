import { Button, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { onForget } from '../../api/connection/session.ts';
import { rich } from '../../rich.ts';
import { t } from '../../words.ts';
import { Name } from '../text/name.tsx';

const said = new Set<string>();

/** Reports fields that conflicted after their record was left, and links back. */
export function sayLeftBehind({
  id,
  record,
  fields,
  onOpen,
}: {
  id: string;
  /** Name of the record. */
  record: string;
  fields: readonly string[];
  onOpen: () => void;
}): void {
  said.add(id);
  const close = () => {
    said.delete(id);
    notifications.hide(id);
  };
  notifications.show({
    id,
    role: 'alert',
    title: t('tests.not_saved_somebody_else_was_there'),
    message: (
      <>
        <Text size="sm" mb={4}>
          {rich('tests.record_join_what_you_typed_is', {
            record: <Name>{record}</Name>,
            join: fields.join(', '),
          })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => {
            close();
            onOpen();
          }}
        >
          {t('tests.go_back_to_it')}
        </Button>
      </>
    ),
    autoClose: false,
  });
}

// The next person must not see messages about an exercise.
onForget(() => {
  for (const id of said) notifications.hide(id);
  said.clear();
});
