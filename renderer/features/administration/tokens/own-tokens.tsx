import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ownTokens } from '../../../api/accounts/tokens.ts';
import { useDialog } from '../../../ui/dialogs/use-dialog.ts';
import { SkeletonRows } from '../../../ui/lists/skeleton-rows.tsx';
import { ProblemNote } from '../../../ui/notes/problem-note.tsx';
import { t } from '../../../words.ts';
import { TokenTable } from './token-table.tsx';
import { useTokenDialogs } from './use-token-dialogs.tsx';

/** One's own tokens for programs. */
export function OwnTokens() {
  const tokens = useQuery(ownTokens);
  const { create, end, dialogs } = useTokenDialogs(useDialog(['token']), 'token', []);
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="tokens-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} id="tokens-title">
          {t('tokens.title')}
        </Title>
        <Button variant="default" onClick={create}>
          {t('tokens.new')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed" mb="sm">
        {t('tokens.hint')}
      </Text>
      {tokens.data !== undefined ? (
        tokens.data.items.length === 0 ? null : (
          <TokenTable tokens={tokens.data.items} hasOwners={false} onEnd={end} />
        )
      ) : tokens.error === null ? (
        <SkeletonRows rows={1} />
      ) : (
        <ProblemNote error={tokens.error} what={t('tokens.list')} onRetry={() => tokens.refetch()} />
      )}
      {dialogs}
    </Paper>
  );
}
