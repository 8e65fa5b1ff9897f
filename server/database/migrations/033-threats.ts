/** Groups, campaigns and software of ATT&CK, what they use, and the data components that show techniques. */
export const threatsSchema = {
  version: 33,
  name: '033-threats',
  statements: [
    `create table threats (
      external_id text primary key not null,
      kind text not null,
      name text not null,
      description text,
      url text not null,
      aliases_json text not null,
      software_type text,
      first_seen text,
      last_seen text,
      techniques_json text not null,
      related_json text not null
    ) without rowid`,
    `create table technique_data_components (
      external_id text primary key not null,
      names_json text not null
    ) without rowid`,
    'alter table catalogue_syncs add column threats_version text',
    // Null where there are none: what the version of ATT&CK is may be unknown all the same.
    'alter table catalogue_syncs add column threats_synced_at text',
  ],
};
