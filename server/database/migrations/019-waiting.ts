/**
 * Since when a mission has been running and a simulation in its state, which is how long somebody has waited for; and where what
 * waits is found among everything else.
 */
export const waitingSchema = {
  version: 19,
  name: '019-waiting',
  statements: [
    'alter table missions add column running_since text',
    `update missions set running_since = coalesce(
       (select max(at) from audit_entries
         where audit_entries.mission_id = missions.id and object_type = 'mission' and verb = 'moved'),
       updated_at) where status = 'in_progress'`,
    'alter table simulations add column status_since text',
    `update simulations set status_since = coalesce(
       (select max(at) from audit_entries
         where audit_entries.engagement_id = simulations.engagement_id
           and audit_entries.simulation_id = simulations.id and verb = 'moved'),
       created_at)`,
    `create index mission_tests_to_review on mission_tests (mission_id, executed_at, id) where status = 'executed'`,
    `create index mission_tests_to_run_again on mission_tests (mission_id, run_started_at, id)
      where status = 'pending' and run_number > 1`,
    `create index mission_tests_assigned on mission_tests (mission_id, status, assignee_id)
      where assignee_id is not null`,
  ],
};
