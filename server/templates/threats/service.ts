import { readFollower } from '../../catalogue/successors/service.ts';
import type { ThreatChoice } from '../../catalogue/threats/contract.ts';
import { chooseTechniques } from '../../catalogue/threats/service.ts';
import { type Db, inSnapshot } from '../../database/database.ts';
import type { TemplateMatch, ThreatPlan } from './contract.ts';
import * as store from './store.ts';

/** Limit of templates listed for a technique, because a person only picks one or two. */
const mostMatches = 20;

/** Templates of the library for the techniques of chosen threats. Refuses as `chooseTechniques` does. */
export function planFromThreats(db: Db, choice: ThreatChoice): Promise<ThreatPlan> {
  return inSnapshot(db, async (trx) => {
    const { threats, techniques, unknown } = await chooseTechniques(trx, choice);
    const matchesOf = await matchTemplates(trx);
    return {
      threats,
      unknown,
      techniques: techniques.map((technique) => ({
        ...technique,
        templates: matchesOf(technique.external_id),
      })),
    };
  });
}

/** Returns a function that finds the templates of a technique: its own, then those of its parent or sub-techniques. */
export async function matchTemplates(db: Db): Promise<(technique: string) => TemplateMatch[]> {
  const toNow = await readFollower(db);
  const tagged = (await store.listTaggedTemplates(db)).map((template) => ({
    ...template,
    external_id: toNow(template.external_id),
  }));
  const byTag = Map.groupBy(tagged, ({ external_id }) => external_id);
  const byParent = Map.groupBy(
    tagged.filter(({ external_id }) => external_id.includes('.')),
    ({ external_id }) => parentOf(external_id),
  );
  return (technique) => {
    const found = new Map<string, TemplateMatch>();
    const add = (templates: readonly store.TaggedTemplate[] | undefined, by: TemplateMatch['by']) => {
      for (const { id, name } of templates ?? []) if (!found.has(id)) found.set(id, { id, name, by });
    };
    add(byTag.get(technique), 'technique');
    if (technique.includes('.')) add(byTag.get(parentOf(technique)), 'parent');
    else add(byParent.get(technique), 'subtechnique');
    return [...found.values()].slice(0, mostMatches);
  };
}

function parentOf(technique: string): string {
  return technique.slice(0, technique.indexOf('.'));
}
