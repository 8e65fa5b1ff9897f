import { Alert } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';

/** Says which techniques of one's own list the catalogue does not have. */
export function Unknown({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      Not in the catalogue: {toVisibleText(ids.join(', '))}
    </Alert>
  );
}
