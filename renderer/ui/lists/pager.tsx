import { Group, Pagination, Text } from '@mantine/core';

/** Where one is in a list, and the way to its other pages. */
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
        {total === 0 ? 'None' : `${Math.min(first, total)}–${Math.min(first + limit - 1, total)} of ${total}`}
      </Text>
      {pages > 1 ? (
        <Pagination
          total={pages}
          value={page}
          onChange={onPage}
          size="sm"
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(item) => ({ 'aria-label': `Page ${item}` })}
        />
      ) : null}
    </Group>
  );
}
