import { Stack, Text, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { t } from '../../words.ts';

/** An empty state with the next step; `isPage` if it fills the page and needs the page's heading. */
export function EmptyState({
  icon: Picture,
  title,
  hint,
  action,
  isPage = false,
}: {
  icon: Icon;
  title: string;
  hint?: string;
  action?: ReactNode;
  isPage?: boolean;
}) {
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <Picture size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
      {isPage ? <title>{t('shared.title_damson', { title })}</title> : null}
      <Title order={isPage ? 1 : 2} size="h3">
        {title}
      </Title>
      {hint ? (
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          {hint}
        </Text>
      ) : null}
      {action}
    </Stack>
  );
}
