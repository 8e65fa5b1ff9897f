/** These columns never change in an entry; changes and their salt can be erased. */
const sealed = [
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

/** Triggers that protect the history. Verification finds them by their text, which therefore never changes. */
export const historyTriggers = [
  `create trigger audit_entries_are_kept before delete on audit_entries
      begin select raise(abort, 'entries of the history are not deleted'); end`,
  `create trigger audit_entries_stay before update on audit_entries
      when new.changes_json is not null or new.salt is not null
        or ${sealed.map((name) => `new.${name} is not old.${name}`).join(' or ')}
      begin select raise(abort, 'entries of the history are not changed'); end`,
] as const;

/** All writes; each entry is sealed with the hash of the previous one. Without foreign keys, because it outlives its subjects. */
export const history: readonly string[] = [
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
  // One index for a mission and its tests, and one for an engagement and its simulations: every write adds to them, and two for
  // each would cost another page. Within a place, newest first is the order of `seq`; a test is found within its mission.
  `create index audit_entries_of_mission on audit_entries (mission_id, seq, test_id)
    where mission_id is not null`,
  `create index audit_entries_of_engagement on audit_entries (engagement_id, seq, simulation_id)
    where engagement_id is not null`,
  ...historyTriggers,
];
