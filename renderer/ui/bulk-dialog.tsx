import { List, Stack, Text } from '@mantine/core';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { eachOf } from './each-of.ts';
import { Name } from './name.tsx';

const mostNamed = 12;

/** Asks before several things end or are destroyed, each by its name. What could not be done is said, the rest is done. */
export function BulkDialog<Item extends { id: string; name: string }>({
  title,
  confirm,
  items,
  children,
  onEach,
  onTried,
  onDone,
  onClose,
}: {
  title: string;
  confirm: string;
  items: readonly Item[];
  children: string;
  onEach: (item: Item) => Promise<unknown>;
  /** Each was tried: what they make stale is read again once, not after each. */
  onTried?: () => void;
  /** All of them are done. */
  onDone: () => void;
  onClose: () => void;
}) {
  const doAll = async () => {
    const refused = await eachOf(items, onEach);
    onTried?.();
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
