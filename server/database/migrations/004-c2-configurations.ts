/**
 * A C2 configuration has an id, and a linked task names the one it is asked of. Tasks linked before belong to the
 * configuration their engagement has now. The id is a UUIDv7, as everywhere, made of the present time and chance.
 */
const newId = `(select lower(substr(t, 1, 8) || '-' || substr(t, 9, 4) || '-7' || substr(r, 1, 3) || '-' ||
    substr('89ab', 1 + (unicode(substr(r, 4, 1)) & 3), 1) || substr(r, 5, 3) || '-' || substr(r, 8, 12))
  from (select printf('%012x', cast((julianday('now') - 2440587.5) * 86400000 as integer)) as t,
    hex(randomblob(10)) as r, c2_configs.engagement_id))`;

export const c2ConfigurationsSchema = {
  version: 4,
  name: '004-c2-configurations',
  statements: [
    `create table new_c2_configs (
      id text primary key not null,
      engagement_id text not null unique references engagements (id) on delete cascade,
      framework text not null check (framework in ('mythic', 'caldera', 'fake')),
      base_url text not null,
      sealed_token text,
      tls text not null check (tls in ('verify', 'pin', 'insecure')),
      tls_fingerprint text,
      operation text,
      updated_at text not null
    )`,
    `insert into new_c2_configs
      select ${newId}, engagement_id, framework, base_url, sealed_token, tls, tls_fingerprint, operation, updated_at
      from c2_configs`,
    `create table new_c2_tasks (
      id text primary key not null,
      simulation_id text not null references simulations (id) on delete cascade,
      configuration_id text,
      external_id text not null,
      callback text,
      command text,
      status text not null,
      ended text check (ended in ('completed', 'discarded', 'gone')),
      executed_at text,
      completed_at text,
      mapping_applied integer not null check (mapping_applied in (0, 1)),
      created_at text not null
    )`,
    `insert into new_c2_tasks
      select c2_tasks.id, simulation_id, new_c2_configs.id, external_id, callback, c2_tasks.command, c2_tasks.status,
        case finished when 1 then 'completed' end, null, completed_at, mapping_applied, c2_tasks.created_at
      from c2_tasks
      join simulations on simulations.id = c2_tasks.simulation_id
      left join new_c2_configs on new_c2_configs.engagement_id = simulations.engagement_id`,
    'drop table c2_tasks',
    'drop table c2_configs',
    'alter table new_c2_configs rename to c2_configs',
    'alter table new_c2_tasks rename to c2_tasks',
    `create unique index c2_tasks_once on c2_tasks (simulation_id, coalesce(configuration_id, ''), external_id)`,
  ],
};
