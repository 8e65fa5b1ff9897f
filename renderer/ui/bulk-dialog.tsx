import { List, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Name } from './name.tsx';

const mostNamed = 12;

/** Asks before several things end or are destroyed, each by its name. What could not be done is said, the rest is done. */
export function BulkDialog<Item extends { id: string; name: string }>({
  title,
  confirm,
  items,
  children,
  onEach,
  onDone,
  onClose,
}: {
  title: string;
  confirm: string;
  items: readonly Item[];
  children: string;
  onEach: (item: Item) => Promise<unknown>;
  /** All of them are done. */
  onDone: () => void;
  onClose: () => void;
}) {
  const doAll = async () => {
    const refused: string[] = [];
    for (const item of items) {
      await onEach(item).catch((error: Error) => refused.push(`${item.name}: ${error.message}`));
    }
    if (refused.length > 0)
      throw new Error(`${refused.length} of ${items.length} not done. ${refused.join(' ')}`);
    onDone();
  };
  return (
    <ConfirmDialog title={title} confirm={confirm} onConfirm={doAll} onClose={onClose}>
      <Stack gap="xs">
        <List size="sm">
          {items.slice(0, mostNamed).map(({ id, name }) => (
            <List.Item key={id}>
              <b>
                <Name>{name}</Name>
              </b>
            </List.Item>
          ))}
        </List>
        {items.length > mostNamed ? <Text size="sm">and {items.length - mostNamed} more</Text> : null}
        <Text size="sm">{children}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
