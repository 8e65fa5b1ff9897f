import { ActionIcon, Anchor, Group, Menu, Stack, Table, Text } from '@mantine/core';
import { IconArrowMerge, IconDots, IconPalette, IconPencil, IconTrash } from '@tabler/icons-react';
import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { Engagement } from '../../../server/engagements/contract.ts';
import type { MissionListItem } from '../../../server/missions/contract.ts';
import type { Organisation } from '../../../server/organisations/contract.ts';
import type { Paged } from '../../api/connection/http.ts';
import { useMay } from '../../api/connection/session.ts';
import { engagementList } from '../../api/engagements/engagements.ts';
import { missionList } from '../../api/missions/missions.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { NoteOpened } from '../../ui/pages/opened.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { Name } from '../../ui/text/name.tsx';
import { DateRange } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { EngagementStatusBadge } from '../engagements/engagement-status-badge.tsx';
import { SimulationProgress } from '../engagements/simulation-progress.tsx';
import { MissionStatusBadge } from '../missions/badges.tsx';
import { SeenInMissionsNote } from '../missions/hiding/seen-note.tsx';
import { Progress } from '../missions/progress.tsx';
import { OpenRemediations } from './open-remediations.tsx';
import { OrganisationPages } from './organisation-pages.tsx';
import { OrganisationResults } from './organisation-results.tsx';
import styles from './organisation-view.module.css';
import { type ToolActions, ToolsSection } from './tools/tools-section.tsx';

type Props = {
  organisation: Organisation;
  /** Null without the permission. */
  actions: {
    rename: () => void;
    brand: () => void;
    merge: () => void;
    remove: () => void;
    tools: ToolActions;
  } | null;
};

/** An organisation with its tools, missions and engagements. */
export function OrganisationView({ organisation, actions }: Props) {
  return (
    <Stack gap="sm">
      <NoteOpened kind="organisation" path={`/organisations/${organisation.id}`} name={organisation.name} />
      <PageHead
        trail={[{ to: '/organisations', label: t('shared.organisations') }]}
        title={organisation.name}
        actions={actions === null ? null : <Actions {...actions} />}
      />
      <Unchanged organisation={organisation} />
      <OrganisationPages organisationId={organisation.id} />
      <SeenInMissionsNote organisation_id={organisation.id} />
      <OrganisationResults organisationId={organisation.id} />
      <div className={styles.halves}>
        <ToolsSection organisation={organisation} actions={actions?.tools ?? null} />
        <div className={styles.work}>
          <OpenRemediations organisationId={organisation.id} />
          <Work<MissionListItem>
            title={t('shared.missions')}
            one="mission"
            list={(page) => missionList({ organisation_id: organisation.id, ...page })}
            linkTo={({ id }) => `/missions/${id}`}
            badge={({ status }) => <MissionStatusBadge status={status} />}
            progress={(mission) => <Progress mission={mission} />}
          />
          <Work<Engagement>
            title={t('shared.engagements')}
            one="engagement"
            list={(page) => engagementList({ organisation_id: organisation.id, ...page })}
            linkTo={({ id }) => `/engagements/${id}`}
            badge={({ status }) => <EngagementStatusBadge status={status} />}
            progress={({ counts }) => <SimulationProgress counts={counts} />}
          />
        </div>
      </div>
    </Stack>
  );
}

/** Why this organisation can't be changed by someone who may change others. */
function Unchanged({ organisation }: Pick<Props, 'organisation'>) {
  const mayWrite = useMay('mission.update');
  if (organisation.may_change || !mayWrite) return null;
  return (
    <Text size="sm" c="dimmed" role="note">
      {t('organisations.you_see_only_a_part_of')}
    </Text>
  );
}

function Actions({ rename, brand, merge, remove }: Omit<NonNullable<Props['actions']>, 'tools'>) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={t('organisations.more_about_this_organisation')}>
          <IconDots size={17} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={rename}>
          {t('shared.rename')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPalette size={15} aria-hidden />} onClick={brand}>
          {t('organisations.logo_and_colour_of_reports')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowMerge size={15} aria-hidden />} onClick={merge}>
          {t('organisations.merge_into_another')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={remove}>
          {t('organisations.delete_organisation')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

type Exercise = { id: string; name: string; start_date: string | null; end_date: string | null };

const pageSize = 10;

/** A page of the organisation's work, newest first. */
function Work<Item extends Exercise>({
  title,
  one,
  list,
  linkTo,
  badge,
  progress,
}: {
  title: string;
  one: 'mission' | 'engagement';
  // biome-ignore lint/suspicious/noExplicitAny: a query's key is its resource's own business
  list: (page: { limit: number; offset: number }) => UseQueryOptions<Paged<Item>, Error, Paged<Item>, any>;
  linkTo: (item: Item) => string;
  badge: (item: Item) => ReactNode;
  progress: (item: Item) => ReactNode;
}) {
  const heading = useId();
  const [page, setPage] = useState(1);
  const found = useQuery(list({ limit: pageSize, offset: (page - 1) * pageSize }));
  return (
    <section aria-labelledby={heading} className={styles.section}>
      <h2 id={heading} className={styles.heading}>
        {title}
      </h2>
      {found.error && found.data === undefined ? (
        <ProblemNote error={found.error} what={t(`shared.list_of.${one}`)} onRetry={() => found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonRows rows={3} />
      ) : found.data.items.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(`organisations.none_yet.${one}`)}
        </Text>
      ) : (
        <>
          <Table verticalSpacing={6} layout="fixed" aria-label={title} aria-busy={found.isPlaceholderData}>
            <Table.Tbody>
              {found.data.items.map((item) => (
                <Table.Tr key={item.id}>
                  <Table.Td>
                    <Anchor component={Link} to={linkTo(item)} fw={500} size="sm" display="block">
                      <Name line>{item.name}</Name>
                    </Anchor>
                    <Group gap="xs" fz="xs" c="dimmed">
                      {badge(item)}
                      <DateRange from={item.start_date} to={item.end_date} />
                    </Group>
                  </Table.Td>
                  <Table.Td w="34%">{progress(item)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {found.data.total > pageSize ? (
            <Pager total={found.data.total} limit={pageSize} page={page} onPage={setPage} />
          ) : null}
        </>
      )}
    </section>
  );
}
