export const transfers = {
  'item.move': 'Move to another mission…',
  'item.copy': 'Copy to a mission…',
  'title.move': 'Move {name} to another mission',
  'title.copy': 'Copy {name} to a mission',
  'submit.move': 'Move',
  'submit.copy': 'Copy',
  'about.move':
    'Runs, detections, evidence, expectations, accepted alerts and the path among its tests go along. Links to findings, remediations and other tests of this mission, notifications and values of its variables stay behind. It can’t be undone.',
  'about.copy':
    'Runs, detections, evidence, expectations and the path among its tests are copied; files are not stored twice. Alerts, findings and remediations stay with the original.',
  mission: 'Mission',
  mission_hint: 'Search missions',
  mission_missing: 'Choose a mission',
  no_mission: 'No other mission that is open',
  scenario: 'Scenario',
  scenario_missing: 'Choose a scenario',
  no_scenario: 'The mission has no scenario',
  'done.move': '{name} moved to {mission}',
  'done.copy': '{name} copied to {mission}',
};
