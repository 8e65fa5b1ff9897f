import {
  Checkbox,
  CloseButton,
  Fieldset,
  Group,
  Input,
  Pill,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { User } from '../../../../server/accounts/users/contract.ts';
import { userList } from '../../../api/accounts/accounts.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import styles from '../administration.module.css';

const limit = 8;

type Props = {
  /** Null for a new group. */
  groupId: string | null;
  /** The members on the server. */
  before: readonly string[];
  value: readonly string[];
  /** Names by id of people whose membership is being changed, who may not be in the list shown. */
  names: Readonly<Record<string, string>>;
  onChange: (memberIds: string[], names: Readonly<Record<string, string>>) => void;
  error: ReactNode;
};

/** The members of a group, found by name or email and ticked, however many users there are. */
export function GroupMembers({ groupId, before, value, names, onChange, error }: Props) {
  const [q, setQ] = useState('');
  const [page, setPage] = useState(1);
  const [scope, setScope] = useState<'everybody' | 'members'>('everybody');
  const of = scope === 'members' && groupId !== null ? { group_id: groupId } : {};
  const people = useQuery({
    ...userList({ q, ...of, limit, offset: (page - 1) * limit }),
    placeholderData: keepPreviousData,
  });
  const toggle = ({ id, display_name }: Pick<User, 'id' | 'display_name'>) => {
    const chosen = value.includes(id) ? value.filter((other) => other !== id) : [...value, id];
    onChange(chosen, { ...names, [id]: display_name });
  };
  const joining = value.filter((id) => !before.includes(id));
  const leaving = before.filter((id) => !value.includes(id));
  const findName = (id: string) => names[id] ?? t('administration.somebody');
  return (
    <Fieldset legend={t('administration.members_count', { count: value.length })} p="xs">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <SearchField
            aria-label={t('administration.search_people')}
            placeholder={t('administration.name_or_email')}
            size="xs"
            style={{ flex: 1 }}
            value={q}
            onSearch={(text) => {
              setQ(text);
              setPage(1);
            }}
          />
          {groupId === null ? null : (
            <SegmentedControl
              size="xs"
              aria-label={t('administration.whom_to_show')}
              data={[
                { value: 'everybody', label: t('administration.everybody') },
                { value: 'members', label: t('shared.members') },
              ]}
              value={scope}
              onChange={(chosen) => {
                setScope(chosen === 'members' ? 'members' : 'everybody');
                setPage(1);
              }}
            />
          )}
        </Group>
        {people.error !== null && people.data === undefined ? (
          <ProblemNote
            error={people.error}
            what={t('administration.list_of_users')}
            onRetry={() => people.refetch()}
          />
        ) : people.data === undefined ? (
          <SkeletonRows rows={4} />
        ) : people.data.items.length === 0 ? (
          <Text size="sm" c="dimmed" role="status">
            {q === ''
              ? t('administration.nobody_is_in_the_group_yet')
              : t('administration.nobody_of_that_name')}
          </Text>
        ) : (
          <div>
            <ul className={styles.people} aria-label={t('administration.people')}>
              {people.data.items.map((user) => (
                <li key={user.id}>
                  <Checkbox
                    size="xs"
                    checked={value.includes(user.id)}
                    disabled={!user.may_change}
                    onChange={() => toggle(user)}
                    label={
                      <>
                        <Name>{user.display_name}</Name>{' '}
                        <Text span inherit c="dimmed">
                          <Name>{user.email}</Name>
                        </Text>
                      </>
                    }
                  />
                </li>
              ))}
            </ul>
            <Pager total={people.data.total} limit={limit} page={page} onPage={setPage} />
          </div>
        )}
        <Changes
          label={t('administration.joining')}
          ids={joining}
          nameOf={findName}
          onUndo={(id) => toggle({ id, display_name: findName(id) })}
        />
        <Changes
          label={t('administration.leaving')}
          ids={leaving}
          nameOf={findName}
          onUndo={(id) => toggle({ id, display_name: findName(id) })}
        />
        {error ? (
          <Input.Error role="alert" tabIndex={-1} data-wrong>
            {error}
          </Input.Error>
        ) : null}
      </Stack>
    </Fieldset>
  );
}

function Changes({
  label,
  ids,
  nameOf,
  onUndo,
}: {
  label: string;
  ids: readonly string[];
  nameOf: (id: string) => string;
  onUndo: (id: string) => void;
}) {
  if (ids.length === 0) return null;
  return (
    <Group gap={6}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Pill.Group>
        {ids.map((id) => (
          <Pill key={id} size="sm">
            <Group gap={2} wrap="nowrap">
              <Name>{nameOf(id)}</Name>
              <CloseButton
                size={16}
                iconSize={11}
                variant="transparent"
                aria-label={t('administration.undo_for', { name: nameOf(id) })}
                onClick={() => onUndo(id)}
              />
            </Group>
          </Pill>
        ))}
      </Pill.Group>
    </Group>
  );
}
