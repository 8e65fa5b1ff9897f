/** Fields of the alerts of a mission, as named in the history. */
export const alertFields = {
  'field.alerts': 'Alerts',
  'field.sources': 'Sources',
  'field.rule': 'Rule',
  'state.new': 'Waiting',
  'state.accepted': 'Accepted',
  'state.not_ours': 'Not ours',
} as const;
