import { Code, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ApiError } from '../../api/connection/problem.ts';
import { rich } from '../../rich.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';
import { t } from '../../words.ts';

/** Why the C2 connection can't be shown; a missing key is explained, because only the server's operator can help. */
export function C2Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'encryption_key_absent') return <KeyAbsent />;
  return <ProblemNote error={error} what={t('c2.c2_connection')} onRetry={onRetry} />;
}

function KeyAbsent() {
  return (
    <Paper withBorder p="md" maw={720}>
      <Stack gap="xs">
        <Title order={2} size="h3">
          {rich('c2.iconkey_the_server_has_no_encryption', {
            iconkey: <IconKey size={17} aria-hidden style={{ verticalAlign: '-3px' }} />,
          })}
        </Title>
        <Text size="sm">{t('c2.a_c2_token_is_stored_encrypted')}</Text>
        <List size="sm" type="ordered" spacing={4}>
          <List.Item>
            {rich('c2.make_a_random_key_openssl_rand', { code: (parts) => <Code>{parts}</Code> })}
          </List.Item>
          <List.Item>
            {rich('c2.start_the_server_with_it_in', { code: (parts) => <Code>{parts}</Code> })}
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          {t('c2.everything_else_works_without_it_commands')}
        </Text>
      </Stack>
    </Paper>
  );
}
