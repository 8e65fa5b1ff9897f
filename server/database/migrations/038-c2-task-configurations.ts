/**
 * A linked task refers to its configuration, and to none once that is gone: nobody asks for it again then. Tasks that were linked
 * without one, which a forced fake allowed, have none either.
 */
export const c2TaskConfigurations = {
  version: 38,
  name: '038-c2-task-configurations',
  statements: [
    `create table new_c2_tasks (
      id text primary key not null,
      simulation_id text not null references simulations (id) on delete cascade,
      configuration_id text references c2_configs (id) on delete set null,
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
      select id, simulation_id,
        (select config.id from c2_configs as config where config.id = c2_tasks.configuration_id),
        external_id, callback, command, status, ended, executed_at, completed_at, mapping_applied, created_at
      from c2_tasks`,
    'drop table c2_tasks',
    'alter table new_c2_tasks rename to c2_tasks',
    // Tasks without a configuration are not compared: the same one may have been linked under several that are gone.
    'create unique index c2_tasks_once on c2_tasks (simulation_id, configuration_id, external_id)',
    'create index c2_tasks_by_configuration on c2_tasks (configuration_id)',
  ],
};
