/** Missions whose tests are read-only while they are completed. */
export const lockedMissions = {
  version: 45,
  name: '045-locked-missions',
  statements: ['alter table missions add column locked integer check (locked in (0, 1))'],
};
