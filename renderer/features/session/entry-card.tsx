import { Anchor, Center, Paper, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '../../words.ts';

type FrameProps = { title: string; hint?: string; children: ReactNode };

/** Frame of a sign-in step. */
export type EntryFrame = (props: FrameProps) => ReactNode;

/** The plain card of the pages before the sign-in. */
export function EntryCard({ title, hint, children }: FrameProps) {
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={400} maw="100%">
        <Stack gap="md">
          <div>
            <Text fw={500} c="damson" size="lg">
              {t('session.damson')}
            </Text>
            <Title order={1}>{title}</Title>
            {hint ? (
              <Text size="sm" c="dimmed" mt={4}>
                {hint}
              </Text>
            ) : null}
          </div>
          {children}
          <Anchor component={Link} to="/help" size="sm" c="dimmed">
            {t('shared.user_guide')}
          </Anchor>
        </Stack>
      </Paper>
    </Center>
  );
}
