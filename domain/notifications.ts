/** Kinds of notification: actions of others on a person's own work. */
export const notificationKinds = [
  'reviewed',
  'sent_back',
  'assigned',
  'remediation_moved',
  'added_to_mission',
] as const;
export type NotificationKind = (typeof notificationKinds)[number];
