import type { NamedTag, Tag } from '../catalogue/contract.ts';
import { findEntryTags, resolveTags } from '../catalogue/service.ts';
import type { Trx } from '../database/database.ts';
import { dropRepeated } from '../drop-repeated.ts';

/** Takes catalogue tags, returns their external ids. Refuses `invalid` one that the catalogue does not have. */
export async function resolveCatalogIds(trx: Trx, tags: readonly Tag[]): Promise<string[]> {
  const resolved = await resolveTags(trx, tags, 'catalog_tags');
  return resolved.map((tag) => tag.external_id);
}

/** The names of all tags of these, in one query. */
export async function loadTagNames(
  trx: Trx,
  tagged: readonly { catalog_ids: readonly string[] }[],
): Promise<(externalIds: readonly string[]) => NamedTag[]> {
  const known = await findEntryTags(trx, dropRepeated(tagged.flatMap((item) => item.catalog_ids)));
  return (externalIds) => externalIds.flatMap((externalId) => known.get(externalId) ?? []);
}
