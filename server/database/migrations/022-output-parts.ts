/** Which part of a simulation's output which task brought. */
export const outputPartsSchema = {
  version: 22,
  name: '022-output-parts',
  statements: ['alter table simulations add column output_parts_json text'],
};
