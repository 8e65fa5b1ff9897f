import { Alert } from '@mantine/core';
import { toVisibleText } from '../../../../domain/visible-text.ts';
import { t } from '../../../words.ts';

/** Says which techniques of one's own list the catalogue does not have. */
export function Unknown({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <Alert color="yellow" role="status">
      {t('catalogue.not_in_the_catalogue_join', { join: toVisibleText(ids.join(', ')) })}
    </Alert>
  );
}
