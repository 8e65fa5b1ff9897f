import { Button } from '@mantine/core';
import { IconSpy } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useMay } from '../../../api/connection/session.ts';
import { EmptyState } from '../../../ui/notes/empty-state.tsx';
import { t } from '../../../words.ts';

/** Replaces threats while the catalogue was loaded by an older version of Damson and has none. */
export function WithoutThreats() {
  const maySync = useMay('catalog.sync');
  return (
    <EmptyState
      icon={IconSpy}
      title={t('catalogue.the_catalogue_has_no_threats_yet')}
      hint={
        maySync
          ? t('catalogue.load_the_catalogue_anew_the_one')
          : t('catalogue.ask_an_administrator_to_load_the')
      }
      action={
        maySync ? (
          <Button component={Link} to="/catalogue/status">
            {t('catalogue.load_the_catalogue')}
          </Button>
        ) : null
      }
    />
  );
}
