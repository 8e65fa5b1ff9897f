/**
 * Parts of the messages for browsers. `domain/words/<language>/parts` has the rooms of each; `start` is for the sign-in page and
 * the frame, and each page names the other parts that it needs.
 */
export const parts = [
  'start',
  'home',
  'missions',
  'history',
  'tlpt',
  'alerts',
  'columns',
  'path',
  'sightings',
  'replay',
  'recordings',
  'reports',
  'report_hints',
  'report_sanitised',
  'imports',
  'templates',
  'rules',
  'catalogue',
  'engagements',
  'administration',
  'tokens',
  'identities',
  'audit',
  'desktop',
  'writing',
] as const;
export type Part = (typeof parts)[number];
