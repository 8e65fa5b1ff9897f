/**
 * Members of engagements. Without members an engagement is open to everyone, as all were before; `members_only` stays when the
 * last member's account is deleted, so that nothing opens by accident.
 */
export const engagementMembers = {
  version: 51,
  name: '051-engagement-members',
  statements: [
    'alter table engagements add column members_only integer check (members_only in (0, 1))',
    `create table engagement_members (
      engagement_id text not null references engagements (id) on delete cascade,
      user_id text not null references users (id) on delete cascade,
      role_hint text not null check (role_hint in ('lead', 'red', 'blue', 'observer')),
      position integer not null,
      primary key (engagement_id, user_id)
    )`,
    'create index engagement_members_by_position on engagement_members (engagement_id, position)',
    'create index engagement_members_by_user on engagement_members (user_id, engagement_id)',
  ],
};
