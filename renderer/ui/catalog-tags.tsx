import { Group, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { NamedTag } from '../../server/catalogue/contract.ts';
import classes from './catalog-tags.module.css';

/** A tactic or technique by its id, with its name on hover and for screen readers; a technique leads to its page. */
export function CatalogTag({ tag, named = false }: { tag: NamedTag; named?: boolean }) {
  const text = (
    <>
      <span className={classes.id}>{tag.external_id}</span>
      {named ? ` ${tag.name}` : null}
    </>
  );
  const label = `${tag.external_id} ${tag.name}`;
  if (tag.kind === 'tactic') {
    return (
      <span className={classes.tag} title={label}>
        {text}
      </span>
    );
  }
  return (
    <Link className={classes.tag} to={`/catalogue/${tag.external_id}`} title={label} aria-label={label}>
      {text}
    </Link>
  );
}

/** All tags of something, or as many as there is room for. */
export function CatalogTags({
  tags,
  named = false,
  max = Number.POSITIVE_INFINITY,
}: {
  tags: readonly NamedTag[];
  named?: boolean;
  max?: number;
}) {
  if (tags.length === 0) return null;
  const hidden = tags.slice(max);
  return (
    <Group gap={4} component="span">
      {tags.slice(0, max).map((tag) => (
        <CatalogTag key={tag.external_id} tag={tag} named={named} />
      ))}
      {hidden.length > 0 ? (
        <Text span size="xs" c="dimmed" title={hidden.map((tag) => tag.external_id).join(', ')}>
          +{hidden.length}
        </Text>
      ) : null}
    </Group>
  );
}
