import { Button, Group, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { Entry } from '../../../server/history/contract.ts';
import { type HistoryFilter, type HistorySource, historyPages } from '../../api/history.ts';
import { SkeletonRows } from '../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { t } from '../../words.ts';
import { EntryItem } from './entry-item.tsx';
import type { HistoryContext } from './field-line.tsx';
import { foldEntries } from './fold.ts';
import styles from './history.module.css';

export type FoundHistory = {
  query: UseInfiniteQueryResult<unknown, Error>;
  entries: readonly Entry[];
  total: number;
};

/** A history as far as loaded. Entries written in the meantime shift the pages, so one may appear twice. */
export function useHistory(source: HistorySource, filter: HistoryFilter): FoundHistory {
  const query = useInfiniteQuery(historyPages(source, filter));
  const { data } = query;
  const entries = useMemo(() => {
    const all = (data?.pages ?? []).flatMap(({ items }) => items);
    return [...new Map(all.map((entry) => [entry.seq, entry])).values()].sort((a, b) => b.seq - a.seq);
  }, [data]);
  return { query, entries, total: data?.pages[0]?.total ?? 0 };
}

type Props = HistoryContext & {
  found: FoundHistory;
  isFiltered: boolean;
  onClear: () => void;
  where?: (entry: Entry) => ReactNode;
  actions?: (entry: Entry) => ReactNode;
};

const nowhere = () => null;

/** The entries of a history, with saves of one field folded; more are loaded on request. */
export function HistoryList({ found, isFiltered, onClear, where = nowhere, actions, ...context }: Props) {
  const { query, entries, total } = found;
  const folds = useMemo(() => foldEntries(entries), [entries]);
  if (query.data === undefined) {
    if (query.error === null) return <SkeletonRows />;
    return (
      <ProblemNote error={query.error} what={t('history.history')} onRetry={() => void query.refetch()} />
    );
  }
  if (folds.length === 0) {
    return (
      <EmptyState
        icon={IconHistory}
        title={isFiltered ? t('history.nothing_passes_these_filters') : t('history.nothing_was_changed_yet')}
        {...(isFiltered ? {} : { hint: t('history.who_changes_what_is_listed_here') })}
        action={
          isFiltered ? (
            <Button variant="default" onClick={onClear}>
              {t('history.clear_the_filters')}
            </Button>
          ) : null
        }
      />
    );
  }
  return (
    <div>
      <ol className={styles.list} aria-label={t('history.history_2')}>
        {folds.map((fold) => (
          <EntryItem
            key={fold.entries.at(-1)?.seq}
            {...context}
            fold={fold}
            where={where}
            actions={actions}
          />
        ))}
      </ol>
      <Group justify="space-between" mt="sm">
        <Text size="sm" c="dimmed" role="status">
          {entries.length < total
            ? t('history.count_of', { count: entries.length, total })
            : t('history.count.changes', { count: total })}
        </Text>
        {query.hasNextPage ? (
          <Button
            size="xs"
            variant="default"
            loading={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('history.load_more')}
          </Button>
        ) : null}
      </Group>
    </div>
  );
}
