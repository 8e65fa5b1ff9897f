/** Groups, campaigns and software from which a mission was planned, `[{kind, external_id, name}]`; null if none. */
export const threatsOfMissions = {
  version: 49,
  name: '049-threats-of-missions',
  statements: ['alter table missions add column threats_json text'],
};
