import { Anchor, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { IconId } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { configuredProviders } from '../../../api/accounts/identities.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { ProviderPanel } from './provider-panel.tsx';

/** The organisation's ways to sign in, as the settings of the server name them, each with a test. */
export function ProvidersPage() {
  const providers = useQuery(configuredProviders);
  return (
    <Stack gap="md">
      <title>{t('identities.page_title')}</title>
      <Text size="sm" c="dimmed">
        {t('identities.page_hint')}{' '}
        <Anchor component={Link} to="/help/sign-in" size="sm">
          {t('identities.how_to_set_up')}
        </Anchor>
      </Text>
      {providers.data !== undefined ? (
        providers.data.items.length === 0 ? (
          <EmptyState icon={IconId} title={t('identities.none')} hint={t('identities.none_hint')} />
        ) : (
          providers.data.items.map((provider) => <ProviderPanel key={provider.id} provider={provider} />)
        )
      ) : providers.error === null ? (
        <Paper withBorder p="md">
          <Skeleton height={120} />
        </Paper>
      ) : (
        <ProblemNote
          error={providers.error}
          what={t('identities.providers')}
          onRetry={() => providers.refetch()}
        />
      )}
    </Stack>
  );
}
