import { Button, Skeleton } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Part } from '../../domain/words/parts.ts';
import { health } from '../api/connection/health.ts';
import { useIsServerLost } from '../api/connection/reach.ts';
import { EmptyState } from '../ui/notes/empty-state.tsx';
import { t, withWords } from '../words.ts';

/**
 * The page of this name; its code is fetched on opening, together with its messages. If that fails, it shows an error with a
 * retry.
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
  ...parts: Part[]
): () => Promise<{ Component: ComponentType }> {
  const loadBoth = withWords(load, ...parts);
  const loadPage = async () => (await loadBoth())[name];
  return async () => ({ Component: await loadPage().catch(() => () => <LatePage load={loadPage} />) });
}

type State = { at: 'loading' } | { at: 'lost' } | { at: 'outdated' } | { at: 'there'; page: ComponentType };

function LatePage({ load }: { load: () => Promise<ComponentType> }) {
  const queryClient = useQueryClient();
  const isLost = useIsServerLost();
  const [state, setState] = useState<State>({ at: 'loading' });
  const fetchAgain = useCallback(async () => {
    try {
      setState({ at: 'there', page: await load() });
    } catch {
      // The import doesn't reveal why it failed. If the server answers, its files have changed.
      const answers = await queryClient.fetchQuery({ ...health, staleTime: 0, retry: false }).then(
        () => true,
        () => false,
      );
      setState({ at: answers ? 'outdated' : 'lost' });
    }
  }, [load, queryClient]);
  useEffect(() => {
    if (!isLost) void fetchAgain();
  }, [isLost, fetchAgain]);
  if (state.at === 'there') return <state.page />;
  if (state.at === 'outdated') {
    return (
      <EmptyState
        isPage
        icon={IconRefresh}
        title={t('app.this_page_could_not_be_loaded')}
        hint={t('app.the_server_has_another_version_of')}
        action={<Button onClick={() => location.reload()}>{t('app.reload')}</Button>}
      />
    );
  }
  if (state.at === 'lost' || isLost) {
    return (
      <EmptyState
        isPage
        icon={IconPlugConnectedX}
        title={t('app.this_page_could_not_be_loaded')}
        hint={t('app.the_server_can_t_be_reached_2')}
        action={
          <Button variant="default" onClick={fetchAgain}>
            {t('shared.try_again')}
          </Button>
        }
      />
    );
  }
  return <Skeleton height={200} aria-busy="true" aria-label={t('app.loading_the_page')} role="status" />;
}
