/**
 * Organisations of missions and engagements, and their defensive tools. Names are not unique: two people who don't see each
 * other's work may each have a client of the same name.
 */
export const organisations: readonly string[] = [
  `create table organisations (
    id text primary key not null,
    name text not null,
    name_key text not null,
    created_by text references users (id) on delete set null,
    created_at text not null,
    updated_at text not null
  )`,
  'create index organisations_by_name on organisations (name_key, id)',
  'create index organisations_by_creator on organisations (created_by)',
  // Branding of reports.
  `create table organisation_brands (
    organisation_id text primary key not null references organisations (id) on delete cascade,
    accent text,
    updated_at text not null,
    logo blob
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
];
