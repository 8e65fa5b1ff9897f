import { IconLock } from '@tabler/icons-react';
import { EmptyState } from '../../ui/notes/empty-state.tsx';

/** In place of the pages of imports, for those who may make nothing that comes in. */
export function renderMayNotImport() {
  return <EmptyState isPage icon={IconLock} title="You may not import" hint="Ask an administrator." />;
}
