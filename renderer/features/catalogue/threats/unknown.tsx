import { Alert } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { t } from '../../../words.ts';

/** Names the techniques of a custom list that the catalogue does not have. */
export function Unknown({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      {t('catalogue.not_in_the_catalogue_join', { join: toVisibleText(ids.join(', ')) })}
    </Alert>
  );
}
