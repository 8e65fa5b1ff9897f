import { Button, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { IconMail, IconMailPlus } from '@tabler/icons-react';
import type { Invitation } from '../../../../server/accounts/invitations/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { rich } from '../../../rich.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PersonName } from '../../../ui/people/person-name.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
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
      <title>{t('administration.invitations_damson')}</title>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          {t('administration.invitations_that_wait_for_an_answer')}
        </Text>
        <Button leftSection={<IconMailPlus size={16} aria-hidden />} onClick={onInvite}>
          {t('administration.invite_someone')}
        </Button>
      </Group>
      {error !== null && invitations === null ? (
        <ProblemNote error={error} what={t('administration.list_of_invitations')} onRetry={onRetry} />
      ) : invitations === null ? (
        <SkeletonRows rows={3} />
      ) : invitations.items.length === 0 ? (
        <EmptyState
          icon={IconMail}
          title={t('administration.no_invitation_is_waiting')}
          hint={t('administration.invite_someone_to_get_a_link')}
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
    <Table verticalSpacing={5} miw={720}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('shared.email')}</Table.Th>
          <Table.Th>{t('shared.role')}</Table.Th>
          <Table.Th>{t('shared.groups')}</Table.Th>
          <Table.Th>{t('administration.invited_by')}</Table.Th>
          <Table.Th>{t('administration.until')}</Table.Th>
          <Table.Th>
            <span className={styles.unseen}>{t('shared.actions')}</span>
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
              <Table.Td>{t(`names.role.${invitation.role}`)}</Table.Td>
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
                  isOver ? (
                    rich('administration.ended_at', { at: <Moment at={invitation.expires_at} /> })
                  ) : (
                    <Moment at={invitation.expires_at} />
                  )
                ) : (
                  <Text span size="sm" c="dimmed">
                    {t('administration.ended_its_maker_may_no_longer')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td ta="right">
                {invitation.may_withdraw ? (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={t('administration.withdraw_the_invitation_of_email', {
                      email: invitation.email,
                    })}
                    onClick={() => onWithdraw(invitation)}
                  >
                    {t('administration.withdraw')}
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
