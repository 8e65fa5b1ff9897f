/** Values of sightings, as named on their page and in the history. */
export const sightingFields = {
  'kind.alert': 'Alert',
  'kind.log': 'Log',
  'kind.anomaly': 'Anomaly',
  'kind.report': 'Report of a person',
  'kind.other': 'Other',
  'status.open': 'Open',
  'status.benign': 'Benign',
  'status.attack': 'Attack',
  'status.matched': 'Matched',
  'status.not_ours': 'Not ours',
  'reason.benign': 'Benign',
  'reason.other_attack': 'Another attack',
  'reason.unknown': 'Unknown',
} as const;
