import { proveReadOnly } from '../read-only-query.ts';

const taskFields = `
  id
  command_name
  display_params
  status
  completed
  timestamp
  status_timestamp_submitted
  status_timestamp_processing
  status_timestamp_processed
  callback { id display_id host }
  responses(order_by: {id: desc}, limit: 1) { timestamp }
  operator { username }
  attacktasks { attack { t_num } }
`;

/** All documents ever sent to Mythic. None requests a callback's keys (`enc_key`, `dec_key`). */
export const mythicQueries = Object.freeze({
  whoAmI: proveReadOnly<Record<string, never>>(
    'query WhoAmI { meHook { status current_operation current_operation_id } }',
  ),
  /** The same for Mythic 4. */
  whoAmI4: proveReadOnly<Record<string, never>>(
    'query WhoAmI { whoami { status current_operation current_operation_id } }',
  ),
  callbacks: proveReadOnly<{ limit: number }>(`query Callbacks($limit: Int!) {
    callback(order_by: {id: desc}, limit: $limit) {
      id display_id user host ip os architecture process_name pid integrity_level active dead last_checkin
      payload { payloadtype { name } }
    }
  }`),
  task: proveReadOnly<{ ids: number[] }>(`query Task($ids: [Int!]!) {
    task(where: {id: {_in: $ids}}) { ${taskFields} }
  }`),
  tasks: proveReadOnly<{ limit: number; offset: number }>(`query Tasks($limit: Int!, $offset: Int!) {
    task(order_by: {id: desc}, limit: $limit, offset: $offset) { ${taskFields} }
  }`),
  output: proveReadOnly<{ id: number; after: number; limit: number }>(
    `query Output($id: Int!, $after: Int!, $limit: Int!) {
    task(where: {id: {_eq: $id}}) { completed timestamp responses(order_by: {id: desc}, limit: 1) { timestamp } }
    response(where: {task_id: {_eq: $id}, id: {_gt: $after}}, order_by: {id: asc}, limit: $limit) {
      id response_text
    }
  }`,
  ),
});
