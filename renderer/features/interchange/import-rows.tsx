import { Anchor, Button, Checkbox, Group, NativeSelect, Stack, Table, Text, Title } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconEqual,
  IconFilterOff,
  IconMinus,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { Link } from 'react-router';
import type { ImportAction, ImportedKind } from '../../../domain/interchange.ts';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Import, ImportRow } from '../../../server/interchange/contract.ts';
import { importRows } from '../../api/interchange.ts';
import { StatusBadge, type Tone } from '../../ui/badges/status-badge.tsx';
import { SearchField } from '../../ui/filters/search-field.tsx';
import { useFilters } from '../../ui/filters/use-filters.ts';
import { Pager } from '../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { HostileText } from '../../ui/text/hostile-text.tsx';
import { Name } from '../../ui/text/name.tsx';
import { t } from '../../words.ts';
import { capitalise, kindWords, listActions, toObjectPath } from './import-words.ts';
import styles from './interchange.module.css';

const limit = 50;

const looks: Readonly<Record<ImportAction, { icon: Icon; tone: Tone }>> = {
  new: { icon: IconPlus, tone: 'strong' },
  same: { icon: IconEqual, tone: 'quiet' },
  changed: { icon: IconPencil, tone: 'plain' },
  refused: { icon: IconAlertTriangle, tone: 'danger' },
  left_out: { icon: IconMinus, tone: 'quiet' },
};

type Choosing = { leftOut?: ReadonlyMap<number, unknown>; onToggle?: (row: ImportRow) => void };

/** The rows of a file, each with its result and the reason. */
export function ImportRows({ of, ...choosing }: { of: Import } & Choosing) {
  const { values, set, page, toPage, clear, active } = useFilters(['action', 'what', 'q']);
  const rows = useQuery(
    importRows(of.id, {
      ...(values.action === '' ? {} : { action: values.action as ImportAction }),
      ...(values.what === '' ? {} : { what: values.what as ImportedKind }),
      q: values.q,
      limit,
      offset: (page - 1) * limit,
    }),
  );
  return (
    <section aria-label={t('interchange.rows')}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {t('interchange.rows')}
        </Title>
        <Group gap="xs" role="search" aria-label={t('interchange.filter_rows')}>
          <SearchField
            aria-label={t('interchange.name_place_or_reason')}
            placeholder={t('interchange.name_place_or_reason')}
            w={220}
            value={values.q}
            onSearch={(q) => set({ q })}
          />
          <NativeSelect
            aria-label={t('interchange.what_becomes_of_it')}
            data={[
              { value: '', label: t('interchange.whatever_becomes_of_it') },
              ...listActions(of.totals).map((value) => ({
                value,
                label: t('shared.counted', {
                  label: t(`interchange.action.${value}`),
                  count: of.totals[value],
                }),
              })),
            ]}
            value={values.action}
            onChange={(event) => set({ action: event.currentTarget.value })}
          />
          {of.kinds.length < 2 && values.what === '' ? null : (
            <NativeSelect
              aria-label={t('interchange.what_it_is')}
              data={[
                { value: '', label: t('interchange.whatever_it_is') },
                ...of.kinds.map(({ what }) => ({ value: what, label: capitalise(kindWords()[what].many) })),
              ]}
              value={values.what}
              onChange={(event) => set({ what: event.currentTarget.value })}
            />
          )}
          {active ? (
            <Button variant="subtle" color="gray" onClick={clear}>
              {t('interchange.clear')}
            </Button>
          ) : null}
        </Group>
        {rows.isLoadingError ? (
          <ProblemNote
            error={rows.error}
            what={t('interchange.list_of_rows')}
            onRetry={() => rows.refetch()}
          />
        ) : rows.data === undefined ? (
          <SkeletonRows rows={6} />
        ) : rows.data.items.length === 0 ? (
          <EmptyState
            icon={IconFilterOff}
            title={active ? t('interchange.no_row_is_like_that') : t('interchange.there_are_no_rows_in_it')}
          />
        ) : (
          <div>
            <Rows rows={rows.data.items} isStale={rows.isPlaceholderData} {...choosing} />
            <Pager total={rows.data.total} limit={limit} page={page} onPage={toPage} />
          </div>
        )}
      </Stack>
    </section>
  );
}

