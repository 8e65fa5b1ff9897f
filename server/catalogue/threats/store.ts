import { sql } from 'kysely';
import type { ThreatKind } from '../../../domain/threats.ts';
import { type Db, prepare, type Trx } from '../../database/database.ts';
import { anyOf, contains } from '../../database/search.ts';
import type { Row } from '../../database/tables.ts';
import type { Found } from '../../paging.ts';
import type { ThreatDetail, ThreatListItem, ThreatListQuery } from './contract.ts';
import { compareThreats, type Threat, type Threats } from './rules.ts';

type ThreatRow = Row<'threats'>;
type Named = { external_id: string; name: string };
/** A threat by name, and what it uses. */
export type ThreatUse = { kind: ThreatKind; external_id: string; name: string; techniques: string[] };

/** Replaces the threats with those of a bundle; writes only differences. */
export async function replaceThreats(trx: Trx, { threats, data_components }: Threats): Promise<void> {
  const current = await trx.selectFrom('threats').selectAll().execute();
  const { written, gone } = compareThreats(current.map(toThreat), threats);
  for (const { aliases, techniques, related, ...threat } of written) {
    await putThreat(trx, {
      ...threat,
      aliases_json: JSON.stringify(aliases),
      techniques_json: JSON.stringify(techniques),
      related_json: JSON.stringify(related),
    });
  }
  if (gone.length > 0) {
    await trx
      .deleteFrom('threats')
      .where('external_id', 'in', anyOf(JSON.stringify(gone)))
      .execute();
  }
  const before = await trx.selectFrom('technique_data_components').selectAll().execute();
  const known = new Map(before.map(({ external_id, names_json }) => [external_id, names_json]));
  for (const [external_id, names] of data_components) {
    const names_json = JSON.stringify(names);
    if (known.get(external_id) !== names_json) await putComponents(trx, { external_id, names_json });
    known.delete(external_id);
  }
  await trx
    .deleteFrom('technique_data_components')
    .where('external_id', 'in', anyOf(JSON.stringify([...known.keys()])))
    .execute();
}

/** The stored threats. */
export async function readThreats(db: Db): Promise<Threats> {
  const threats = await db.selectFrom('threats').selectAll().execute();
  const components = await db.selectFrom('technique_data_components').selectAll().execute();
  return {
    version: null,
    threats: threats.map(toThreat),
    data_components: components.map(({ external_id, names_json }) => [
      external_id,
      JSON.parse(names_json) as string[],
    ]),
  };
}

const putThreat = prepare<ThreatRow, never>((db, parameter) =>
  db
    .insertInto('threats')
    .values({
      external_id: parameter('external_id'),
      kind: parameter('kind'),
      name: parameter('name'),
      description: parameter('description'),
      url: parameter('url'),
      aliases_json: parameter('aliases_json'),
      software_type: parameter('software_type'),
      first_seen: parameter('first_seen'),
      last_seen: parameter('last_seen'),
      techniques_json: parameter('techniques_json'),
      related_json: parameter('related_json'),
    })
    .onConflict((there) =>
      there.column('external_id').doUpdateSet(({ ref }) => ({
        kind: ref('excluded.kind'),
        name: ref('excluded.name'),
        description: ref('excluded.description'),
        url: ref('excluded.url'),
        aliases_json: ref('excluded.aliases_json'),
        software_type: ref('excluded.software_type'),
        first_seen: ref('excluded.first_seen'),
        last_seen: ref('excluded.last_seen'),
        techniques_json: ref('excluded.techniques_json'),
        related_json: ref('excluded.related_json'),
      })),
    ),
);

const putComponents = prepare<Row<'technique_data_components'>, never>((db, parameter) =>
  db
    .insertInto('technique_data_components')
    .values({ external_id: parameter('external_id'), names_json: parameter('names_json') })
    .onConflict((there) =>
      there.column('external_id').doUpdateSet(({ ref }) => ({ names_json: ref('excluded.names_json') })),
    ),
);

function toThreat({ aliases_json, techniques_json, related_json, ...row }: ThreatRow): Threat {
  return {
    ...row,
    aliases: JSON.parse(aliases_json) as string[],
    techniques: JSON.parse(techniques_json) as string[],
    related: JSON.parse(related_json) as string[],
  };
}

