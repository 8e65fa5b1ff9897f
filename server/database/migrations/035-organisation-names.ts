/**
 * Who made an organisation. Its name is no longer unique in the database: two people who see nothing of each other's work may each have a
 * client of the same name.
 */
export const organisationNames = {
  version: 35,
  name: '035-organisation-names',
  statements: [
    {
      sqlite: `create table new_organisations (
          id text primary key not null,
          name text not null,
          name_key text not null,
          created_by text references users (id) on delete set null,
          created_at text not null,
          updated_at text not null
        );
        insert into new_organisations (id, name, name_key, created_at, updated_at)
          select id, name, name_key, created_at, updated_at from organisations;
        drop table organisations;
        alter table new_organisations rename to organisations`,
      postgres: `alter table organisations drop constraint organisations_name_key_key,
        add column created_by text collate "C" references users (id) on delete set null deferrable`,
    },
    'create index organisations_by_name on organisations (name_key, id)',
    'create index organisations_by_creator on organisations (created_by)',
    `update organisations set created_by = (select max(actor_id) from audit_entries
      where object_type = 'organisation' and verb = 'created' and object_id = organisations.id
        and actor_id in (select id from users))`,
  ],
};