function Rows({
  rows,
  isStale,
  leftOut,
  onToggle,
}: Choosing & { rows: readonly ImportRow[]; isStale: boolean }) {
  const [open, setOpen] = useState<number | null>(null);
  const columns = onToggle === undefined ? 5 : 6;
  return (
    <Table.ScrollContainer minWidth={960} type="native">
      <Table verticalSpacing={6} layout="fixed" aria-busy={isStale}>
        <Table.Thead>
          <Table.Tr>
            {onToggle === undefined ? null : <Table.Th w={74}>{t('shared.import')}</Table.Th>}
            <Table.Th>{t('shared.name')}</Table.Th>
            <Table.Th w={150}>{t('interchange.what')}</Table.Th>
            <Table.Th w={110}>
              {onToggle === undefined ? t('interchange.became') : t('interchange.becomes')}
            </Table.Th>
            <Table.Th w="30%">{t('interchange.why')}</Table.Th>
            <Table.Th w={110}>{t('interchange.left_over')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => {
            const { number, name, action, leftover } = row;
            const label = toVisibleText(name ?? row.row);
            const isLeftOut = leftOut?.has(number) ?? false;
            const isOpen = open === number;
            return (
              <Fragment key={number}>
                <Table.Tr>
                  {onToggle === undefined ? null : (
                    <Table.Td>
                      {action === 'new' || action === 'changed' ? (
                        <Checkbox
                          size="xs"
                          aria-label={t('interchange.import_label', { label })}
                          checked={!isLeftOut}
                          onChange={() => onToggle(row)}
                        />
                      ) : null}
                    </Table.Td>
                  )}
                  <Cells row={row} action={isLeftOut ? 'left_out' : action} />
                  <Table.Td>
                    {leftover.length === 0 ? null : (
                      <Button
                        size="compact-xs"
                        variant="subtle"
                        ml={-8}
                        aria-expanded={isOpen}
                        aria-label={t('interchange.left_over_of_label', { count: leftover.length, label })}
                        onClick={() => setOpen(isOpen ? null : number)}
                      >
                        {t('interchange.count.texts', { count: leftover.length })}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
                {isOpen ? (
                  <Table.Tr>
                    <Table.Td colSpan={columns}>
                      <Text size="xs" c="dimmed" mb={4}>
                        {t('interchange.no_field_here_holds_this_it')}
                      </Text>
                      <HostileText
                        text={leftover.join('\n')}
                        label={t('interchange.left_over_of_label_2', { label })}
                      />
                    </Table.Td>
                  </Table.Tr>
                ) : null}
              </Fragment>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Cells({ row, action }: { row: ImportRow; action: ImportAction }) {
  const { name, what, why, row: place } = row;
  const to = toObjectPath(row);
  return (
    <>
      <Table.Td>
        {name === null ? null : to === null ? (
          <Name>{name}</Name>
        ) : (
          <Anchor component={Link} to={to} size="sm">
            <Name>{name}</Name>
          </Anchor>
        )}
        <div className={styles.place}>
          <Name>{place}</Name>
        </div>
      </Table.Td>
      <Table.Td>
        <Text size="xs">{what === null ? '–' : capitalise(kindWords()[what].one)}</Text>
      </Table.Td>
      <Table.Td>
        <StatusBadge label={t(`interchange.action.${action}`)} {...looks[action]} />
      </Table.Td>
      <Table.Td>
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {why === null ? '' : toVisibleText(why)}
        </Text>
      </Table.Td>
    </>
  );
}
