/** Replays of attack and defence: when, with whom, and the answers to each step; whether the lead has opened it early. */
export const replay = {
  version: 64,
  name: '064-replay',
  statements: [
    'alter table missions add column replay_opened integer',
    'alter table reports add column later_kind text',
    `create table mission_replays (
      mission_id text primary key not null references missions (id) on delete cascade,
      started_at text,
      ended_at text,
      attendees_json text not null,
      summary text,
      updated_by text references users (id) on delete set null,
      updated_at text not null
    )`,
    'create index mission_replays_by_writer on mission_replays (updated_by)',
    `create table replay_steps (
      mission_id text not null references missions (id) on delete cascade,
      test_id text not null references mission_tests (id) on delete cascade,
      run integer not null,
      seen text,
      should_have text,
      why_not text,
      decision text,
      note text,
      discussed_at text,
      updated_by text references users (id) on delete set null,
      updated_at text not null,
      primary key (test_id, run)
    )`,
    'create index replay_steps_by_mission on replay_steps (mission_id)',
    'create index replay_steps_by_writer on replay_steps (updated_by)',
  ],
};
