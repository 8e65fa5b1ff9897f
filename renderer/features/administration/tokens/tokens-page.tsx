import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { largestPage } from '../../../../domain/limits.ts';
import { userList } from '../../../api/accounts/accounts.ts';
import { allTokens } from '../../../api/accounts/tokens.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { useFilters } from '../../../ui/filters/use-filters.ts';
import { Pager } from '../../../ui/lists/pager.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { TokenTable } from './token-table.tsx';
import { useTokenDialogs } from './use-token-dialogs.tsx';

const limit = 50;

/** Tokens of everybody, for administrators. */
export function TokensPage() {
  const { page, toPage } = useFilters([]);
  const tokens = useQuery(allTokens({ limit, offset: (page - 1) * limit }));
  const services = useQuery(userList({ is_service: 'true', is_active: 'true', limit: largestPage }));
  const { create, end, dialogs } = useTokenDialogs(
    useDialog(['create']),
    'create',
    services.isPending ? undefined : (services.data?.items ?? []),
  );
  return (
    <Stack gap="sm">
      <title>{t('tokens.page_title')}</title>
      <Group gap="sm" justify="space-between">
        <Text size="sm" c="dimmed">
          {t('tokens.hint_everybody')}
        </Text>
        <Button leftSection={<IconKey size={16} aria-hidden />} onClick={create}>
          {t('tokens.new')}
        </Button>
      </Group>
      {tokens.data !== undefined ? (
        tokens.data.items.length === 0 ? (
          <EmptyState icon={IconKey} title={t('tokens.none')} hint={t('tokens.none_hint')} />
        ) : (
          <>
            <Paper withBorder>
              <TokenTable tokens={tokens.data.items} hasOwners onEnd={end} />
            </Paper>
            <Pager total={tokens.data.total} limit={limit} page={page} onPage={toPage} />
          </>
        )
      ) : tokens.error === null ? (
        <SkeletonRows rows={3} />
      ) : (
        <ProblemNote error={tokens.error} what={t('tokens.list')} onRetry={() => tokens.refetch()} />
      )}
      {dialogs}
    </Stack>
  );
}
