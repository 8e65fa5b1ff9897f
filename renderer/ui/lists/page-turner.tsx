import { Button, Group, Text } from '@mantine/core';
import { t } from '../../words.ts';

/** A framework reports only whether there is more, not how much. */
export function PageTurner({
  page,
  hasMore,
  onPage,
}: {
  page: number;
  hasMore: boolean;
  onPage: (page: number) => void;
}) {
  if (page === 1 && !hasMore) return null;
  return (
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('shared.newer')}
      </Button>
      <Text size="sm" c="dimmed" role="status">
        {t('shared.page_page', { page })}
      </Text>
      <Button size="xs" variant="default" disabled={!hasMore} onClick={() => onPage(page + 1)}>
        {t('shared.older')}
      </Button>
    </Group>
  );
}
