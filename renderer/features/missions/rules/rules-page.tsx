import { Button, Group, Select, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RuleFormat, ruleFormats, ruleStates } from '../../../../domain/detection-rules.ts';
import { type RuleFilter, ruleFile, ruleList } from '../../../api/missions/rules.ts';
import { saveFile } from '../../../ui/copy/save-file.ts';
import { SearchField } from '../../../ui/filters/search-field.tsx';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { useRememberedView } from '../../../ui/filters/use-remembered-view.ts';
import { toKnownOrder, toListOrder } from '../../../ui/lists/list-order.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { readAll } from '../../../ui/lists/read-all.ts';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { PageHead } from '../../../ui/pages/page-head.tsx';
import { t } from '../../../words.ts';
import { SeenInMissionsNote } from '../hiding/seen-note.tsx';
import { RuleList } from './rule-list.tsx';
import { RulesNav } from './rules-nav.tsx';

const limit = 50;
const columns = ['state', 'title', 'level', 'last_seen_at'] as const;
const names = ['q', 'state', 'sort', 'order'] as const;
const fileNames = { junit: 'rules.xml', markdown: 'rules.md' } as const;

/** The library of detection rules. */
export function RulesPage() {
  useRememberedView(names);
  const filters = useFilters(names);
  const queryClient = useQueryClient();
  const { q, state: asked } = filters.values;
  const state = ruleStates.find((known) => known === asked);
  const { sort, order } = toKnownOrder(filters.values, columns);
  const listOf = (part: Pick<RuleFilter, 'limit' | 'offset'>) =>
    ruleList({
      ...part,
      ...(q && { q: q.slice(0, 200) }),
      ...(state && { state }),
      ...(sort && order && { sort, order }),
    });
  const list = useQuery(listOf({ limit, offset: (filters.page - 1) * limit }));
  const { clear } = filters;
  return (
    <Stack gap="md">
      <PageHead title={t('rules.rules')} actions={<SavedAs />} />
      <RulesNav />
      <SeenInMissionsNote />
      <Group gap="xs" role="search" aria-label={t('rules.filter')}>
        <SearchField
          aria-label={t('rules.search')}
          placeholder={t('rules.search')}
          w={240}
          value={q}
          onSearch={(text) => filters.set({ q: text })}
        />
        <Select
          aria-label={t('rules.column.state')}
          placeholder={t('rules.any_state')}
          w={160}
          clearable
          clearButtonProps={{ 'aria-label': t('rules.any_state') }}
          data={ruleStates.map((value) => ({ value, label: t(`rules.state.${value}`) }))}
          value={state ?? null}
          onChange={(value) => filters.set({ state: value })}
        />
        {filters.active ? (
          <Button variant="subtle" size="compact-sm" onClick={clear}>
            {t('rules.clear')}
          </Button>
        ) : null}
      </Group>
      {list.isLoadingError ? (
        <ProblemNote error={list.error} what={t('rules.list')} onRetry={() => list.refetch()} />
      ) : (
        <div>
          <RuleList
            rules={list.data ?? null}
            readAll={() => readAll((part) => queryClient.fetchQuery(listOf(part)))}
            isFiltered={filters.active}
            isStale={list.isPlaceholderData}
            order={toListOrder(filters)}
            onClear={clear}
          />
          {list.data && list.data.total > 0 ? (
            <Pager total={list.data.total} limit={limit} page={filters.page} onPage={filters.toPage} />
          ) : null}
        </div>
      )}
    </Stack>
  );
}

/** Files for the CI of a detection repository. */
function SavedAs() {
  const save = async (format: RuleFormat) => {
    try {
      saveFile(fileNames[format], await ruleFile(format));
    } catch (error) {
      notifications.show({
        color: 'red',
        title: t('rules.not_saved_as'),
        message: (error as Error).message,
      });
    }
  };
  return ruleFormats.map((format) => (
    <Button
      key={format}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      onClick={() => void save(format)}
    >
      {t(`rules.save.${format}`)}
    </Button>
  ));
}
