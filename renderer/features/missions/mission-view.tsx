import { ActionIcon, Anchor, Button, Group, Menu, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconPencil, IconPlus, IconRefresh, IconTrash, IconUsers } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import { isArchived } from '../../../domain/missions.ts';
import type { Member, Mission } from '../../../server/missions/contract.ts';
import { ClientFact } from '../../ui/client-fact.tsx';
import { Later } from '../../ui/later.tsx';
import { Name } from '../../ui/name.tsx';
import { Fact, PageHead } from '../../ui/page-head.tsx';
import { SubNavigation } from '../../ui/sub-navigation.tsx';
import { DateRange } from '../../ui/time.tsx';
import { toVisibleText } from '../../ui/visible-text.ts';
import { missionTabs } from './mission-tabs.ts';
import styles from './mission-view.module.css';
import { OutcomeSummary } from './outcomes/outcome-bar.tsx';
import { sumUpOutcomes } from './outcomes/outcome-words.ts';
import { Progress, ProgressLegend } from './progress.tsx';
import { RunAgainFact } from './runs/run-again-fact.tsx';
import { StatusStepper } from './status-stepper.tsx';
import type { MissionActions } from './use-mission-actions.tsx';

type Props = { mission: Mission; actions: MissionActions; children: ReactNode };

/** The head of a mission and, below it, one of its tabs. */
export function MissionView({ mission, actions, children }: Props) {
  const [whole, { toggle }] = useDisclosure(false);
  const outcomes = useMemo(() => sumUpOutcomes(mission), [mission]);
  const description = toVisibleText(mission.description ?? '');
  const long = description.length > 160 || description.includes('\n');
  return (
    <Stack gap="sm">
      <PageHead
        trail={[{ to: '/missions', label: 'Missions' }]}
        title={mission.name}
        actions={<Actions actions={actions} />}
      />
      <div className={styles.head}>
        <Stack gap={6} className={styles.facts}>
          <Group gap="xs" wrap="wrap" className={styles.line}>
            <ClientFact client={mission.client} organisation={mission.organisation} />
            {mission.start_date || mission.end_date ? (
              <Fact label="Dates">
                <DateRange from={mission.start_date} to={mission.end_date} />
              </Fact>
            ) : null}
            {mission.retest_of ? (
              <Fact label="Retest of">
                <Anchor component={Link} to={`/missions/${mission.retest_of.id}`} size="sm">
                  <Name>{mission.retest_of.name}</Name>
                </Anchor>
              </Fact>
            ) : null}
            <RunAgainFact mission={mission} />
            {mission.catalog_version ? <Fact label="ATT&CK">{mission.catalog_version}</Fact> : null}
          </Group>
          <Members members={mission.members} />
          {description ? (
            <Text size="sm" className={styles.description} data-whole={whole || undefined}>
              {description}
            </Text>
          ) : null}
          {long ? (
            <Button variant="subtle" size="compact-xs" w="fit-content" onClick={toggle} aria-expanded={whole}>
              {whole ? 'Less' : 'Whole description'}
            </Button>
          ) : null}
        </Stack>
        <Stack gap={8} className={styles.progress}>
          <StatusStepper status={mission.status} moves={actions.moves} isMoving={actions.isMoving} />
          <Progress counts={mission.counts} />
          <ProgressLegend counts={mission.counts} />
          <OutcomeSummary outcomes={outcomes} />
        </Stack>
      </div>
      {isArchived(mission.status) ? (
        <Text size="sm" role="note" className={styles.notice}>
          This mission is archived: everything can be read, nothing can be changed.
        </Text>
      ) : null}
      <SubNavigation
        label="Mission"
        pages={missionTabs.map(({ path, label }) => ({
          to: `/missions/${mission.id}${path === '' ? '' : `/${path}`}`,
          label,
          end: true,
        }))}
      />
      {children}
    </Stack>
  );
}

function Members({ members }: { members: readonly Member[] }) {
  if (members.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        No members: only administrators see this mission.
      </Text>
    );
  }
  return (
    <ul className={styles.members} aria-label="Members">
      {members.map(({ user, role_hint }) => (
        <li key={user.id} data-side={role_hint === 'red' || role_hint === 'blue' ? role_hint : undefined}>
          <Name>{user.display_name}</Name> <span>{role_hint}</span>
        </li>
      ))}
    </ul>
  );
}

function Actions({ actions }: { actions: MissionActions }) {
  if (!actions.edit && !actions.retest && !actions.remove) return null;
  return (
    <>
      {actions.append ? (
        <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={actions.append}>
          Append scenarios
        </Button>
      ) : null}
      <Later place={<span className={styles.more} />}>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size={36} aria-label="More about this mission">
              <IconDots size={17} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.edit ? (
              <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={actions.edit}>
                Edit name, client, dates
              </Menu.Item>
            ) : null}
            {actions.members ? (
              <Menu.Item leftSection={<IconUsers size={15} aria-hidden />} onClick={actions.members}>
                Members
              </Menu.Item>
            ) : null}
            {actions.retest ? (
              <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={actions.retest}>
                Retest mission…
              </Menu.Item>
            ) : null}
            {actions.remove ? (
              <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={actions.remove}>
                Delete mission
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      </Later>
    </>
  );
}

export function MissionSkeleton() {
  return (
    <Stack gap="sm" aria-busy="true" aria-label="Loading the mission" role="status">
      <Skeleton height={26} width="40%" />
      <Skeleton height={70} />
      {Array.from({ length: 10 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <Skeleton key={row} height={28} />
      ))}
    </Stack>
  );
}
