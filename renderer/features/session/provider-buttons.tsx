import { Alert, Button, Divider, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { Stay } from '../../api/accounts/accounts.ts';
import { goToProvider, type OfferedProvider } from '../../api/accounts/identities.ts';
import { unfinishedWork } from '../../ui/forms/unfinished.ts';
import { t } from '../../words.ts';

/** Buttons that sign in at the organisation's providers, which leaves this page. */
export function ProviderButtons({
  providers,
  stay,
  next,
}: {
  providers: readonly OfferedProvider[];
  stay: Stay;
  next: string;
}) {
  const left = unfinishedWork();
  const going = useMutation({
    mutationFn: (provider: string) => goToProvider({ provider, stay, next }),
  });
  const open = providers.filter(({ kind }) => kind === 'oidc');
  // The application's window stays with its server.
  if (open.length === 0 || window.desktop !== undefined) return null;
  return (
    <Stack gap="sm">
      {open.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          h="auto"
          mih={36}
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.4 } }}
          loading={going.isPending && going.variables === id}
          onClick={() => going.mutate(id)}
        >
          {t('session.sign_in_with', { name: toVisibleText(name) })}
        </Button>
      ))}
      {left.unsaved + left.uploads > 0 ? (
        <Alert color="yellow">{t('session.providers_leave_the_page')}</Alert>
      ) : null}
      {going.error === null ? null : (
        <Alert color="red" role="alert">
          {going.error.message}
        </Alert>
      )}
      <Divider />
    </Stack>
  );
}
