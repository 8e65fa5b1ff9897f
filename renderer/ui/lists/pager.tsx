import { Group, Pagination, Text } from '@mantine/core';
import { t } from '../../words.ts';

/** The position in a list, and links to its other pages. */
export function Pager({
  total,
  limit,
  page,
  onPage,
}: {
  total: number;
  limit: number;
  page: number;
  onPage: (page: number) => void;
}) {
  const first = (page - 1) * limit + 1;
  const pages = Math.ceil(total / limit);
  return (
    <Group justify="space-between" mt="sm">
      <Text size="sm" c="dimmed" role="status">
        {total === 0
          ? t('shared.none')
          : t('shared.first_first_2_of_total', {
              first: Math.min(first, total),
              first_2: Math.min(first + limit - 1, total),
              total,
            })}
      </Text>
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': t('shared.control_page', { control }) })}
          getItemProps={(item) => ({ 'aria-label': t('shared.page_item', { item }) })}
        />
      ) : null}
    </Group>
  );
}
