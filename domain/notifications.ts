const keptKinds = ['reviewed', 'sent_back', 'assigned', 'remediation_moved', 'added_to_mission'] as const;
/** Kinds stored in the notification table under this name. */
export type KeptNotificationKind = (typeof keptKinds)[number];

const findingNews = ['finding_confirmed', 'finding_came_back'] as const;
export type FindingNews = (typeof findingNews)[number];

/** Kinds of notification: actions by others on a person's own work, and changes of findings. */
export const notificationKinds = [...keptKinds, ...findingNews] as const;
export type NotificationKind = (typeof notificationKinds)[number];

export function isFindingNews(kind: NotificationKind): kind is FindingNews {
  return findingNews.some((known) => known === kind);
}
