import { Anchor, Badge, Button, Group, SegmentedControl, Stack, Table, Text } from '@mantine/core';
import { IconFilterOff, IconListCheck, IconSpy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type ThreatKind, threatKinds } from '../../../../domain/threats.ts';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { CatalogueStatus } from '../../../../server/catalogue/contract.ts';
import type { ThreatListItem } from '../../../../server/catalogue/threats/contract.ts';
import { catalogueStatus } from '../../../api/catalogue/catalogue.ts';
import { threatList } from '../../../api/catalogue/threats.ts';
import { useMay } from '../../../api/connection/session.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { toPlanPath } from '../../../ui/plans/plan-path.ts';
import { SelectAllHead, SelectCell, SelectionBar } from '../../../ui/selection/selection.tsx';
import { useSelection } from '../../../ui/selection/use-selection.ts';
import { Name } from '../../../ui/text/name.tsx';
import { t } from '../../../words.ts';
import { CatalogueEmpty } from '../catalogue-empty.tsx';
import { CataloguePages } from '../catalogue-pages.tsx';
import { toThreatPath } from './threat-words.ts';
import { WithoutThreats } from './without-threats.tsx';

const limit = 50;

/** Groups, campaigns and software of the catalogue. */
export function ThreatsPage() {
  const status = useQuery(catalogueStatus);
  return (
    <Stack gap="sm">
      <PageHead title={t('catalogue.threats')} />
      <CataloguePages />
      {status.isLoadingError ? (
        <ProblemNote
          error={status.error}
          what={t('catalogue.list_of_threats')}
          onRetry={() => status.refetch()}
        />
      ) : null}
      {status.isPending ? <SkeletonRows rows={8} /> : null}
      {status.data ? <Content status={status.data} /> : null}
    </Stack>
  );
}

function Content({ status }: { status: CatalogueStatus }) {
  if (status.last_sync === null) return <CatalogueEmpty />;
  if (status.threats === null) return <WithoutThreats />;
  return <ThreatList version={status.threats.version} catalogueVersion={status.version} />;
}

function ThreatList({
  version,
  catalogueVersion,
}: {
  version: string | null;
  catalogueVersion: string | null;
}) {
  const { values, set, clear, page, toPage, active } = useFilters(['kind', 'q']);
  const kind = threatKinds.find((known) => known === values.kind) ?? 'group';
  const mayPlan = useMay('test_template.read');
  const q = values.q.slice(0, 200);
  const list = useQuery(threatList(kind, { limit, offset: (page - 1) * limit, ...(q === '' ? {} : { q }) }));
  return (
    <>
      <Group gap="sm" role="search">
        <SegmentedControl
          aria-label={t('catalogue.kind_of_threat')}
          size="sm"
          data={threatKinds.map((value) => ({ value, label: t(`catalogue.threats.${value}`) }))}
          value={kind}
          onChange={(next) => set({ kind: next === 'group' ? null : next })}
        />
        <SearchField
          aria-label={t('catalogue.any_name_or_id')}
          placeholder={t('catalogue.any_name_or_id')}
          w={260}
          value={values.q}
          onSearch={(text) => set({ q: text })}
        />
        <Text size="sm" c="dimmed">
          {describeVersions(version, catalogueVersion)}
        </Text>
      </Group>
      {list.isLoadingError ? (
        <ProblemNote
          error={list.error}
          what={t('catalogue.list_of_threats')}
          onRetry={() => list.refetch()}
        />
      ) : null}
      {list.isPending ? <SkeletonRows rows={8} /> : null}
      {list.data && list.data.items.length > 0 ? (
        <div>
          <Rows
            kind={kind}
            threats={list.data.items}
            total={list.data.total}
            isStale={list.isPlaceholderData}
            mayPlan={mayPlan}
          />
          <Pager total={list.data.total} limit={limit} page={page} onPage={toPage} />
        </div>
      ) : null}
      {list.data?.items.length === 0 && active ? (
        <EmptyState
          icon={IconFilterOff}
          title={t(`catalogue.none_called.${kind}`)}
          action={
            <Button variant="default" onClick={clear}>
              {t('shared.show_all')}
            </Button>
          }
        />
      ) : null}
      {list.data?.items.length === 0 && !active ? (
        <EmptyState icon={IconSpy} title={t(`catalogue.has_none.${kind}`)} />
      ) : null}
    </>
  );
}

