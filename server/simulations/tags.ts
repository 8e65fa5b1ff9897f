import type { TechniqueRef } from '../catalogue/contract.ts';
import { techniquesNamed } from '../catalogue/service.ts';
import type { Trx } from '../database/database.ts';
import { invalid } from '../errors.ts';
import { namedTactics } from './rules.ts';
import type { TaggedTechnique, Tags } from './store.ts';

/**
 * Takes the external ids of techniques and how the path of each is written, returns them with their names, each where it
 * came first. Refuses (`invalid` at its path) one that the catalogue does not have.
 */
export async function resolveTechniques(
  trx: Trx,
  ids: readonly string[],
  pathOf: (index: number) => string,
): Promise<TaggedTechnique[]> {
  const known = await techniquesNamed(trx, ids);
  const resolved = new Map<string, TaggedTechnique>();
  for (const [index, id] of ids.entries()) {
    const technique = known.get(id);
    if (technique === undefined) throw invalid(pathOf(index), `the catalogue has no technique ${id}`);
    resolved.set(id, technique);
  }
  return [...resolved.values()];
}

type Enriched<T extends Tags> = Omit<T, 'techniques'> & {
  techniques: TechniqueRef[];
  tactics: { id: string; name: string }[];
};

/** Takes what is tagged, returns it with the names and tactics its tags have in the catalogue today, in two queries. */
export async function enriched<T extends Tags>(trx: Trx, tagged: readonly T[]): Promise<Enriched<T>[]> {
  const known = await techniquesNamed(
    trx,
    tagged.flatMap((item) => item.techniques.map((technique) => technique.id)),
  );
  return tagged.map((item) => ({
    ...item,
    techniques: item.techniques.map(
      // What the catalogue no longer has keeps the name it was tagged with.
      (technique) => known.get(technique.id) ?? { ...technique, tactics: [] },
    ),
    tactics: namedTactics(item.tactic_ids),
  }));
}
