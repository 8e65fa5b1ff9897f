import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../ui/notes/empty-state.tsx';

/** In place of a page that needs a permission one lacks. */
export function renderMayNot(doing: string) {
  return <EmptyState isPage icon={IconLock} title={`You may not ${doing}`} hint="Ask an administrator." />;
}
