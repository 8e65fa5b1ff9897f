/**
 * Notifications about findings. The kinds of the baseline stay: a process of the previous version reads such a row as
 * `remediation_moved`, without a link.
 */
export const findingNotifications = {
  version: 48,
  name: '048-finding-notifications',
  statements: [
    'alter table notifications add column finding_id text references findings (id) on delete cascade',
    `alter table notifications add column finding_news text
      check (finding_news in ('finding_confirmed', 'finding_came_back'))`,
    `create index notifications_by_finding on notifications (finding_id)
      where finding_id is not null`,
  ],
};
