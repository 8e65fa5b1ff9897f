/**
 * A test template may stand at several positions of a scenario template, and clients are found in any case. A function of
 * ours has no place in an index, since other programs that open the file do not have it: hence a column.
 */
export const positionsAndClients = {
  version: 3,
  name: '003-positions-and-clients',
  statements: [
    `create table new_scenario_template_tests (
      scenario_template_id text not null references scenario_templates (id) on delete cascade,
      position integer not null,
      test_template_id text not null references test_templates (id) on delete cascade,
      primary key (scenario_template_id, position)
    )`,
    `insert into new_scenario_template_tests (scenario_template_id, position, test_template_id)
      select scenario_template_id,
        row_number() over (partition by scenario_template_id order by position, test_template_id) - 1,
        test_template_id
      from scenario_template_tests`,
    'drop table scenario_template_tests',
    'alter table new_scenario_template_tests rename to scenario_template_tests',
    'create index scenario_template_tests_by_test on scenario_template_tests (test_template_id)',

    'alter table missions add column client_key text',
    'update missions set client_key = lower(client)',
    'drop index missions_by_client',
    'create index missions_by_client on missions (deleted_at, client_key, id)',
    'alter table engagements add column client_key text',
    'update engagements set client_key = lower(client)',
    'drop index engagements_by_client',
    'create index engagements_by_client on engagements (client_key, id)',
  ],
};
