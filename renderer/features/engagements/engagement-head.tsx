import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconDots, IconPencil, IconRefresh, IconTrash, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type EngagementStatus, engagementMoves, engagementStatuses } from '../../../domain/engagements.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Engagement } from '../../../server/engagements/contract.ts';
import { ClientFact } from '../../ui/pages/client-fact.tsx';
import { NoteOpened } from '../../ui/pages/opened.tsx';
import { usePageActions } from '../../ui/pages/page-actions.ts';
import { Fact, PageHead } from '../../ui/pages/page-head.tsx';
import { SubNavigation } from '../../ui/pages/sub-navigation.tsx';
import { DateRange } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { People } from '../missions/members/people.tsx';
import { StatusStepper } from '../missions/moves/status-stepper.tsx';
import { SimulationProgress } from './simulation-progress.tsx';

export type EngagementActions = {
  create: () => void;
  edit: () => void;
  members: () => void;
  remove: () => void;
  setStatus: (status: EngagementStatus) => void;
};

/** Head of an engagement, with red's actions and the link to its C2 framework. */
export function EngagementHead({
  engagement,
  actions,
  isRed,
  beside,
}: {
  engagement: Engagement;
  /** Null for people who may not. */
  actions: Pick<EngagementActions, 'edit' | 'members' | 'remove' | 'setStatus'> | null;
  isRed: boolean;
  beside?: ReactNode;
}) {
  const { counts } = engagement;
  const [move] = engagementMoves.filter(({ from }) => from === engagement.status);
  usePageActions(
    actions === null
      ? []
      : [
          { label: t('engagements.edit_name_client_dates'), icon: IconPencil, run: actions.edit },
          { label: t('engagements.delete_engagement'), icon: IconTrash, run: actions.remove },
        ],
  );
  return (
    <Stack gap="xs">
      <NoteOpened kind="engagement" path={`/engagements/${engagement.id}`} name={engagement.name} />
      <PageHead
        trail={[{ to: '/engagements', label: t('shared.engagements') }]}
        title={engagement.name}
        actions={
          actions === null ? null : (
            <>
              {beside}
              {move === undefined || move.name === 'reopen' ? null : (
                <Button size="compact-md" variant="default" onClick={() => actions.setStatus(move.to)}>
                  {t(`tests.mission_move.${move.name}`)}
                </Button>
              )}
              <Menu position="bottom-end">
                <Menu.Target>
                  <ActionIcon
                    variant="default"
                    size={36}
                    aria-label={t('engagements.more_about_this_engagement')}
                  >
                    <IconDots size={17} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={actions.edit}>
                    {t('engagements.edit_name_client_dates')}
                  </Menu.Item>
                  <Menu.Item leftSection={<IconUsers size={15} aria-hidden />} onClick={actions.members}>
                    {t('shared.members')}
                  </Menu.Item>
                  {move?.name === 'reopen' ? (
                    <Menu.Item
                      leftSection={<IconRefresh size={15} aria-hidden />}
                      onClick={() => actions.setStatus(move.to)}
                    >
                      {t('tests.mission_move.reopen')}
                    </Menu.Item>
                  ) : null}
                  <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={actions.remove}>
                    {t('engagements.delete_engagement')}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            </>
          )
        }
      />
      <Group gap="md">
        <StatusStepper
          status={engagement.status}
          steps={engagementStatuses}
          nameOf={(step) => t(`names.engagement_status.${step}`)}
        />
        <People
          members={engagement.members}
          none={
            engagement.members_only
              ? t('engagements.no_members_are_left')
              : t('engagements.every_account_sees_this')
          }
        />
        <ClientFact client={engagement.client} organisation={engagement.organisation} />
        {engagement.start_date || engagement.end_date ? (
          <Fact label={t('shared.dates')}>
            <DateRange from={engagement.start_date} to={engagement.end_date} />
          </Fact>
        ) : null}
        <Group gap="xs" wrap="nowrap" w={220}>
          <SimulationProgress counts={counts} />
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('engagements.done_of_simulations_done', {
              done: counts.done,
              simulations: counts.simulations,
            })}
          </Text>
        </Group>
      </Group>
      {engagement.description ? (
        <Text size="sm" lineClamp={3} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {toVisibleText(engagement.description)}
        </Text>
      ) : null}
      <SubNavigation
        label={t('shared.engagement')}
        pages={[
          { to: `/engagements/${engagement.id}`, label: t('shared.simulations'), end: true },
          ...(isRed
            ? [{ to: `/engagements/${engagement.id}/c2`, label: t('engagements.c2_framework') }]
            : []),
          { to: `/engagements/${engagement.id}/history`, label: t('engagements.history') },
        ]}
      />
    </Stack>
  );
}
