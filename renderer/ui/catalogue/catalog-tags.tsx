import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import { toVisibleText } from '../../../domain/visible-text.ts';
import type { NamedTag } from '../../../server/catalogue/contract.ts';
import { CatalogChip } from './catalog-chip.tsx';
import styles from './catalog-tags.module.css';

/** Tags, as many as fit; a technique links to its page. */
export function CatalogTags({
  tags,
  short = false,
  max = Number.POSITIVE_INFINITY,
}: {
  tags: readonly NamedTag[];
  short?: boolean;
  max?: number;
}) {
  const hidden = tags.slice(max);
  return (
    <Group gap={4} miw={0} maw="100%">
      {tags.slice(0, max).map((tag) =>
        tag.kind === 'tactic' ? (
          <CatalogChip key={tag.external_id} tag={tag} short={short} />
        ) : (
          <Link
            key={tag.external_id}
            className={styles.link}
            to={`/catalogue/${tag.external_id}`}
            aria-label={`${tag.external_id} ${toVisibleText(tag.name)}`}
          >
            <CatalogChip tag={tag} short={short} />
          </Link>
        ),
      )}
      {hidden.length > 0 ? (
        <Text span size="xs" c="dimmed" title={hidden.map((tag) => tag.external_id).join(', ')}>
          +{hidden.length}
        </Text>
      ) : null}
    </Group>
  );
}
