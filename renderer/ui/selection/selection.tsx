import { Button, Checkbox, Group, Table, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { t } from '../../words.ts';
import type { Thing } from '../lists/thing.ts';
import { ProblemNote } from '../notes/problem-note.tsx';
import type { Selection } from './use-selection.ts';

/**
 * Actions for the selected rows; hidden without a selection. Running actions stay mounted, because a dialog may still have to
 * report results for rows that are gone.
 */
export function SelectionBar({
  selection,
  one,
  children,
}: {
  selection: Pick<Selection, 'selected' | 'elsewhere' | 'offersAll' | 'selectAll' | 'clear'>;
  /** "mission" */
  one: Thing;
  children: ReactNode;
}) {
  const selecting = useMutation({ mutationFn: selection.selectAll });
  const { selected, elsewhere, offersAll } = selection;
  const isEmpty = selected.length === 0;
  const [wasUsed, setUsed] = useState(false);
  if (!isEmpty && !wasUsed) setUsed(true);
  if (isEmpty && !wasUsed) return null;
  return (
    <Group
      gap="xs"
      role="toolbar"
      aria-label={t('shared.selected')}
      {...(isEmpty ? { display: 'none' } : {})}
    >
      <Text size="sm" role="status">
        {elsewhere > 0
          ? t('shared.selected_elsewhere', { count: selected.length, elsewhere })
          : t('shared.selected_count', { count: selected.length })}
      </Text>
      {offersAll === null ? null : (
        <Button variant="subtle" size="xs" loading={selecting.isPending} onClick={() => selecting.mutate()}>
          {t(`shared.select_all.${one}`, { count: offersAll })}
        </Button>
      )}
      {children}
      <Button variant="subtle" color="gray" size="xs" onClick={selection.clear}>
        {t('shared.select_none')}
      </Button>
      {selecting.error === null ? null : (
        <ProblemNote
          error={selecting.error}
          what={t(`shared.list_of.${one}`)}
          onRetry={() => selecting.mutate()}
        />
      )}
    </Group>
  );
}

export function SelectAllHead({
  selection,
}: {
  selection: Pick<Selection, 'isAllHere' | 'isSomeHere' | 'toggleAllHere'>;
}) {
  return (
    <Table.Th w={36}>
      <Checkbox
        size="xs"
        aria-label={t('shared.select_all_on_this_page')}
        checked={selection.isAllHere}
        indeterminate={!selection.isAllHere && selection.isSomeHere}
        onChange={selection.toggleAllHere}
      />
    </Table.Th>
  );
}

export function SelectCell<Item extends { id: string }>({
  selection,
  item,
  name,
}: {
  selection: { has: (id: string) => boolean; toggle: (item: Item) => void };
  item: Item;
  name: string;
}) {
  return (
    <Table.Td>
      <Checkbox
        size="xs"
        aria-label={t('shared.select_name', { name: toVisibleText(name) })}
        checked={selection.has(item.id)}
        onChange={() => selection.toggle(item)}
      />
    </Table.Td>
  );
}
