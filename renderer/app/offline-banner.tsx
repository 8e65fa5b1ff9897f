import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { health } from '../api/connection/health.ts';
import { useIsServerLost } from '../api/connection/reach.ts';
import { t } from '../words.ts';

const lookEveryMs = 3_000;

const checkServer = (queryClient: QueryClient) =>
  queryClient.fetchQuery({ ...health, staleTime: 0, retry: false }).catch(() => {});

/** Reports a lost server and tries to reach it; failed queries are repeated once it is back. */
export function OfflineBanner() {
  const queryClient = useQueryClient();
  const isLost = useIsServerLost();
  useEffect(() => {
    if (!isLost) return;
    const checkIfVisible = () => {
      if (document.visibilityState === 'visible') void checkServer(queryClient);
    };
    const timer = setInterval(checkIfVisible, lookEveryMs);
    document.addEventListener('visibilitychange', checkIfVisible);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', checkIfVisible);
      void queryClient.refetchQueries({ type: 'active' });
    };
  }, [isLost, queryClient]);
  if (!isLost) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      py={4}
      mb="sm"
      pos="sticky"
      top="calc(var(--app-shell-header-height) + 4px)"
      style={{ zIndex: 90 }}
      styles={{ icon: { marginTop: 4 } }}
      role="status"
      aria-label={t('app.the_server_can_t_be_reached')}
    >
      <Group gap="xs">
        <Text size="sm" fw={500} span>
          {t('app.the_server_can_t_be_reached')}
        </Text>
        <Text size="sm" span>
          {t('app.what_you_typed_stays_here_damson')}
        </Text>
        <Button size="compact-xs" variant="default" ml="auto" onClick={() => checkServer(queryClient)}>
          {t('app.try_now')}
        </Button>
      </Group>
    </Alert>
  );
}
