import { Code, List, Paper, Stack, Text, Title } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { ApiError } from '../../api/connection/problem.ts';
import { ProblemNote } from '../../ui/notes/problem-note.tsx';

/** Why the C2 connection can't be shown; a missing key is explained, because only the server's operator can help. */
export function C2Problem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.code === 'encryption_key_absent') return <KeyAbsent />;
  return <ProblemNote error={error} what="C2 connection" onRetry={onRetry} />;
}

function KeyAbsent() {
  return (
    <Paper withBorder p="md" maw={720}>
      <Stack gap="xs">
        <Title order={2} size="h3">
          <IconKey size={17} aria-hidden style={{ verticalAlign: '-3px' }} /> The server has no encryption key
        </Title>
        <Text size="sm">
          A C2 token is stored encrypted or not at all, so nothing can be connected until the server has a
          key. Whoever runs the server can give it one:
        </Text>
        <List size="sm" type="ordered" spacing={4}>
          <List.Item>
            Make a random key: <Code>openssl rand -base64 32</Code>
          </List.Item>
          <List.Item>
            Start the server with it in <Code>SVC_ENCRYPTION_KEY</Code>, and keep it: without the same key a
            stored token can't be read again.
          </List.Item>
        </List>
        <Text size="sm" c="dimmed">
          Everything else works without it; commands and output can be recorded by hand.
        </Text>
      </Stack>
    </Paper>
  );
}
