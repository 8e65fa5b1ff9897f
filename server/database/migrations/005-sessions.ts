/** A session says where it was begun and when it was last renewed; a user knows whether somebody else set their password. */
export const sessionsSchema = {
  version: 5,
  name: '005-sessions',
  statements: [
    'alter table sessions add column renewed_at text',
    'update sessions set renewed_at = created_at',
    'alter table sessions add column address text',
    'alter table sessions add column client text',
    `alter table users add column credentials_set_by_other integer not null default 0
      check (credentials_set_by_other in (0, 1))`,
  ],
};
