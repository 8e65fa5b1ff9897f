import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiError } from '../../api/connection/problem.ts';
import { t } from '../../words.ts';
import { EmptyState } from './empty-state.tsx';

/** Message of a page that could not be loaded: it does not exist, or loading failed and can be retried. */
export function ProblemNote({
  error,
  what,
  of,
  onRetry,
}: {
  error: Error;
  what: string;
  /** Kind of object, if visible only to its members. */
  of?: 'mission' | 'test';
  onRetry: () => void;
}) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        isPage
        icon={IconMapOff}
        title={t('shared.there_is_no_such_what', { what })}
        hint={of === undefined ? t('shared.may_be_deleted') : t(`shared.may_be_deleted_or_hidden.${of}`)}
        action={<HomeLink />}
      />
    );
  }
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState
        isPage
        icon={IconLock}
        title={t('shared.you_may_not_see_this_what', { what })}
        hint={t('shared.ask_an_administrator')}
        action={<HomeLink />}
      />
    );
  }
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle />}
      title={t('shared.the_what_could_not_be_read', { what })}
      role="alert"
    >
      <Group gap="sm">
        <Text size="sm">{error.message}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          {t('shared.try_again')}
        </Button>
      </Group>
    </Alert>
  );
}

function HomeLink() {
  return (
    <Anchor component={Link} to="/" size="sm">
      {t('shared.go_to_home')}
    </Anchor>
  );
}
