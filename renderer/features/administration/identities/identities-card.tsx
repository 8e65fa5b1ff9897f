import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import type { ListedIdentity } from '../../../../server/accounts/identities/contract.ts';
import {
  type OfferedProvider,
  offeredProviders,
  ownIdentities,
  unlink,
} from '../../../api/accounts/identities.ts';
import { secondFactor } from '../../../api/accounts/second-factor.ts';
import { rich } from '../../../rich.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { Name } from '../../../ui/text/name.tsx';
import { Moment } from '../../../ui/times/time.tsx';
import { t } from '../../../words.ts';
import { LinkDialog } from './link-dialog.tsx';

/** One's identities at the organisation; nothing where the server is set up for none. */
export function IdentitiesCard() {
  const queryClient = useQueryClient();
  const offered = useQuery(offeredProviders);
  const own = useQuery(ownIdentities);
  const factors = useQuery(secondFactor);
  const [linking, setLinking] = useState<OfferedProvider | null>(null);
  const [leaving, setLeaving] = useState<ListedIdentity | null>(null);
  const providers = offered.data?.items ?? [];
  if (providers.length === 0 && (own.data?.items.length ?? 0) === 0) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="identities-title">
      <Title order={2} id="identities-title" mb="sm">
        {t('identities.title')}
      </Title>
      <Stack gap="sm">
        {own.data?.proof === 'password' ? (
          <Text size="sm" c="dimmed">
            {t('identities.hint')}
          </Text>
        ) : null}
        {own.data !== undefined ? (
          own.data.items.map((identity) => (
            <Row key={identity.id} identity={identity} onUnlink={() => setLeaving(identity)} />
          ))
        ) : own.error === null ? (
          <SkeletonRows rows={1} />
        ) : (
          <ProblemNote error={own.error} what={t('identities.list')} onRetry={() => own.refetch()} />
        )}
        <Group gap="sm">
          {providers.map((provider) => (
            <Button
              key={provider.id}
              variant="default"
              h="auto"
              mih={36}
              styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.4 } }}
              disabled={factors.data === undefined}
              onClick={() => setLinking(provider)}
            >
              {t('identities.link_with', { name: toVisibleText(provider.name) })}
            </Button>
          ))}
        </Group>
      </Stack>
      {linking !== null && factors.data !== undefined ? (
        <LinkDialog provider={linking} factors={factors.data} onClose={() => setLinking(null)} />
      ) : null}
      {leaving === null ? null : (
        <ConfirmDialog
          title={t('identities.unlink_this')}
          confirm={t('identities.unlink')}
          onConfirm={() => unlink(queryClient, leaving.id)}
          onClose={() => setLeaving(null)}
        >
          <Text size="sm">
            {rich('identities.will_be_unlinked', { name: <Called identity={leaving} /> })}
          </Text>
        </ConfirmDialog>
      )}
    </Paper>
  );
}

function Row({ identity, onUnlink }: { identity: ListedIdentity; onUnlink: () => void }) {
  const { provider, last_used_at: used } = identity;
  return (
    <Group justify="space-between" gap="sm">
      <div style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm" component="div">
          <Called identity={identity} />{' '}
          {provider === null ? (
            <Badge color="yellow" variant="dot" size="sm" tt="none">
              {t('identities.not_set_up')}
            </Badge>
          ) : null}
        </Text>
        <Text size="xs" c="dimmed" component="div">
          {used === null ? t('identities.never_used') : rich('identities.used', { at: <Moment at={used} /> })}
        </Text>
      </div>
      {identity.may_unlink ? (
        <Button size="xs" variant="default" onClick={onUnlink}>
          {t('identities.unlink')}
        </Button>
      ) : null}
    </Group>
  );
}

function Called({ identity: { provider, name } }: { identity: ListedIdentity }) {
  const shown = <Name>{name}</Name>;
  if (provider === null) return shown;
  return <>{rich('identities.name_at', { name: shown, provider: <Name>{provider.name}</Name> })}</>;
}
