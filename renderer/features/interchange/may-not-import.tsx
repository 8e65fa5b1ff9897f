import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { t } from '../../words.ts';

/** Replaces the imports pages for people who may not import. */
export function renderMayNotImport() {
  return (
    <EmptyState
      isPage
      icon={IconLock}
      title={t('interchange.you_may_not_import')}
      hint={t('interchange.ask_an_administrator')}
    />
  );
}
