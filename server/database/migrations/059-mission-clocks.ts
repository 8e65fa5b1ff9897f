/** By how much the clocks of hosts are ahead in a mission, as a person has confirmed. `pairs` and `spread` are null if typed. */
export const missionClocks = {
  version: 59,
  name: '059-mission-clocks',
  statements: [
    `create table mission_clocks (
      mission_id text not null references missions (id) on delete cascade,
      host text not null,
      seconds integer not null,
      pairs integer,
      spread integer,
      set_by text references users (id) on delete set null,
      set_at text not null,
      primary key (mission_id, host)
    )`,
    'create index mission_clocks_by_person on mission_clocks (set_by)',
  ],
};