/** Threats of a kind by their names. */
export async function listThreats(
  db: Db,
  kind: ThreatKind,
  { q, limit, offset }: ThreatListQuery,
): Promise<Found<ThreatListItem>> {
  let query = db.selectFrom('threats').where('kind', '=', kind);
  if (q) query = query.where(contains(q, 'external_id', 'name', 'aliases_json'));
  const { n } = await query.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['kind', 'external_id', 'name', 'aliases_json', 'software_type', 'first_seen', 'last_seen'])
    .select(
      sql<number>`(select count(*) from json_each(techniques_json) used
        join catalogue_entries entry on entry.external_id = used.value)`.as('techniques'),
    )
    .orderBy(sql`fold_case(name)`)
    .orderBy('external_id')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    items: rows.map(({ aliases_json, ...row }) => ({
      ...row,
      aliases: JSON.parse(aliases_json) as string[],
    })),
    total: Number(n),
  };
}

/** A threat of this kind, without its techniques; null for none. */
export async function findThreat(
  db: Db,
  kind: ThreatKind,
  externalId: string,
): Promise<(Omit<ThreatDetail, 'techniques' | 'related'> & { techniques: string[] }) | null> {
  const row = await db
    .selectFrom('threats')
    .selectAll()
    .where('kind', '=', kind)
    .where('external_id', '=', externalId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { related: _related, ...threat } = toThreat(row);
  return threat;
}

/** Relations of a threat in both directions, by kind and name. */
export async function listRelated(db: Db, externalId: string): Promise<ThreatDetail['related']> {
  const { rows } = await sql<ThreatDetail['related'][number]>`
    select kind, external_id, name from threats
    where external_id in (select related.value from threats one, json_each(one.related_json) related where one.external_id = ${externalId})
      or exists (select 1 from json_each(related_json) where value = ${externalId})
    order by case kind when 'group' then 0 when 'campaign' then 1 else 2 end, fold_case(name), external_id`.execute(
    db,
  );
  return rows;
}

/** The threats with these external ids, and their techniques. */
export async function findUses(db: Db, externalIds: readonly string[]): Promise<ThreatUse[]> {
  const rows = await db
    .selectFrom('threats')
    .select(['kind', 'external_id', 'name', 'techniques_json'])
    .where('external_id', 'in', anyOf(JSON.stringify(externalIds)))
    .orderBy('external_id')
    .execute();
  return rows.map(({ techniques_json, ...row }) => ({
    ...row,
    techniques: JSON.parse(techniques_json) as string[],
  }));
}

/** Number of groups, campaigns and software that use each technique. */
export async function countUses(db: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ technique: string; n: number }>`
    select used.value as technique, count(*) as n from threats, json_each(techniques_json) used
    group by used.value`.execute(db);
  return new Map(rows.map(({ technique, n }) => [technique, Number(n)]));
}

/** Threats that use one of these techniques, by name. */
export async function listUsers(
  db: Db,
  techniques: readonly string[],
): Promise<(Named & { kind: ThreatKind })[]> {
  return db
    .selectFrom('threats')
    .select(['kind', 'external_id', 'name'])
    .where(
      sql<boolean>`exists (select 1 from json_each(techniques_json) where value in ${anyOf(JSON.stringify(techniques))})`,
    )
    .orderBy(sql`fold_case(name)`)
    .orderBy('external_id')
    .execute();
}

/** Distinct names of the data components that detect one of these techniques. */
export async function listDataComponents(db: Db, techniques: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('technique_data_components')
    .select('names_json')
    .where('external_id', 'in', anyOf(JSON.stringify(techniques)))
    .execute();
  return [...new Set(rows.flatMap(({ names_json }) => JSON.parse(names_json) as string[]))].sort();
}

/** Number of threats of each kind. */
export async function countThreats(db: Db): Promise<Record<ThreatKind, number>> {
  const rows = await db
    .selectFrom('threats')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('n')])
    .groupBy('kind')
    .execute();
  const count = (kind: ThreatKind) => Number(rows.find((row) => row.kind === kind)?.n ?? 0);
  return { group: count('group'), campaign: count('campaign'), software: count('software') };
}
