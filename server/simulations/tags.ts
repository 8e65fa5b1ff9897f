import type { TechniqueRef } from '../catalogue/contract.ts';
import { findTechniques } from '../catalogue/service.ts';
import type { Trx } from '../database/database.ts';
import { dropRepeated } from '../drop-repeated.ts';
import { invalid } from '../errors.ts';
import { nameTactics } from './rules.ts';
import type { TaggedTechnique, Tags } from './store.ts';

/**
 * Takes a body that names techniques in one of two ways, returns them with their names, without repetition; undefined when it
 * names none. Refuses (`invalid` at its path) a technique missing from the catalogue.
 */
export async function readTechniques(
  trx: Trx,
  body: { techniques?: readonly { id: string }[] | undefined; technique_ids?: readonly string[] | undefined },
): Promise<TaggedTechnique[] | undefined> {
  if (body.technique_ids !== undefined) {
    return resolveTechniques(trx, body.technique_ids, (index) => `technique_ids.${index}`);
  }
  const ids = body.techniques?.map(({ id }) => id);
  return ids && resolveTechniques(trx, ids, (index) => `techniques.${index}.id`);
}

async function resolveTechniques(
  trx: Trx,
  ids: readonly string[],
  pathOf: (index: number) => string,
): Promise<TaggedTechnique[]> {
  const known = await findTechniques(trx, ids);
  const resolved = new Map<string, TaggedTechnique>();
  for (const [index, id] of ids.entries()) {
    const technique = known.get(id);
    if (technique === undefined) throw invalid(pathOf(index), `the catalogue has no technique ${id}`);
    resolved.set(id, technique);
  }
  return [...resolved.values()];
}

/** The distinct techniques among these that the catalogue has. */
export async function findKnownTechniques(trx: Trx, ids: readonly string[]): Promise<TaggedTechnique[]> {
  const known = await findTechniques(trx, ids);
  return dropRepeated(ids).flatMap((id) => known.get(id) ?? []);
}

type Enriched<T extends Tags> = Omit<T, 'techniques'> & {
  techniques: TechniqueRef[];
  tactics: { id: string; name: string }[];
};

/** Takes tagged objects, returns them with the current names and tactics of their tags, in two queries. */
export async function addNames<T extends Tags>(trx: Trx, tagged: readonly T[]): Promise<Enriched<T>[]> {
  const known = await findTechniques(
    trx,
    tagged.flatMap((item) => item.techniques.map((technique) => technique.id)),
  );
  return tagged.map((item) => ({
    ...item,
    techniques: item.techniques.map(
      // Entries missing from the catalogue keep the name stored with the tag.
      (technique) => known.get(technique.id) ?? { ...technique, tactics: [] },
    ),
    tactics: nameTactics(item.tactic_ids),
  }));
}
