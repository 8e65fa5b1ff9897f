import type { NamedTag, Tag } from '../catalogue/contract.ts';
import { findEntryTags, resolveTags } from '../catalogue/service.ts';
import type { Trx } from '../database/database.ts';
import { dropRepeated } from '../drop-repeated.ts';

/** Takes catalogue tags, returns their external ids. Refuses `invalid` a tag missing from the catalogue. */
export async function resolveCatalogIds(trx: Trx, tags: readonly Tag[]): Promise<string[]> {
  const resolved = await resolveTags(trx, tags, 'catalog_tags');
  return resolved.map((tag) => tag.external_id);
}

/** Takes tagged objects, reads the names of all their tags in one query; returns a function from external ids to tags. */
export async function loadTagNames(
  trx: Trx,
  tagged: readonly { catalog_ids: readonly string[] }[],
): Promise<(externalIds: readonly string[]) => NamedTag[]> {
  const known = await findEntryTags(trx, dropRepeated(tagged.flatMap((item) => item.catalog_ids)));
  return (externalIds) => externalIds.flatMap((externalId) => known.get(externalId) ?? []);
}
