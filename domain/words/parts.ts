/**
 * Parts of the messages for browsers. `domain/words/<language>/parts` holds the rooms of each; `start` is the sign-in page
 * and the frame, and each page names the others that it shows.
 */
export const parts = [
  'start',
  'home',
  'missions',
  'history',
  'tlpt',
  'reports',
  'imports',
  'templates',
  'catalogue',
  'engagements',
  'administration',
  'audit',
  'desktop',
] as const;
export type Part = (typeof parts)[number];
