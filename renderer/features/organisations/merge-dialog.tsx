import { List, Modal, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Organisation, Tool } from '../../../server/organisations/contract.ts';
import { mergeOrganisation, organisationList, toolsOf } from '../../api/organisations.ts';
import { rich } from '../../rich.ts';
import { DialogButtons, Form } from '../../ui/forms/form.tsx';
import { useGo } from '../../ui/pages/use-go.ts';
import { Name } from '../../ui/text/name.tsx';
import { formatList, t } from '../../words.ts';
import { describeBelongings } from './organisation-words.ts';

const shown = 20;

/** Merges this organisation into another; explains first what is moved and what is deleted. */
export function MergeDialog({ organisation, onClose }: { organisation: Organisation; onClose: () => void }) {
  const queryClient = useQueryClient();
  const go = useGo();
  const [target, setTarget] = useState<Organisation | null>(null);
  const form = useForm({
    initialValues: { into: '' },
    validate: { into: (id) => (id === '' ? t('organisations.choose_the_organisation_that_stays') : null) },
  });
  const merging = useMutation({
    mutationFn: ({ into }: { into: string }) =>
      mergeOrganisation(queryClient, organisation.id, into, () => go(`/organisations/${into}`)),
  });
  return (
    <Modal opened onClose={onClose} title={t('organisations.merge_into_another_organisation')}>
      <Form
        form={form}
        saving={merging}
        onSubmit={(values) => merging.mutate(values)}
        buttons={
          <DialogButtons
            submit={t('organisations.merge_for_good')}
            isSaving={merging.isPending}
            onCancel={onClose}
          />
        }
      >
        <TargetField
          without={organisation.id}
          target={target}
          onPick={(picked) => {
            setTarget(picked);
            form.setFieldValue('into', picked?.id ?? '');
            form.clearFieldError('into');
          }}
          error={form.errors.into}
        />
        <Consequences from={organisation} into={target} />
      </Form>
    </Modal>
  );
}

function TargetField({
  without,
  target,
  onPick,
  error,
}: {
  without: string;
  target: Organisation | null;
  onPick: (organisation: Organisation | null) => void;
  error: React.ReactNode;
}) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [settled] = useDebouncedValue(text.trim(), 150);
  const q = target !== null && settled === toVisibleText(target.name) ? '' : settled.slice(0, 200);
  const found = useQuery(organisationList({ q, limit: shown }));
  const items = (found.data?.items ?? []).filter(({ id, may_change }) => id !== without && may_change);
  if (target !== null && !items.some(({ id }) => id === target.id)) items.unshift(target);
  const first = items[0];
  const isFound = settled === text.trim() && !found.isPlaceholderData && !found.isPending;
  const takeFirst = useEffectEvent(() => {
    setWaiting(false);
    if (first === undefined) return;
    setOpen(false);
    onPick(first);
  });
  useEffect(() => {
    if (isWaiting && isFound) takeFirst();
  }, [isWaiting, isFound]);
  return (
    <Select
      label={t('organisations.organisation_that_stays')}
      placeholder={t('organisations.search_by_name')}
      withAsterisk
      required
      data-autofocus
      searchable
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      data={items.map((item) => ({ value: item.id, label: labelOf(item, items) }))}
      // The options are already the server's results.
      filter={({ options }) => options}
      nothingFoundMessage={
        found.isPending ? t('organisations.loading') : t('organisations.no_other_organisation_of_that_name')
      }
      value={target?.id ?? null}
      onKeyDown={(event) => {
        // After typing, no result is highlighted, so Enter takes the first.
        const isActive = event.currentTarget.hasAttribute('aria-activedescendant');
        if (event.key !== 'Enter' || !isOpen || isActive) return;
        event.preventDefault();
        setWaiting(true);
      }}
      onChange={(id) => onPick(items.find((item) => item.id === id) ?? null)}
      searchValue={text}
      onSearchChange={(typed) => {
        setText(typed);
        setWaiting(false);
      }}
      error={error}
    />
  );
}

/** Clients of several teams may have the same name; their content distinguishes them. */
function labelOf(item: Organisation, all: readonly Organisation[]): string {
  const name = toVisibleText(item.name);
  const isAlone = all.every(
    ({ id, name: other }) => id === item.id || other.toLowerCase() !== item.name.toLowerCase(),
  );
  return isAlone
    ? name
    : t('organisations.named_with', {
        name,
        belongings: describeBelongings(item) ?? t('organisations.nothing_for_it'),
      });
}

function Consequences({ from, into }: { from: Organisation; into: Organisation | null }) {
  const [own, others] = [useQuery(toolsOf(from.id)), useQuery(toolsOf(into?.id ?? null))];
  const twice = into === null ? [] : findTwice(own.data ?? [], others.data ?? []);
  const name = into === null ? t('organisations.the_other_one') : <Name>{into.name}</Name>;
  const moved = describeBelongings({ ...from, tools: from.tools - twice.length });
  return (
    <Stack gap={6}>
      <List size="sm" spacing={4}>
        {moved === null ? null : (
          <List.Item>
            {rich('organisations.belongings_go', {
              belongings: moved,
              name,
            })}
          </List.Item>
        )}
        {twice.length === 0 ? null : (
          <List.Item>
            {rich('organisations.what_names_twice_then_names_the', { twice: describeNames(twice), name })}
          </List.Item>
        )}
        <List.Item>
          {rich('organisations.b_is_gone_clients_stay_in', {
            b: (
              <b>
                <Name>{from.name}</Name>
              </b>
            ),
          })}
        </List.Item>
      </List>
      <Text size="sm" fw={500}>
        {t('organisations.this_can_t_be_undone')}
      </Text>
    </Stack>
  );
}

function findTwice(own: readonly Tool[], others: readonly Tool[]): Tool[] {
  const known = new Set(others.map(({ name }) => name.toLowerCase()));
  return own.filter(({ name }) => known.has(name.toLowerCase()));
}

function describeNames(tools: readonly Tool[]): string {
  const named = tools.slice(0, 5).map(({ name }) => toVisibleText(name));
  const more = tools.length - named.length;
  return formatList(more > 0 ? [...named, t('organisations.more_more', { more })] : named);
}
