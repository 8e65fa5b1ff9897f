import { Anchor, Badge, Button, Checkbox, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconListCheck, IconTarget } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { Gaps } from '../../../server/missions/gaps/contract.ts';
import { gapsOf } from '../../api/catalogue/threats.ts';
import { isGone } from '../../api/connection/problem.ts';
import { useMay } from '../../api/connection/session.ts';
import { organisation as organisationQuery } from '../../api/organisations.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { PageHead } from '../../ui/pages/page-head.tsx';
import { toPlanPath } from '../../ui/plans/plan-path.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { ChoiceFields } from '../catalogue/threats/choice-fields.tsx';
import type { Plan } from '../catalogue/threats/plan.ts';
import { TechniqueCell, TemplatesCell, UsersCell } from '../catalogue/threats/plan-cells.tsx';
import styles from '../catalogue/threats/threat.module.css';
import { Unknown } from '../catalogue/threats/unknown.tsx';
import { useChoice } from '../catalogue/threats/use-choice.ts';
import { reasonWords } from './gap-words.ts';
import { OrganisationPages } from './organisation-pages.tsx';

const limit = 100;

/** Gaps of an organisation against chosen threats. */
export function GapsPage() {
  const { organisationId = '' } = useParams();
  return <GapsOf key={organisationId} organisationId={organisationId} />;
}

function GapsOf({ organisationId }: { organisationId: string }) {
  const organisation = useQuery(organisationQuery(organisationId));
  const { choice, choose, isNothing, page, toPage } = useChoice([]);
  const gaps = useQuery(gapsOf(organisationId, choice));
  if (organisation.data === undefined || isGone(organisation.error)) {
    if (organisation.error === null) return <SkeletonRows />;
    return (
      <ProblemNote
        error={organisation.error}
        what={t('organisations.organisation')}
        onRetry={() => organisation.refetch()}
      />
    );
  }
  return (
    <Stack gap="sm">
      <PageHead
        trail={[{ to: '/organisations', label: t('shared.organisations') }]}
        title={organisation.data.name}
      />
      <OrganisationPages organisationId={organisationId} />
      <ChoiceFields
        choice={choice}
        onChoose={choose}
        known={{ threats: gaps.data?.threats ?? [], techniques: gaps.data?.gaps ?? [] }}
      />
      {isNothing ? (
        <EmptyState
          icon={IconTarget}
          title={t('organisations.choose_whom_to_compare_with')}
          hint={t('organisations.what_the_chosen_threats_use_stands')}
        />
      ) : gaps.isLoadingError ? (
        <ProblemNote
          error={gaps.error}
          what={t('organisations.list_of_gaps')}
          onRetry={() => gaps.refetch()}
        />
      ) : gaps.data === undefined ? (
        <SkeletonRows rows={8} />
      ) : (
        <>
          <Unknown ids={gaps.data.unknown} />
          <GapList
            found={gaps.data}
            plan={{ threats: gaps.data.threats, own: choice.techniques }}
            isStale={gaps.isPlaceholderData}
            page={page}
            onPage={toPage}
          />
        </>
      )}
    </Stack>
  );
}

