/** Records of missions that are threat-led penetration tests: parties, scope, dates, flags, leg-ups and deviations. */
export const tlptOfMissions = {
  version: 53,
  name: '053-tlpt-of-missions',
  statements: [
    `create table mission_tlpt (
      mission_id text primary key not null references missions (id) on delete cascade,
      record_json text not null,
      updated_by text references users (id) on delete set null,
      updated_at text not null
    )`,
    'create index mission_tlpt_by_writer on mission_tlpt (updated_by)',
  ],
};
