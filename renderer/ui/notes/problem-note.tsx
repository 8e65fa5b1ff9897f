import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconLock, IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ApiError } from '../../api/connection/problem.ts';
import { EmptyState } from './empty-state.tsx';

/** Seen by members alone. */
const forMembers: Readonly<Record<string, string>> = {
  mission: ', or you may not be a member of it',
  test: ', or you may not be a member of its mission',
};

/** What a page says when it could not be read: not there, or broken and to be tried again. */
export function ProblemNote({ error, what, onRetry }: { error: Error; what: string; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 404) {
    return (
      <EmptyState
        isPage
        icon={IconMapOff}
        title={`There is no such ${what}`}
        hint={`It may have been deleted${forMembers[what] ?? ''}.`}
        action={<HomeLink />}
      />
    );
  }
  if (error instanceof ApiError && error.status === 403) {
    return (
      <EmptyState
        isPage
        icon={IconLock}
        title={`You may not see this ${what}`}
        hint="Ask an administrator."
        action={<HomeLink />}
      />
    );
  }
  return (
    <Alert color="red" icon={<IconAlertTriangle />} title={`The ${what} could not be read`} role="alert">
      <Group gap="sm">
        <Text size="sm">{error.message}</Text>
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      </Group>
    </Alert>
  );
}

function HomeLink() {
  return (
    <Anchor component={Link} to="/" size="sm">
      Go to Home
    </Anchor>
  );
}