function GapList({
  found: { gaps, covered },
  plan,
  isStale,
  page,
  onPage,
}: {
  found: Gaps;
  plan: Plan;
  isStale: boolean;
  page: number;
  onPage: (page: number) => void;
}) {
  const mayPlan = useMay('test_template.read');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const chosen = gaps.filter(({ external_id }) => ticked.has(external_id));
  const isAll = chosen.length > 0 && chosen.length === gaps.length;
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  if (gaps.length === 0) {
    return (
      <EmptyState
        icon={IconCircleCheck}
        title={t('organisations.no_gaps')}
        hint={t('organisations.tested_within_the_last_year_and', { covered })}
      />
    );
  }
  return (
    <div>
      <Group gap="sm" justify="space-between" className={styles.tools as string}>
        <Text size="sm" c="dimmed" role="status">
          {t('organisations.tested_and_seen_count_2_ticked', {
            count: gaps.length,
            covered,
            count_2: chosen.length,
          })}
        </Text>
        {!mayPlan ? null : chosen.length === 0 ? (
          <Button disabled leftSection={<IconListCheck size={16} aria-hidden />}>
            {t('organisations.plan_a_mission_from_these')}
          </Button>
        ) : (
          <Button
            component={Link}
            to={toPlanPath({
              threats: plan.threats.map(({ external_id }) => external_id),
              techniques: plan.own,
              ticked: chosen.map(({ external_id }) => external_id),
            })}
            leftSection={<IconListCheck size={16} aria-hidden />}
          >
            {t('organisations.plan_a_mission_from_these')}
          </Button>
        )}
      </Group>
      <Table.ScrollContainer minWidth={1000} type="native">
        <Table
          highlightOnHover
          verticalSpacing={6}
          layout="fixed"
          aria-busy={isStale}
          aria-label={t('organisations.gaps')}
        >
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label={t('organisations.tick_all')}
                  checked={isAll}
                  indeterminate={!isAll && chosen.length > 0}
                  onChange={() =>
                    setTicked(isAll ? new Set() : new Set(gaps.map(({ external_id }) => external_id)))
                  }
                />
              </Table.Th>
              <Table.Th>{t('shared.technique')}</Table.Th>
              <Table.Th w={190}>{t('organisations.gap')}</Table.Th>
              <Table.Th w="16%">{t('organisations.used_by')}</Table.Th>
              <Table.Th w="19%">{t('organisations.last_test')}</Table.Th>
              <Table.Th w="20%">{t('shared.template')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {gaps.slice((page - 1) * limit, page * limit).map((gap) => (
              <GapRow
                key={gap.external_id}
                gap={gap}
                plan={plan}
                isTicked={ticked.has(gap.external_id)}
                onToggle={() => toggle(gap.external_id)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Pager total={gaps.length} limit={limit} page={page} onPage={onPage} />
    </div>
  );
}

function GapRow({
  gap,
  plan,
  isTicked,
  onToggle,
}: {
  gap: Gaps['gaps'][number];
  plan: Plan;
  isTicked: boolean;
  onToggle: () => void;
}) {
  const { external_id: id, reason, score, last, templates, unresolved_remediations: open } = gap;
  const { label, color } = reasonWords()[reason];
  const percent = Math.round(score * 100);
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          size="xs"
          aria-label={t('organisations.tick_id', { id })}
          checked={isTicked}
          onChange={onToggle}
        />
      </Table.Td>
      <Table.Td>
        <TechniqueCell technique={gap} />
      </Table.Td>
      <Table.Td>
        <Badge color={color} variant="dot" tt="none">
          {label}
        </Badge>
        <Group gap={6} wrap="nowrap" mt={4}>
          <Progress value={percent} size="md" flex={1} aria-label={t('organisations.gap_of_id', { id })} />
          <Text span size="xs" w={24} ta="right">
            {percent}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <UsersCell plan={plan} technique={gap} />
      </Table.Td>
      <Table.Td>
        {last === null ? (
          <Text size="sm" c="dimmed">
            {t('shared.none')}
          </Text>
        ) : (
          <>
            <Anchor component={Link} to={`/missions/${last.mission.id}/tests/${last.test.id}`} size="sm">
              <Name line>{last.test.name}</Name>
            </Anchor>
            <Text size="xs" c="dimmed" component="div">
              <Name line>{last.mission.name}</Name>
              <Moment at={last.at} bare />
            </Text>
          </>
        )}
        {open > 0 ? (
          <Text size="xs">{t('organisations.count.open_remediations', { count: open })}</Text>
        ) : null}
      </Table.Td>
      <Table.Td>
        <TemplatesCell technique={id} templates={templates} shown={templates[0] ?? null} />
      </Table.Td>
    </Table.Tr>
  );
}
