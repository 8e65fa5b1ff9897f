import { ActionIcon, Group, Input, NativeSelect, Select, Stack, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { proposeHint } from '../../../../domain/missions.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Member, MemberInput } from '../../../../server/missions/contract.ts';
import { candidates } from '../../../api/accounts/roster.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';

type RoleHint = Member['role_hint'];
const hints = (): { value: RoleHint; label: string }[] => [
  { value: 'red', label: t('missions.red') },
  { value: 'blue', label: t('missions.blue') },
  { value: 'lead', label: t('missions.lead') },
  { value: 'observer', label: t('missions.observer') },
];

/** Members with their role hints. The hint informs others; rights come from the account. */
export function MembersField({
  value,
  onChange,
  known = [],
  error,
  isFirst = false,
}: {
  value: MemberInput[];
  onChange: (members: MemberInput[]) => void;
  /** Existing members, who may have left the roster. */
  known?: readonly Member[];
  error?: ReactNode;
  /** Has the focus when its dialog opens. */
  isFirst?: boolean;
}) {
  const people = useQuery(candidates);
  const [adding, setAdding] = useState<string | null>(null);
  const [search, setSearch] = useState('');
  const names = new Map<string, string>(known.map(({ user }) => [user.id, user.display_name]));
  for (const person of people.data ?? []) names.set(person.id, person.display_name);
  const free = (people.data ?? []).filter(({ id }) => !value.some((member) => member.user_id === id));
  return (
    <Input.Wrapper label={t('shared.members')} labelElement="div">
      <Stack gap={6} mt={4}>
        {value.map((member) => {
          const name = names.get(member.user_id) ?? t('missions.unknown');
          return (
            <Group key={member.user_id} gap="xs" wrap="nowrap">
              <Text size="sm" style={{ flex: 1, minWidth: 0 }}>
                <Name line>{name}</Name>
              </Text>
              <NativeSelect
                size="xs"
                w={110}
                aria-label={t('missions.role_of_name', { name })}
                data={hints()}
                value={member.role_hint}
                onChange={(event) => {
                  const role_hint = event.currentTarget.value as RoleHint;
                  onChange(value.map((other) => (other === member ? { ...member, role_hint } : other)));
                }}
              />
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={t('missions.remove_name', { name })}
                onClick={() => onChange(value.filter((other) => other !== member))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
        <Select
          size="xs"
          aria-label={t('missions.add_a_member')}
          error={error}
          placeholder={people.isPending ? t('missions.loading_people') : t('missions.add_a_member')}
          data={free.map(({ id, display_name, email }) => ({
            value: id,
            label: toVisibleText(`${display_name} (${email})`),
          }))}
          value={adding}
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          selectFirstOptionOnChange
          // Otherwise the text that opens the list, such as a pasted one, takes nothing on Enter.
          selectFirstOptionOnDropdownOpen
          {...(isFirst ? { 'data-autofocus': true, openOnFocus: false } : {})}
          // A name that nobody has been picked for would be lost by saving.
          onKeyDown={(event) => {
            if (event.key === 'Enter' && search !== '') event.preventDefault();
          }}
          nothingFoundMessage={people.isError ? people.error.message : t('missions.nobody_is_called_so')}
          onChange={(id) => {
            const chosen = free.find((person) => person.id === id);
            const hasLead = value.some(({ role_hint }) => role_hint === 'lead');
            if (chosen !== undefined) {
              onChange([...value, { user_id: chosen.id, role_hint: proposeHint(chosen.role, hasLead) }]);
            }
            // A chosen person moves into the list above; the field is empty for the next.
            setAdding(null);
            setSearch('');
          }}
        />
      </Stack>
    </Input.Wrapper>
  );
}
