/** What others did to what is somebody's, until it is read and for a while after. */
export const notificationsSchema = {
  version: 24,
  name: '024-notifications',
  statements: [
    `create table notifications (
      id text primary key not null,
      user_id text not null references users (id) on delete cascade,
      kind text not null check (kind in ('reviewed', 'sent_back', 'assigned', 'remediation_moved', 'added_to_mission')),
      mission_id text not null references missions (id) on delete cascade,
      test_id text references mission_tests (id) on delete cascade,
      remediation_id text references remediations (id) on delete cascade,
      tests integer not null,
      actor_id text references users (id) on delete set null,
      created_at text not null,
      read_at text
    ) without rowid`,
    'create index notifications_of_user on notifications (user_id, created_at, id)',
    'create index notifications_unread on notifications (user_id, mission_id, kind) where read_at is null',
    'create index notifications_by_mission on notifications (mission_id)',
    'create index notifications_by_test on notifications (test_id) where test_id is not null',
    `create index notifications_by_remediation on notifications (remediation_id)
      where remediation_id is not null`,
    'create index notifications_by_actor on notifications (actor_id) where actor_id is not null',
  ],
};
