import type { NamedTag, Tag } from '../catalogue/contract.ts';
import { entryTags, resolveTags } from '../catalogue/service.ts';
import type { Trx } from '../database/database.ts';
import { distinct } from './rules.ts';

/** Takes catalogue tags, returns their external ids. Refuses `invalid` one that the catalogue does not have. */
export async function catalogIdsOf(trx: Trx, tags: readonly Tag[]): Promise<string[]> {
  const resolved = await resolveTags(trx, tags, 'catalog_tags');
  return resolved.map((tag) => tag.external_id);
}

/** The names of everything these are tagged with, in one query. */
export async function namesFor(
  trx: Trx,
  tagged: readonly { catalog_ids: readonly string[] }[],
): Promise<(externalIds: readonly string[]) => NamedTag[]> {
  const known = await entryTags(trx, distinct(tagged.flatMap((item) => item.catalog_ids)));
  return (externalIds) => externalIds.flatMap((externalId) => known.get(externalId) ?? []);
}
