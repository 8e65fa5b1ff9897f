import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { t } from '../../words.ts';

/** Shown instead of a page without the required permission. */
export function renderMayNot(doing: string) {
  return (
    <EmptyState
      isPage
      icon={IconLock}
      title={t('templates.you_may_not_doing', { doing })}
      hint={t('templates.ask_an_administrator')}
    />
  );
}
