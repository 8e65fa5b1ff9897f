/** What somebody is told that others did to what is theirs. */
export const notificationKinds = [
  'reviewed',
  'sent_back',
  'assigned',
  'remediation_moved',
  'added_to_mission',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
