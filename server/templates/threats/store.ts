import type { Db } from '../../database/database.ts';

export type TaggedTemplate = { id: string; name: string; external_id: string };

/** The live test templates, once for each of their techniques and sub-techniques, by name. */
export function listTaggedTemplates(db: Db): Promise<TaggedTemplate[]> {
  return db
    .selectFrom('test_template_catalog_tags as tag')
    .innerJoin('test_templates as template', 'template.id', 'tag.test_template_id')
    .select(['template.id', 'template.name', 'tag.external_id'])
    .where('template.deleted_at', 'is', null)
    .where('tag.external_id', 'not like', 'TA%')
    .orderBy('template.name')
    .orderBy('template.id')
    .execute();
}
