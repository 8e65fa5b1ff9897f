import { Skeleton, Stack } from '@mantine/core';
import { t } from '../../words.ts';

/** Placeholder of a table while loading. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <Stack gap={8} aria-busy="true" aria-label={t('shared.loading')} role="status">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
        <Skeleton key={row} height={30} />
      ))}
    </Stack>
  );
}
