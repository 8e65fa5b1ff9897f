/** What facts of a simulation come to; levels there are so far were set by people. */
export const simulationFactsSchema = {
  version: 14,
  name: '014-simulation-facts',
  statements: [
    `alter table simulations add column detection_level_source text
      check (detection_level_source in ('set', 'derived'))`,
    "update simulations set detection_level_source = 'set' where detection_level_id is not null",
    'alter table simulations add column outcome_json text',
  ],
};
