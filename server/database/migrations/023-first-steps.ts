/** Whether somebody has put the steps to a first mission away; null: they have not. */
export const firstStepsSchema = {
  version: 23,
  name: '023-first-steps',
  statements: [`alter table users add column first_steps text check (first_steps in ('shown', 'put_away'))`],
};
