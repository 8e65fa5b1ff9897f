import { Button } from '@mantine/core';
import { IconSpy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '../../../api/connection/session.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';

/** Instead of threats while the catalogue, loaded by an older version of Damson, has none. */
export function WithoutThreats() {
  const maySync = useMay('catalog.sync');
  return (
    <EmptyState
      icon={IconSpy}
      title="The catalogue has no threats yet"
      hint={
        maySync
          ? 'Load the catalogue anew: the one that ships with Damson has groups, campaigns and software, and so has a full bundle.'
          : 'Ask an administrator to load the catalogue anew.'
      }
      action={
        maySync ? (
          <Button component={Link} to="/catalogue/status">
            Load the catalogue
          </Button>
        ) : null
      }
    />
  );
}
