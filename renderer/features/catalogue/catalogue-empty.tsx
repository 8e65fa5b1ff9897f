import { Alert, Button, Stack } from '@mantine/core';
import { IconGridDots } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { synchronise } from '../../api/catalogue/catalogue.ts';
import { useMay } from '../../api/connection/session.ts';
import { EmptyState } from '../../ui/notes/empty-state.tsx';

/** Instead of anything made from the catalogue while there is none: one button loads the one that ships with Damson. */
export function CatalogueEmpty() {
  const queryClient = useQueryClient();
  const maySync = useMay('catalog.sync');
  const loading = useMutation({
    mutationFn: () => synchronise(queryClient, { source: 'bundled' }),
  });
  return (
    <EmptyState
      icon={IconGridDots}
      title="The ATT&CK catalogue has not been loaded yet"
      hint={
        maySync
          ? 'The one that ships with Damson needs no internet. Another edition can be loaded under Status.'
          : 'Ask an administrator to load it.'
      }
      action={
        maySync ? (
          <Stack gap="sm" align="center">
            <Button loading={loading.isPending} onClick={() => loading.mutate()}>
              Load the bundled catalogue
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
