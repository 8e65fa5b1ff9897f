import { Anchor } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../ui/notes/empty-state.tsx';

export function NotFoundPage() {
  return (
    <EmptyState
      isPage
      icon={IconMapOff}
      title="There is nothing here"
      hint="It may have been deleted, or you may not be a member of it."
      action={
        <Anchor component={Link} to="/">
          Go to Home
        </Anchor>
      }
    />
  );
}
