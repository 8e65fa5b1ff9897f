const columns = [
  'seq',
  'at',
  'actor_id',
  'actor_name',
  'via',
  'mission_id',
  'test_id',
  'engagement_id',
  'simulation_id',
  'object_type',
  'object_id',
  'verb',
  'digest',
  'previous',
  'hash',
];

/**
 * The history of every write, each entry sealed with the hash of the one before. It refers to nothing: it outlives what it
 * tells of. What was changed can be erased of an entry, and nothing else.
 */
export const historySchema = {
  version: 9,
  name: '009-history',
  statements: [
    `create table audit_entries (
      seq integer primary key,
      at text not null,
      actor_id text,
      actor_name text,
      via text not null,
      mission_id text,
      test_id text,
      engagement_id text,
      simulation_id text,
      object_type text not null,
      object_id text,
      verb text not null,
      changes_json text,
      salt text,
      digest text not null,
      previous text not null,
      hash text not null
    )`,
    'create index audit_entries_of_mission on audit_entries (mission_id) where mission_id is not null',
    'create index audit_entries_of_test on audit_entries (test_id) where test_id is not null',
    'create index audit_entries_of_engagement on audit_entries (engagement_id) where engagement_id is not null',
    'create index audit_entries_of_simulation on audit_entries (simulation_id) where simulation_id is not null',
    `create trigger audit_entries_are_kept before delete on audit_entries
      begin select raise(abort, 'entries of the history are not deleted'); end`,
    `create trigger audit_entries_stay before update on audit_entries
      when new.changes_json is not null or new.salt is not null
        or ${columns.map((name) => `new.${name} is not old.${name}`).join(' or ')}
      begin select raise(abort, 'entries of the history are not changed'); end`,
  ],
};
