import { Anchor, Button, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconRepeat, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { mostRegressionRules } from '../../../../domain/detection-rules.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { Rule } from '../../../../server/missions/detection-rules/contract.ts';
import type { Paged } from '../../../api/connection/http.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { type ListOrder, SortHead } from '../../../ui/lists/sort-head.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { SelectAllHead, SelectCell, SelectionBar } from '../../../ui/selection/selection.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { formatNumber, t } from '../../../words.ts';
import { ImportLink } from '../../interchange/import-link.tsx';
import { RegressionDialog } from './regression-dialog.tsx';
import { RuleStateBadge } from './rule-words.tsx';

type Props = {
  /** Null while the first page is loading. */
  rules: Paged<Rule> | null;
  readAll: () => Promise<readonly Rule[]>;
  isFiltered: boolean;
  isStale: boolean;
  order: ListOrder;
  onClear: () => void;
};

export function RuleList(props: Props) {
  return props.rules === null ? <SkeletonRows rows={10} /> : <Found {...props} rules={props.rules} />;
}

function Found({
  rules: { items, total },
  readAll,
  isFiltered,
  isStale,
  order,
  onClear,
}: Props & { rules: Paged<Rule> }) {
  const selection = useSelection({ list: 'rules', shown: items, total, isStale, readAll });
  const mayCreate = useMay('mission.create');
  const mayRead = useMay('test_template.read');
  const mayPlan = mayCreate && mayRead;
  const [planned, setPlanned] = useState<readonly Rule[] | null>(null);
  const isTooMany = selection.selected.length > mostRegressionRules;
  return (
    <Stack gap="xs">
      {mayPlan ? (
        <SelectionBar selection={selection} one="rule">
          <Button
            size="xs"
            leftSection={<IconRepeat size={15} aria-hidden />}
            disabled={isTooMany}
            onClick={() => setPlanned(selection.selected)}
          >
            {t('rules.regression')}
          </Button>
          {isTooMany ? (
            <Text size="xs">{t('rules.regression.too_many', { most: mostRegressionRules })}</Text>
          ) : null}
        </SelectionBar>
      ) : null}
      {items.length === 0 ? (
        <Nothing isFiltered={isFiltered} onClear={onClear} />
      ) : (
        <Table.ScrollContainer minWidth={1060} type="native">
          <Table highlightOnHover verticalSpacing={6} aria-busy={isStale} layout="fixed">
            <Table.Thead>
              <Table.Tr>
                {mayPlan ? <SelectAllHead selection={selection} /> : null}
                <SortHead label={t('rules.rules')} column="title" order={order} />
                <SortHead label={t('rules.column.state')} column="state" order={order} w={150} />
                <Table.Th w={140}>{t('shared.attack')}</Table.Th>
                <SortHead label={t('rules.column.level')} column="level" order={order} w={120} />
                <Table.Th w={150}>{t('rules.column.runs')}</Table.Th>
                <SortHead label={t('rules.column.seen')} column="last_seen_at" order={order} w={185} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((rule) => (
                <Table.Tr key={rule.id} data-selected={(mayPlan && selection.has(rule.id)) || undefined}>
                  {mayPlan ? <SelectCell selection={selection} item={rule} name={rule.title} /> : null}
                  <Cells rule={rule} />
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {planned === null ? null : <RegressionDialog rules={planned} onClose={() => setPlanned(null)} />}
    </Stack>
  );
}

function Nothing({ isFiltered, onClear }: Pick<Props, 'isFiltered' | 'onClear'>) {
  return isFiltered ? (
    <EmptyState
      icon={IconFilterOff}
      title={t('rules.none.title')}
      hint={t('rules.none.hint')}
      action={<Button onClick={onClear}>{t('rules.clear')}</Button>}
    />
  ) : (
    <EmptyState
      icon={IconShieldCheck}
      title={t('rules.empty.title')}
      hint={t('rules.empty.hint')}
      action={<ImportLink />}
    />
  );
}

function Cells({ rule }: { rule: Rule }) {
  const { id, title, rule_id, tool, kind, state, level, techniques, counts, last_seen_at } = rule;
  const beside = [kind === 'detection' ? null : t(`rules.kind.${kind}`), rule_id ?? tool];
  const named = toVisibleText(techniques.join(', '));
  return (
    <>
      <Table.Td>
        <Anchor component={Link} to={`/rules/${id}`} fw={500} size="sm">
          <Name line>{title}</Name>
        </Anchor>
        <Text size="xs" c="dimmed" truncate>
          {toVisibleText(beside.filter(Boolean).join(' · '))}
        </Text>
      </Table.Td>
      <Table.Td>
        <RuleStateBadge state={state} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" truncate title={named}>
          {named || '–'}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{level === null ? '–' : t(`names.severity.${level}`)}</Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs">
          {formatNumber(counts.fired)} / {formatNumber(counts.missed)}
        </Text>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{last_seen_at === null ? '–' : <Moment at={last_seen_at} />}</Text>
      </Table.Td>
    </>
  );
}
