import { sql } from 'kysely';
import type { Db, Trx } from '../../database/database.ts';
import { contains } from '../../database/search.ts';
import type { NewRow } from '../../database/tables.ts';
import type { Found } from '../../paging.ts';
import type { DetectionRule, DetectionRuleQuery } from './contract.ts';

/** Writes a rule, replacing the one with its `rule_id`. */
export async function putRule(trx: Trx, row: NewRow<'detection_rules'>): Promise<void> {
  const { id: _id, rule_id: _rule, created_at: _at, ...change } = row;
  await trx
    .insertInto('detection_rules')
    .values(row)
    .onConflict((conflict) => conflict.column('rule_id').doUpdateSet(change))
    .execute();
}

/** Rules by title; with a technique, rules tagged with exactly that come first. */
export async function listRules(
  db: Db,
  { q, technique, limit, offset }: DetectionRuleQuery,
): Promise<Found<DetectionRule>> {
  // A filter changes rules, and none fires by it.
  let query = db
    .selectFrom('detection_rules')
    .where((eb) => eb.or([eb('kind', 'is', null), eb('kind', '!=', 'filter')]));
  if (q) query = query.where(contains(q, 'title', 'rule_id'));
  const tag = sql`json_extract(value, '$.external_id')`;
  const isTagged = sql<boolean>`exists (
    select 1 from json_each(catalog_tags_json) where ${tag} = ${technique ?? ''})`;
  if (technique !== undefined) {
    const [above = technique] = technique.split('.');
    query = query.where(
      sql<boolean>`exists (
        select 1 from json_each(catalog_tags_json)
        where ${tag} in (${technique}, ${above}) or ${tag} like ${`${technique}.%`})`,
    );
  }
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'rule_id', 'title', 'description', 'level', 'status', 'catalog_tags_json'])
    .orderBy(isTagged, 'desc')
    .orderBy(sql`fold_case(title)`)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    items: rows.map(({ catalog_tags_json, ...row }) => ({
      ...row,
      catalog_tags: (JSON.parse(catalog_tags_json) as { external_id: string }[]).map(
        ({ external_id }) => external_id,
      ),
    })),
    total: Number(n),
  };
}
