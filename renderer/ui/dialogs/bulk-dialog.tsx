import { List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../words.ts';
import { eachOf } from '../selection/each-of.ts';
import { Name } from '../text/name.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

const mostNamed = 12;

/**
 * Confirms ending or deleting several items, listed by name. Refusals are reported, the rest is done. The dialog keeps its items
 * even if the list changes.
 */
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
  title: (count: number) => string;
  confirm: string;
  items: readonly Item[];
  children: string;
  onEach: (item: Item) => Promise<unknown>;
  /** After all attempts, stale data is refetched once rather than after each. */
  onTried?: () => void;
  /** All were done. */
  onDone: () => void;
  onClose: () => void;
}) {
  const [left, setLeft] = useState(items);
  const doAll = async () => {
    const done = new Set<string>();
    const refused = await eachOf(left, async (item) => {
      await onEach(item);
      done.add(item.id);
    });
    onTried?.();
    if (refused.length > 0) {
      setLeft(left.filter(({ id }) => !done.has(id)));
      throw new Error(
        t('shared.count_of_not_done', {
          count: refused.length,
          total: left.length,
          reasons: refused.join(' '),
        }),
      );
    }
    onDone();
  };
  return (
    <ConfirmDialog title={title(left.length)} confirm={confirm} onConfirm={doAll} onClose={onClose}>
      <Stack gap="xs">
        <List size="sm">
          {left.slice(0, mostNamed).map(({ id, name }) => (
            <List.Item key={id}>
              <b>
                <Name>{name}</Name>
              </b>
            </List.Item>
          ))}
        </List>
        {left.length > mostNamed ? (
          <Text size="sm">{t('shared.and_count_more', { count: left.length - mostNamed })}</Text>
        ) : null}
        <Text size="sm">{children}</Text>
      </Stack>
    </ConfirmDialog>
  );
}
