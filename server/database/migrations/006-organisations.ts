/**
 * The organisation that a mission or an engagement is for, and its defensive tools. Clients named so far become organisations:
 * one for each name in any case, spelled as it was first. The id is a UUIDv7, made of the present time and chance.
 */
const newId = `(select lower(substr(t, 1, 8) || '-' || substr(t, 9, 4) || '-7' || substr(r, 1, 3) || '-' ||
    substr('89ab', 1 + (unicode(substr(r, 4, 1)) & 3), 1) || substr(r, 5, 3) || '-' || substr(r, 8, 12))
  from (select printf('%012x', cast((julianday('now') - 2440587.5) * 86400000 as integer)) as t,
    hex(randomblob(10)) as r, named.client_key))`;

export const organisationsSchema = {
  version: 6,
  name: '006-organisations',
  statements: [
    `create table organisations (
      id text primary key not null,
      name text not null,
      name_key text not null unique,
      created_at text not null,
      updated_at text not null
    )`,
    `create table organisation_tools (
      id text primary key not null,
      organisation_id text not null references organisations (id) on delete cascade,
      name text not null,
      name_key text not null,
      vendor text,
      kind text not null check (kind in ('edr', 'av', 'siem', 'ndr', 'ids', 'firewall', 'proxy', 'email', 'identity', 'dlp',
        'deception', 'cloud', 'other')),
      data_components_json text not null,
      retired integer not null check (retired in (0, 1)),
      created_at text not null,
      updated_at text not null,
      unique (organisation_id, name_key)
    )`,
    `insert into organisations (id, name, name_key, created_at, updated_at)
      select ${newId}, client, client_key, created_at, created_at
      from (
        select client, client_key, created_at, row_number() over (partition by client_key order by created_at, id) as place
        from (
          select id, client, client_key, created_at from missions
          union all select id, client, client_key, created_at from engagements
        )
        where client_key <> ''
      ) as named
      where place = 1`,
    'alter table missions add column organisation_id text references organisations (id) on delete set null',
    'alter table engagements add column organisation_id text references organisations (id) on delete set null',
    'update missions set organisation_id = (select id from organisations where name_key = missions.client_key)',
    'update engagements set organisation_id = (select id from organisations where name_key = engagements.client_key)',
    'create index missions_by_organisation on missions (organisation_id)',
    'create index engagements_by_organisation on engagements (organisation_id)',
  ],
};
