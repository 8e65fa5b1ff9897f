import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconMail, IconMailPlus } from '@tabler/icons-react';
import type { Invitation } from '../../../../server/accounts/invitations/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { roleName } from '../../../ui/people/role-words.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import styles from '../administration.module.css';

type Props = {
  invitations: Paged<Invitation> | null;
  error: Error | null;
  onRetry: () => void;
  limit: number;
  page: number;
  onPage: (page: number) => void;
  onInvite: () => void;
  onWithdraw: (invitation: Invitation) => void;
};

export function InvitationList({
  invitations,
  error,
  onRetry,
  limit,
  page,
  onPage,
  onInvite,
  onWithdraw,
}: Props) {
  return (
    <Stack gap="sm">
      <title>Invitations · Damson</title>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          Invitations that wait for an answer. Each link works once, for seven days.
        </Text>
        <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={onInvite}>
          Invite someone
        </Button>
      </Group>
      {error !== null && invitations === null ? (
        <ProblemNote error={error} what="list of invitations" onRetry={onRetry} />
      ) : invitations === null ? (
        <SkeletonRows rows={3} />
      ) : invitations.items.length === 0 ? (
        <EmptyState
          icon={IconMail}
          title="No invitation is waiting"
          hint="Invite someone to get a link that you hand over; they choose their own name and password."
        />
      ) : (
        <>
          <Paper withBorder className={styles.scroll}>
            <InvitationTable invitations={invitations.items} onWithdraw={onWithdraw} />
          </Paper>
          <Pager total={invitations.total} limit={limit} page={page} onPage={onPage} />
        </>
      )}
    </Stack>
  );
}

function InvitationTable({
  invitations,
  onWithdraw,
}: {
  invitations: readonly Invitation[];
  onWithdraw: Props['onWithdraw'];
}) {
  return (
    <Table verticalSpacing={5}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Email</Table.Th>
          <Table.Th>Role</Table.Th>
          <Table.Th>Groups</Table.Th>
          <Table.Th>Invited by</Table.Th>
          <Table.Th>Until</Table.Th>
          <Table.Th>
            <span className={styles.unseen}>Actions</span>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {invitations.map((invitation) => {
          const isOver = invitation.expires_at < new Date().toISOString();
          return (
            <Table.Tr key={invitation.id}>
              <Table.Td className={styles.breakable}>
                <Name>{invitation.email}</Name>
              </Table.Td>
              <Table.Td>{roleName[invitation.role]}</Table.Td>
              <Table.Td className={styles.breakable}>
                {invitation.groups.length === 0 ? (
                  <Text span size="sm" c="dimmed">
                    –
                  </Text>
                ) : (
                  <Name>{invitation.groups.map((group) => group.name).join(', ')}</Name>
                )}
              </Table.Td>
              <Table.Td>
                <PersonName person={invitation.created_by} />
              </Table.Td>
              <Table.Td className={styles.steady}>
                {isOver || invitation.is_open ? (
                  <>
                    {isOver ? 'ended ' : ''}
                    <Moment at={invitation.expires_at} />
                  </>
                ) : (
                  <Text span size="sm" c="dimmed">
                    ended: its maker may no longer invite
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">
                {invitation.may_withdraw ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Withdraw the invitation of ${invitation.email}`}
                    onClick={() => onWithdraw(invitation)}
                  >
                    Withdraw
                  </Button>
                ) : null}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