function describeVersions(version: string | null, catalogueVersion: string | null): string {
  const own =
    version === null ? t('catalogue.of_a_bundle_without_a_version') : t('catalogue.of_version', { version });
  return catalogueVersion === null || version === catalogueVersion
    ? t('catalogue.of_version_alone', { own })
    : t('catalogue.own_the_techniques_are_those_of', { own, catalogue_version: catalogueVersion });
}

function Rows({
  kind,
  threats,
  total,
  isStale,
  mayPlan,
}: {
  kind: ThreatKind;
  threats: readonly ThreatListItem[];
  total: number;
  isStale: boolean;
  mayPlan: boolean;
}) {
  const items = useMemo(() => threats.map((threat) => ({ ...threat, id: threat.external_id })), [threats]);
  const selection = useSelection({
    list: 'selected threats',
    shown: items,
    total: Math.min(total, items.length),
    isStale,
    readAll: () => Promise.resolve(items),
  });
  return (
    <>
      {mayPlan ? (
        <SelectionBar selection={selection} one="threat">
          <Button
            component={Link}
            to={toPlanPath({ threats: selection.selected.map(({ id }) => id) })}
            size="xs"
            leftSection={<IconListCheck size={15} aria-hidden />}
          >
            {t('catalogue.plan_from_these')}
          </Button>
        </SelectionBar>
      ) : null}
      <Table.ScrollContainer minWidth={kind === 'group' ? 560 : 700} type="native">
        <Table highlightOnHover verticalSpacing={6} layout="fixed" aria-busy={isStale}>
          <Table.Thead>
            <Table.Tr>
              {mayPlan ? <SelectAllHead selection={selection} /> : null}
              <Table.Th w="30%">{t('shared.name')}</Table.Th>
              <Table.Th w={80}>{t('catalogue.id')}</Table.Th>
              <Table.Th>{t('catalogue.also_called')}</Table.Th>
              {kind === 'software' ? <Table.Th w={90}>{t('catalogue.type')}</Table.Th> : null}
              {kind === 'campaign' ? <Table.Th w={165}>{t('catalogue.seen')}</Table.Th> : null}
              <Table.Th w={100} ta="right">
                {t('shared.techniques')}
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {items.map((threat) => (
              <Table.Tr key={threat.id} data-selected={selection.has(threat.id) || undefined}>
                {mayPlan ? <SelectCell selection={selection} item={threat} name={threat.name} /> : null}
                <Table.Td>
                  <Anchor component={Link} to={toThreatPath(threat.id)} fw={500} size="sm">
                    <Name line>{threat.name}</Name>
                  </Anchor>
                </Table.Td>
                <Table.Td>
                  <Text span ff="monospace" size="xs">
                    {threat.id}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Text size="xs" truncate title={toVisibleText(threat.aliases.join(', ')) || undefined}>
                    {toVisibleText(threat.aliases.join(', '))}
                  </Text>
                </Table.Td>
                {kind === 'software' ? (
                  <Table.Td>
                    <SoftwareType type={threat.software_type} />
                  </Table.Td>
                ) : null}
                {kind === 'campaign' ? (
                  <Table.Td>
                    <Text size="xs" truncate>
                      {describeSeen(threat)}
                    </Text>
                  </Table.Td>
                ) : null}
                <Table.Td ta="right">{threat.techniques}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}

export function SoftwareType({ type }: { type: ThreatListItem['software_type'] }) {
  if (type === null) return null;
  return (
    <Badge color="gray" variant="outline" size="sm" tt="none">
      {type === 'tool' ? t('shared.tool') : t('catalogue.malware')}
    </Badge>
  );
}

/** Months of a campaign: ATT&CK has no exact dates. */
export function describeSeen({
  first_seen,
  last_seen,
}: Pick<ThreatListItem, 'first_seen' | 'last_seen'>): string {
  const months = [first_seen, last_seen]
    .map((day) => day?.slice(0, 7))
    .filter((month) => month !== undefined);
  const [first = '', last] = [...new Set(months)];
  return last === undefined ? first : t('catalogue.months', { first, last });
}
