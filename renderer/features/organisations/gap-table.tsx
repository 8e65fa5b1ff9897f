import { Anchor, Badge, Button, Checkbox, Group, Progress, Table, Text } from '@mantine/core';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import { gapWeights } from '../../../domain/gaps.ts';
import type { Gaps } from '../../../server/missions/gaps/contract.ts';
import { useMay } from '../../api/connection/session.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { toPlanPath } from '../../ui/plans/plan-path.ts';
import { Name } from '../../ui/text/name.tsx';
import { Moment } from '../../ui/times/time.tsx';
import { t } from '../../words.ts';
import { findApart, NotExecutableRow } from '../catalogue/threats/not-executable.tsx';
import { countUsers, type Plan } from '../catalogue/threats/plan.ts';
import { TechniqueCell, TemplatesCell, UsersCell } from '../catalogue/threats/plan-cells.tsx';
import styles from '../catalogue/threats/threat.module.css';
import { reasonWords } from './gap-words.ts';

const limit = 100;

const toPercent = (share: number) => Math.round(share * 100);

/**
 * Techniques with their gap and its reason; techniques that no test can execute come last. Missions are planned from the selected
 * ones.
 */
export function GapTable({
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
  const tickable = gaps.filter(({ executable }) => executable);
  const isAll = tickable.length > 0 && tickable.every(({ external_id }) => ticked.has(external_id));
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
  const rows = gaps.slice((page - 1) * limit, page * limit);
  const apart = findApart(rows);
  return (
    <div>
      <Group gap="sm" justify="space-between" className={styles.tools as string}>
        <Text size="sm" c="dimmed" role="status">
          {t('organisations.tested_and_seen_count_2_ticked', {
            count: tickable.length,
            apart: gaps.length - tickable.length,
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
      <Text size="xs" c="dimmed" my={4}>
        {t('organisations.score_explained', {
          never: toPercent(gapWeights.never),
          missed: toPercent(gapWeights.missed),
          logged: toPercent(gapWeights.logged_only),
          old: toPercent(gapWeights.old),
        })}
      </Text>
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
                    setTicked(isAll ? new Set() : new Set(tickable.map(({ external_id }) => external_id)))
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
            {rows.map((gap, index) => (
              <Fragment key={gap.external_id}>
                {index === apart ? <NotExecutableRow columns={6} /> : null}
                <GapRow
                  gap={gap}
                  plan={plan}
                  isTicked={ticked.has(gap.external_id)}
                  onToggle={() => toggle(gap.external_id)}
                />
              </Fragment>
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
  const percent = toPercent(score);
  const { used, of } = countUsers(plan, gap);
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
        <Text size="xs" c="dimmed">
          {t('organisations.score_of', { weight: toPercent(gapWeights[reason]), used, of })}
        </Text>
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
