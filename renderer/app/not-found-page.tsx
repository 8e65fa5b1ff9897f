import { Anchor } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import { EmptyState } from '../ui/notes/empty-state.tsx';
import { t } from '../words.ts';

export function NotFoundPage() {
  return (
    <EmptyState
      isPage
      icon={IconMapOff}
      title={t('app.there_is_nothing_here')}
      hint={t('app.it_may_have_been_deleted_or')}
      action={
        <Anchor component={Link} to="/">
          {t('app.go_to_home')}
        </Anchor>
      }
    />
  );
}
