import { Alert, Button, Stack } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { synchronise } from '../../api/catalogue/catalogue.ts';
import { useMay } from '../../api/connection/session.ts';
import { EmptyState } from '../../ui/notes/empty-state.tsx';
import { t } from '../../words.ts';

/** Replaces everything derived from the catalogue while none is loaded; one button loads the bundled one. */
export function CatalogueEmpty() {
  const queryClient = useQueryClient();
  const maySync = useMay('catalog.sync');
  const loading = useMutation({
    mutationFn: () => synchronise(queryClient, { source: 'bundled' }),
  });
  return (
    <EmptyState
      icon={IconGridDots}
      title={t('catalogue.the_att_ck_catalogue_has_not')}
      hint={
        maySync
          ? t('catalogue.the_one_that_ships_with_damson')
          : t('catalogue.ask_an_administrator_to_load_it')
      }
      action={
        maySync ? (
          <Stack gap="sm" align="center">
            <Button loading={loading.isPending} onClick={() => loading.mutate()}>
              {t('catalogue.load_the_bundled_catalogue')}
            </Button>
            {loading.isError ? (
              <Alert color="red" role="alert">
                {loading.error.message}
              </Alert>
            ) : null}
          </Stack>
        ) : null
      }
    />
  );
}
