/** Scenarios that were removed from missions, as they were, so that a removal can be taken back. */
export const removedScenariosSchema = {
  version: 28,
  name: '028-removed-scenarios',
  statements: [
    `create table removed_scenarios (
      id text primary key not null,
      mission_id text not null references missions (id) on delete cascade,
      removed_at text not null,
      scenario_json text not null
    )`,
    'create index removed_scenarios_by_mission on removed_scenarios (mission_id, removed_at, id)',
  ],
};
