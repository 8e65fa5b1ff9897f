/** Groups, campaigns and software a mission was planned from, `[{kind, external_id, name}]`; null for none. */
export const threatsOfMissions = {
  version: 49,
  name: '049-threats-of-missions',
  statements: ['alter table missions add column threats_json text'],
};
